import { Combobox, Loader, Pill, PillsInput, Text, useCombobox } from '@mantine/core';
import { FILTER_LIMITS } from '@quarry/filters';
import { type ClipboardEvent, type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import classes from './filter-builder.module.css';
import { ListPills } from './ListPills.tsx';
import { addValues, splitLines, type ValueOption } from './text-list.ts';

const ListAsText = lazy(() => import('./ListAsText.tsx'));

const ADD = '\u0000add';

export interface Suggestions {
  readonly options: readonly ValueOption[];
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  /** True if they belong to the text as typed now. */
  readonly isCurrent: boolean;
}

/** A list of texts: picked from suggestions, pasted with one value per line, or edited as plain text. */
export function SuggestedList(props: {
  label: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  search: string;
  onSearch: (search: string) => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  suggestions: Suggestions;
  /** True if Enter picks the best suggestion; otherwise it adds the typed text. */
  prefersSuggestion: boolean;
  /** The label of a stored value. */
  nameOf: (value: string) => string;
  /** The stored value of a typed or pasted text. */
  parseValue: (text: string) => string;
  /** The option's group heading, or ''. */
  groupOf?: (option: ValueOption) => string;
}) {
  const { label, value, onChange, search, onSearch, suggestions, nameOf, parseValue } = props;
  const [isEditingText, setEditingText] = useState(false);
  const combobox = useCombobox({
    opened: props.isOpen,
    onOpenedChange: props.onOpen,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const chosen = new Set(value.map((one) => one.toLowerCase()));
  const typed = search.trim();
  const exactMatch = suggestions.options.find(
    (option) => isSame(option.value, parseValue(typed)) || isSame(option.label, typed),
  );
  const takesSuggestion = props.prefersSuggestion && suggestions.isCurrent;
  const bestMatch = takesSuggestion ? (exactMatch ?? suggestions.options[0]) : undefined;
  const canAdd = typed !== '' && !chosen.has(parseValue(typed).toLowerCase());

  function add(texts: readonly string[]) {
    onChange(addValues(value, texts.map(parseValue)));
    onSearch('');
  }
  function toggle(one: string) {
    const key = one.toLowerCase();
    if (one === ADD) add([typed]);
    else if (chosen.has(key)) onChange(value.filter((old) => old.toLowerCase() !== key));
    else onChange(addValues(value, [one]));
    if (one !== ADD) onSearch('');
  }
  function onPaste(event: ClipboardEvent) {
    const lines = splitLines(event.clipboardData.getData('text'));
    if (lines.length < 2) return;
    event.preventDefault();
    add(lines);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && typed !== '' && combobox.getSelectedOptionIndex() < 0) {
      event.preventDefault();
      if (bestMatch) toggle(bestMatch.value);
      else add([typed]);
    }
    if (event.key === 'Backspace' && search === '' && value.length > 0) onChange(value.slice(0, -1));
  }
  function onBlur() {
    combobox.closeDropdown();
    if (canAdd && (!takesSuggestion || bestMatch === undefined || exactMatch !== undefined))
      add([exactMatch?.value ?? typed]);
  }

  if (isEditingText)
    return (
      <Suspense>
        <ListAsText
          label={label}
          value={value}
          nameOf={nameOf}
          onChange={(lines) => onChange(addValues([], lines.map(parseValue)))}
          onDone={() => setEditingText(false)}
        />
      </Suspense>
    );
  const groups = [...Map.groupBy(suggestions.options, (option) => props.groupOf?.(option) ?? '')];
  return (
    <Combobox store={combobox} onOptionSubmit={toggle} withinPortal position="bottom-start" width={320}>
      <Combobox.DropdownTarget>
        <PillsInput size="xs" className={classes.texts} onClick={() => combobox.openDropdown()}>
          <Pill.Group>
            <ListPills
              value={value}
              nameOf={nameOf}
              onRemove={(one) => onChange(value.filter((old) => old !== one))}
              onShowAll={() => setEditingText(true)}
            />
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                aria-label={label}
                placeholder={value.length === 0 ? 'Type or paste values' : ''}
                maxLength={FILTER_LIMITS.textLength}
                value={search}
                onFocus={() => combobox.openDropdown()}
                onBlur={onBlur}
                onChange={(event) => {
                  onSearch(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.resetSelectedOption();
                }}
                onPaste={onPaste}
                onKeyDown={onKeyDown}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label} className={classes.options}>
          {groups.map(([title, options]) => (
            <OptionGroup key={title} title={title}>
              {options.map((option) => (
                <ValueChoice key={option.value} option={option} isChosen={chosen.has(option.value.toLowerCase())} />
              ))}
            </OptionGroup>
          ))}
          {canAdd && exactMatch === undefined && <Combobox.Option value={ADD}>Add “{typed}”</Combobox.Option>}
          {suggestions.options.length === 0 && !canAdd && (
            // Assistive technology ignores a list box without options.
            <Combobox.Empty role="option" aria-selected={false} aria-disabled>
              {suggestions.isLoading ? (
                <Loader size="xs" />
              ) : suggestions.isFailed ? (
                'Suggestions are not available'
              ) : (
                'No values'
              )}
            </Combobox.Empty>
          )}
        </Combobox.Options>
        <Combobox.Footer>
          <Text size="xs" c="dimmed">
            {value.length > 0 ? `${formatNumber(value.length)} chosen · ` : ''}
            Paste a list with one value per line
          </Text>
        </Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function OptionGroup({ title, children }: { title: string; children: ReactNode }) {
  return title === '' ? children : <Combobox.Group label={title}>{children}</Combobox.Group>;
}

function ValueChoice({ option, isChosen }: { option: ValueOption; isChosen: boolean }) {
  return (
    <Combobox.Option value={option.value} active={isChosen} className={classes.valueOption}>
      <span className={classes.tickPlace} aria-hidden="true">
        {isChosen ? '✓' : ''}
      </span>
      <span className={classes.valueText}>
        {option.label} {option.note !== '' && <span className={classes.valueNote}>{option.note}</span>}
      </span>
      {option.count !== null && <span className={classes.valueCount}>{formatNumber(option.count)}</span>}
    </Combobox.Option>
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

import { Combobox, Loader, Pill, PillsInput, Text, useCombobox } from '@mantine/core';
import { FILTER_LIMITS } from '@quarry/filters';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import classes from './filter-builder.module.css';
import { ListAsText } from './ListAsText.tsx';
import { ListPills } from './ListPills.tsx';
import { addValues, splitLines, type ValueOption } from './text-list.ts';

const ADD = '\u0000add';

/** What is offered for the typed text. */
export interface Suggestions {
  readonly options: readonly ValueOption[];
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  /** Whether they answer the text as it is typed now. */
  readonly isCurrent: boolean;
}

/** A list of texts: suggested while typing, pasted with one value per line, or edited as plain text. */
export function SuggestedList(props: {
  label: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  search: string;
  onSearch: (search: string) => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  suggestions: Suggestions;
  /** Whether values are picked from what there is, so that the best suggestion is meant; else what is typed counts. */
  picksKnown: boolean;
  /** How a stored value reads. */
  nameOf: (value: string) => string;
  /** A typed or pasted text as it is stored. */
  stored: (text: string) => string;
  /** The heading under which an option stands; '' for none. */
  groupOf?: (option: ValueOption) => string;
}) {
  const { label, value, onChange, search, onSearch, suggestions, nameOf, stored } = props;
  const [isText, setText] = useState(false);
  const combobox = useCombobox({
    opened: props.isOpen,
    onOpenedChange: props.onOpen,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const chosen = new Set(value.map((one) => one.toLowerCase()));
  const typed = search.trim();
  const named = suggestions.options.find(
    (option) => isSame(option.value, stored(typed)) || isSame(option.label, typed),
  );
  const meansKnown = props.picksKnown && suggestions.isCurrent;
  const meant = meansKnown ? (named ?? suggestions.options[0]) : undefined;
  const canAdd = typed !== '' && !chosen.has(stored(typed).toLowerCase());

  function add(texts: readonly string[]) {
    onChange(addValues(value, texts.map(stored)));
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
      if (meant) toggle(meant.value);
      else add([typed]);
    }
    if (event.key === 'Backspace' && search === '' && value.length > 0) onChange(value.slice(0, -1));
  }
  function onBlur() {
    combobox.closeDropdown();
    if (canAdd && (!meansKnown || meant === undefined || named !== undefined)) add([named?.value ?? typed]);
  }

  if (isText)
    return (
      <ListAsText
        label={label}
        value={value}
        nameOf={nameOf}
        onChange={(lines) => onChange(addValues([], lines.map(stored)))}
        onDone={() => setText(false)}
      />
    );
  const groups = [...Map.groupBy(suggestions.options, (option) => props.groupOf?.(option) ?? '')];
  return (
    <Combobox store={combobox} onOptionSubmit={toggle} withinPortal position="bottom-start">
      <Combobox.DropdownTarget>
        <PillsInput size="xs" className={classes.texts} onClick={() => combobox.openDropdown()}>
          <Pill.Group>
            <ListPills
              value={value}
              nameOf={nameOf}
              onRemove={(one) => onChange(value.filter((old) => old !== one))}
              onShowAll={() => setText(true)}
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
          {canAdd && named === undefined && <Combobox.Option value={ADD}>Add “{typed}”</Combobox.Option>}
          {suggestions.options.length === 0 && !canAdd && (
            // A list box without an option is none to assistive technology.
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

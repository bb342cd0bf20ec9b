import { Button, Combobox, Loader, Pill, PillsInput, Text, Textarea, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { FILTER_LIMITS } from '@quarry/filters';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import classes from './filter-builder.module.css';
import type { FilterField } from './filter-field.ts';
import { addValues, countryLabel, countryValue, splitLines, type ValueOption } from './text-list.ts';
import { useValueOptions } from './use-value-options.ts';

const SHOWN_PILLS = 30;
const DEBOUNCE_MS = 200;
const ADD = '\u0000add';
const number = new Intl.NumberFormat('en-US');

/** A list of texts: suggested with counts while typing, pasted with one value per line, or edited as plain text. */
export function TextListValue(props: {
  field: FilterField;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Whether whole values are compared, so that known values are meant and regions can stand for their countries. */
  isExact: boolean;
}) {
  const { field, value, onChange, isExact } = props;
  const [search, setSearch] = useState('');
  const [isText, setText] = useState(false);
  const [debounced] = useDebouncedValue(search, DEBOUNCE_MS);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const suggestions = useValueOptions(field, debounced.trim(), combobox.dropdownOpened, isExact);
  const isCountry = field.isCountry === true;
  const label = (one: string) => (isCountry ? countryLabel(one) : one);
  const stored = (text: string) => (isCountry ? countryValue(text) : text.trim());
  const chosen = new Set(value.map((one) => one.toLowerCase()));
  const typed = search.trim();
  const isCurrent = debounced.trim() === typed && !suggestions.isLoading;
  // Choices are picked from what there is; names, domains and parts of texts are typed.
  const meansKnown = isExact && field.type !== 'String' && isCurrent;
  const meant = meansKnown
    ? (suggestions.options.find((option) => same(option.value, stored(typed))) ?? suggestions.options[0])
    : undefined;
  const canAdd = typed !== '' && !chosen.has(stored(typed).toLowerCase());
  const isSuggested = suggestions.options.some((option) => same(option.value, stored(typed)));

  function add(texts: readonly string[]) {
    onChange(addValues(value, texts.map(stored)));
    setSearch('');
  }
  function toggle(one: string) {
    const key = one.toLowerCase();
    if (one === ADD) add([typed]);
    else if (chosen.has(key)) onChange(value.filter((old) => old.toLowerCase() !== key));
    else onChange(addValues(value, [one]));
    if (one !== ADD) setSearch('');
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

  const title = (option: ValueOption) => (!isCountry ? '' : option.isRegion ? 'Regions' : 'Countries');
  const groups = [...Map.groupBy(suggestions.options, title)];
  if (isText)
    return (
      <ListAsText
        value={value}
        label={label}
        onChange={(lines) => onChange(addValues([], lines.map(stored)))}
        onDone={() => setText(false)}
      />
    );
  const rest = value.length - SHOWN_PILLS;
  return (
    <Combobox store={combobox} onOptionSubmit={toggle} withinPortal position="bottom-start">
      <Combobox.DropdownTarget>
        <PillsInput size="xs" className={classes.texts} onClick={() => combobox.openDropdown()}>
          <Pill.Group>
            {value.slice(0, SHOWN_PILLS).map((one) => (
              <Pill
                key={one}
                withRemoveButton
                removeButtonProps={{ 'aria-label': `Remove ${label(one)}`, tabIndex: 0, 'aria-hidden': false }}
                onRemove={() => onChange(value.filter((old) => old !== one))}
              >
                {label(one)}
              </Pill>
            ))}
            {rest > 0 && (
              <Button size="compact-xs" variant="subtle" onClick={() => setText(true)}>
                +{number.format(rest)} more
              </Button>
            )}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                aria-label={`Values of ${field.displayName}`}
                placeholder={value.length === 0 ? 'Type or paste values' : ''}
                maxLength={FILTER_LIMITS.textLength}
                value={search}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => {
                  combobox.closeDropdown();
                  if (canAdd && (!meansKnown || meant === undefined || isSuggested)) add([typed]);
                }}
                onChange={(event) => {
                  setSearch(event.currentTarget.value);
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
        <Combobox.Options aria-label={`Values of ${field.displayName}`} className={classes.options}>
          {groups.map(([title, options]) => (
            <OptionGroup key={title} title={title}>
              {options.map((option) => (
                <ValueChoice key={option.value} option={option} isChosen={chosen.has(option.value.toLowerCase())} />
              ))}
            </OptionGroup>
          ))}
          {canAdd && !isSuggested && <Combobox.Option value={ADD}>Add “{typed}”</Combobox.Option>}
          {suggestions.options.length === 0 && !canAdd && (
            <Combobox.Empty>
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
            {value.length > 0 ? `${number.format(value.length)} chosen · ` : ''}
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
      {option.count !== null && <span className={classes.valueCount}>{number.format(option.count)}</span>}
    </Combobox.Option>
  );
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function ListAsText(props: {
  value: readonly string[];
  label: (value: string) => string;
  onChange: (lines: string[]) => void;
  onDone: () => void;
}) {
  const [text, setText] = useState(() => props.value.map(props.label).join('\n'));
  return (
    <div className={classes.texts}>
      <Textarea
        size="xs"
        aria-label="Values, one per line"
        autosize
        minRows={4}
        maxRows={12}
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          props.onChange(splitLines(event.currentTarget.value));
        }}
      />
      <Button size="compact-xs" variant="subtle" mt={4} onClick={props.onDone}>
        Show as chips
      </Button>
    </div>
  );
}

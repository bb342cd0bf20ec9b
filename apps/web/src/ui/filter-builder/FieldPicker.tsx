import { Combobox, InputBase, useCombobox } from '@mantine/core';
import type { FieldType } from '@quarry/filters';
import {
  IconAbc,
  IconCalendar,
  IconChevronDown,
  IconCurrencyDollar,
  IconHash,
  IconList,
  IconPercentage,
  IconToggleLeft,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useBuilder } from './builder-context.tsx';
import classes from './filter-builder.module.css';
import type { FilterField } from './filter-field.ts';

const ICONS: Readonly<Record<FieldType, typeof IconAbc>> = {
  String: IconAbc,
  Picklist: IconList,
  Multipicklist: IconList,
  Array: IconList,
  Number: IconHash,
  Percentage: IconPercentage,
  Currency: IconCurrencyDollar,
  Date: IconCalendar,
  Boolean: IconToggleLeft,
};
const TYPE_WORDS: Readonly<Record<FieldType, string>> = {
  String: 'Text',
  Picklist: 'Choice',
  Multipicklist: 'List of choices',
  Array: 'List',
  Number: 'Number',
  Percentage: 'Percentage',
  Currency: 'Money',
  Date: 'Date',
  Boolean: 'Yes or no',
};

/** The list that it controls is named by the kit. */
const SEARCH_ROLE = { role: 'combobox', 'aria-expanded': true } as const;

/** The field explorer: every data point by block, with type and description, found as one types. */
export function FieldPicker(props: { value: string; isInvalid: boolean; onChange: (fieldName: string) => void }) {
  const { fields, fieldsByName } = useBuilder();
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const { selectFirstOption } = combobox;
  useEffect(() => {
    // After the list is drawn, so that Enter takes what is on top then.
    if (search !== '') selectFirstOption();
  }, [search, selectFirstOption]);
  const chosen = fieldsByName.get(props.value);
  const name = chosen?.displayName ?? props.value;
  const groups = Map.groupBy(matching(fields, search), (field) => field.group);
  return (
    <Combobox
      store={combobox}
      width={380}
      position="bottom-start"
      withinPortal
      onOptionSubmit={(name) => {
        props.onChange(name);
        combobox.closeDropdown();
        combobox.focusTarget();
      }}
    >
      <Combobox.Target targetType="button">
        <InputBase
          component="button"
          type="button"
          size="xs"
          pointer
          className={classes.field}
          aria-label={name === '' ? 'Choose a data point' : `Data point: ${name}`}
          error={props.isInvalid}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          rightSectionPointerEvents="none"
          onClick={() => combobox.toggleDropdown()}
        >
          {chosen ? (
            <span className={classes.fieldName}>{chosen.displayName}</span>
          ) : (
            <span className={classes.placeholder}>{props.value === '' ? 'Choose a data point' : props.value}</span>
          )}
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          {...SEARCH_ROLE}
          aria-label="Search data points"
          placeholder="Search data points"
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
          }}
        />
        <Combobox.Options aria-label="Data points" className={classes.options}>
          {groups.size === 0 && <Combobox.Empty>No data points found</Combobox.Empty>}
          {[...groups].map(([group, members]) => (
            <Combobox.Group key={group} label={group}>
              {members.map((field) => (
                <FieldOption key={field.fieldName} field={field} isChosen={field.fieldName === props.value} />
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function FieldOption({ field, isChosen }: { field: FilterField; isChosen: boolean }) {
  const Icon = ICONS[field.type];
  return (
    <Combobox.Option value={field.fieldName} active={isChosen} className={classes.option}>
      <Icon size={16} className={classes.optionIcon} aria-hidden="true" />
      <span className={classes.optionText}>
        <span className={classes.optionName}>
          {field.displayName}
          <span className={classes.optionType}>{TYPE_WORDS[field.type]}</span>
        </span>
        {field.description && <span className={classes.optionDescription}>{field.description}</span>}
      </span>
    </Combobox.Option>
  );
}

/** Names that start with the text first, then names that contain it, then those where every word is found somewhere. */
function matching(fields: readonly FilterField[], search: string): FilterField[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return [...fields];
  const words = wanted.split(/\s+/);
  const rank = ({ displayName, fieldName, group, description }: FilterField) => {
    const name = displayName.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    const all = `${name} ${fieldName} ${group} ${description}`.toLowerCase();
    return words.every((word) => all.includes(word)) ? 2 : 3;
  };
  return fields
    .map((field) => ({ field, rank: rank(field) }))
    .filter((found) => found.rank < 3)
    .sort((one, other) => one.rank - other.rank)
    .map((found) => found.field);
}

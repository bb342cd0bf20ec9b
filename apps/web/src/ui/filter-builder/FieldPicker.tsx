import { Combobox, InputBase, useCombobox } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { memo, useDeferredValue, useEffect, useState } from 'react';
import { FIELD_TYPE_ICONS, FIELD_TYPE_LABELS } from '../cells/field-types.ts';
import classes from './filter-builder.module.css';
import type { FieldChoice, FieldSuggestions, FilterField } from './filter-field.ts';
import { searchFields } from './search-fields.ts';

/** More than the list shows without scrolling. */
const FIRST_OPTIONS = 12;

/** Mantine adds `aria-controls`. */
const SEARCH_ROLE = { role: 'combobox', 'aria-expanded': true } as const;

/** Options of suggestions, whose ids could equal field names. */
const SUGGESTION = 'suggestion ';

/** A searchable list of all data points by block, with type and description, and of what else is suggested. */
export function FieldPicker(
  props: FieldChoice & { fields: readonly FilterField[]; suggestions?: FieldSuggestions | undefined },
) {
  const { fields, suggestions } = props;
  const value = props.rule.field;
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: (source) => {
      combobox.resetSelectedOption();
      setSearch('');
      // Escape in the search field, which disappears with the focus.
      if (source === 'keyboard') combobox.focusTarget();
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const { selectFirstOption, dropdownOpened } = combobox;
  // The list opens with the options in sight; the rest follow at once, without delaying it.
  const isComplete = useDeferredValue(dropdownOpened) || search !== '';
  useEffect(() => {
    // In an effect, so Enter takes the first option of the filtered list.
    if (search !== '') selectFirstOption();
  }, [search, selectFirstOption]);
  const chosen = fields.find((field) => field.fieldName === value);
  const name = chosen?.displayName ?? value;
  const found = searchFields(fields, search);
  const suggested = search.trim() === '' ? [] : (suggestions?.find(search) ?? []);
  const groups = Map.groupBy(isComplete ? found : found.slice(0, FIRST_OPTIONS), (field) => field.group);
  return (
    <Combobox
      store={combobox}
      width={380}
      position="bottom-start"
      withinPortal
      onOptionSubmit={(name) => {
        const picked = fields.find((field) => field.fieldName === name);
        if (picked) props.onChoose({ field: name, type: picked.type, isCount: picked.isCount });
        combobox.closeDropdown();
        if (!picked && name.startsWith(SUGGESTION)) return suggestions?.onChoose(name.slice(SUGGESTION.length));
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
            <span className={classes.placeholder}>{value === '' ? 'Choose a data point' : value}</span>
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
          {groups.size === 0 && suggested.length === 0 && <Combobox.Empty>No data points found</Combobox.Empty>}
          {[...groups].map(([group, members]) => (
            <Combobox.Group key={group} label={group}>
              {members.map((field) => (
                <FieldOption key={field.fieldName} field={field} isChosen={field.fieldName === value} />
              ))}
            </Combobox.Group>
          ))}
          {suggested.length > 0 && (
            <Combobox.Group label={suggestions?.heading}>
              {suggested.map(({ id, label, description }) => (
                <Combobox.Option key={id} value={SUGGESTION + id} className={classes.option}>
                  <IconPlus size={16} className={classes.optionIcon} aria-hidden="true" />
                  <span className={classes.optionText}>
                    <span className={classes.optionName}>{label}</span>
                    <span className={classes.optionDescription}>{description}</span>
                  </span>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const FieldOption = memo(function FieldOption({ field, isChosen }: { field: FilterField; isChosen: boolean }) {
  const Icon = FIELD_TYPE_ICONS[field.type];
  return (
    <Combobox.Option value={field.fieldName} active={isChosen} className={classes.option}>
      <Icon size={16} className={classes.optionIcon} aria-hidden="true" />
      <span className={classes.optionText}>
        <span className={classes.optionName}>
          {field.displayName}
          <span className={classes.optionType}>{FIELD_TYPE_LABELS[field.type]}</span>
        </span>
        {field.description && <span className={classes.optionDescription}>{field.description}</span>}
      </span>
    </Combobox.Option>
  );
});

import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { FilterField } from './filter-field.ts';
import { SuggestedList } from './SuggestedList.tsx';
import { countryGroup, countryLabel, countryValue } from './text-list.ts';
import { useValueOptions } from './use-value-options.ts';

const DEBOUNCE_MS = 200;

/** The values of a rule that takes a list of texts, with suggestions and counts from the server. */
export function TextListValue(props: {
  field: FilterField;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** True if whole values are compared, which allows regions in place of their countries. */
  isExact: boolean;
}) {
  const { field, isExact } = props;
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [debounced] = useDebouncedValue(search, DEBOUNCE_MS);
  const suggestions = useValueOptions(field, debounced.trim(), isOpen, isExact);
  const isCountry = field.isCountry === true;
  return (
    <SuggestedList
      label={`Values of ${field.displayName}`}
      value={props.value}
      onChange={props.onChange}
      search={search}
      onSearch={setSearch}
      isOpen={isOpen}
      onOpen={setOpen}
      suggestions={{ ...suggestions, isCurrent: debounced.trim() === search.trim() && !suggestions.isLoading }}
      // Choices are picked from a list; names, domains and parts of texts are typed.
      prefersSuggestion={isExact && field.type !== 'String'}
      nameOf={isCountry ? countryLabel : (field.nameValue ?? String)}
      parseValue={isCountry ? countryValue : (field.parseValue ?? trim)}
      {...(isCountry ? { groupOf: countryGroup } : {})}
    />
  );
}

function trim(text: string): string {
  return text.trim();
}

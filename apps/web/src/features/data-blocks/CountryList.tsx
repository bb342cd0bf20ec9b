import { Input } from '@mantine/core';
import { useMemo, useState } from 'react';
import { SuggestedList } from '../../ui/filter-builder/SuggestedList.tsx';
import { countryGroup, countryLabel, countryOptions, countryValue } from '../../ui/filter-builder/text-list.ts';

const MAX_OPTIONS = 100;

/** Edits a list of countries and regions; rejects anything else. */
export function CountryList(props: {
  label: string;
  value: readonly string[];
  onChange: (countries: string[]) => void;
  error: string | null;
}) {
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [unknown, setUnknown] = useState<string[]>([]);
  const options = useMemo(() => countryOptions(search, [], true).slice(0, MAX_OPTIONS), [search]);
  return (
    <Input.Wrapper
      labelElement="div"
      inputWrapperOrder={['label', 'description', 'error', 'input']}
      label={props.label}
      description="A region stands for its countries"
      error={unknown.length > 0 ? `Not a known country or region: ${unknown.join(', ')}` : props.error}
    >
      <div style={{ marginTop: 4 }}>
        <SuggestedList
          label={props.label}
          value={props.value}
          onChange={(values) => {
            setUnknown(values.filter((value) => !isCountryOrRegion(value)));
            props.onChange(values.filter(isCountryOrRegion));
          }}
          search={search}
          onSearch={setSearch}
          isOpen={isOpen}
          onOpen={setOpen}
          suggestions={{ options, isLoading: false, isFailed: false, isCurrent: true }}
          prefersSuggestion
          nameOf={countryLabel}
          parseValue={countryValue}
          groupOf={countryGroup}
        />
      </div>
    </Input.Wrapper>
  );
}

/** Known places are stored as codes or regions; unknown ones stay as typed. */
function isCountryOrRegion(value: string): boolean {
  return value.startsWith('region:') || /^[A-Z]{2}$/.test(value);
}

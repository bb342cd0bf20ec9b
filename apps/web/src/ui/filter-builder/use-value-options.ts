import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useBuilder } from './builder-context.tsx';
import type { FilterField } from './filter-field.ts';
import { countryOptions, type ValueOption } from './text-list.ts';

const MAX_OPTIONS = 100;

/** Suggested values for a typed text. Countries are searched here by name; the server only counts them. */
export function useValueOptions(field: FilterField, search: string, isOpen: boolean, takesRegions: boolean) {
  const { loadValues, valuesKey } = useBuilder();
  const isCountry = field.isCountry === true;
  const serverSearch = isCountry ? '' : search;
  const query = useQuery({
    queryKey: ['filter-values', loadValues, valuesKey, field.fieldName, serverSearch],
    queryKeyHashFn: ([name, , ...rest]) => JSON.stringify([name, ...rest]),
    queryFn: ({ signal }) => loadValues(field.fieldName, serverSearch, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const { data } = query;
  const options = useMemo((): ValueOption[] => {
    if (isCountry) return countryOptions(search, data ?? [], takesRegions).slice(0, MAX_OPTIONS);
    return (data ?? []).map(({ value, count }) => ({
      value,
      label: field.nameValue?.(value) ?? value,
      note: '',
      count,
      isRegion: false,
    }));
  }, [data, field, isCountry, search, takesRegions]);
  return { options, isLoading: query.isPending && isOpen, isFailed: query.isError };
}

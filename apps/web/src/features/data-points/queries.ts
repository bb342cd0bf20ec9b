import { describeField, listFieldOptions, UNIQUE_VALUES_PAGE_SIZE } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export type RecordType = 'company' | 'contact';

/** A data point in one version of a dataset. */
export interface DataPointKey {
  readonly clientName: string;
  readonly version: string;
  readonly fieldName: string;
  readonly recordType: RecordType;
}

/** Statistics of a data point and one page of its unique values. */
export function describeFieldQuery({ clientName, version, fieldName, recordType }: DataPointKey, pageIndex: number) {
  const valuesOffset = pageIndex * UNIQUE_VALUES_PAGE_SIZE;
  const request = { fieldName, recordType, valuesPageLimit: UNIQUE_VALUES_PAGE_SIZE, valuesOffset };
  return queryOptions({
    queryKey: ['data-point', clientName, version, request],
    queryFn: ({ signal }) => call(describeField, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** The most frequent unique values of a data point, up to `limit`, for the clipboard. */
export async function fetchUniqueValues({ clientName, fieldName, recordType }: DataPointKey, limit: number) {
  const { values } = await call(
    describeField,
    { fieldName, recordType, valuesPageLimit: limit, valuesOffset: 0 },
    { client: clientName },
  );
  return values.map(({ value }) => value);
}

/** Suggested values that contain the search text. */
export async function fetchFieldOptions(clientName: string, fieldName: string, search: string, signal: AbortSignal) {
  return (await call(listFieldOptions, { fieldName, search }, { client: clientName, signal })).values;
}

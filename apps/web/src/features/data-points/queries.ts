import { describeField, listFieldOptions, UNIQUE_VALUES_PAGE } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** A data point of one version of an account's dataset. */
export interface DataPointKey {
  readonly clientName: string;
  readonly version: string;
  readonly fieldName: string;
}

/** Statistics of a data point and one page of its unique values. */
export function describeFieldQuery({ clientName, version, fieldName }: DataPointKey, pageIndex: number) {
  const request = { fieldName, valuesPageLimit: UNIQUE_VALUES_PAGE, valuesOffset: pageIndex * UNIQUE_VALUES_PAGE };
  return queryOptions({
    queryKey: ['data-point', clientName, version, request],
    queryFn: ({ signal }) => call(describeField, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** The most frequent unique values of a data point, up to `limit`, for the clipboard. */
export async function fetchUniqueValues({ clientName, fieldName }: DataPointKey, limit: number) {
  const answer = await call(
    describeField,
    { fieldName, valuesPageLimit: limit, valuesOffset: 0 },
    { client: clientName },
  );
  return answer.values.map(({ value }) => value);
}

/** Suggested values of a data point that contain a text. */
export async function fetchFieldOptions(clientName: string, fieldName: string, search: string, signal: AbortSignal) {
  return (await call(listFieldOptions, { fieldName, search }, { client: clientName, signal })).values;
}

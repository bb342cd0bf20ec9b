import { describeField, listFieldOptions, UNIQUE_VALUES_PAGE_SIZE } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { ExplorerState } from '../datasets/explorer-state.ts';

export type RecordType = 'company' | 'contact';

/** The companies that statistics are about. */
export type StatisticsSearch = Pick<ExplorerState, 'filters' | 'search' | 'tab'>;

/** A data point in one version of a dataset. */
export interface DataPointKey {
  readonly clientName: string;
  readonly version: string;
  readonly fieldName: string;
  readonly recordType: RecordType;
  /** Undefined for all. */
  readonly search?: StatisticsSearch | undefined;
}

/** The unique values to show. */
export interface ValuesPage {
  readonly search: string;
  readonly pageIndex: number;
}

/** Statistics of a data point and one page of its unique values. */
export function describeFieldQuery(dataPoint: DataPointKey, { search, pageIndex }: ValuesPage) {
  const { clientName, version } = dataPoint;
  const request = {
    ...requestOf(dataPoint, search),
    valuesPageLimit: UNIQUE_VALUES_PAGE_SIZE,
    valuesOffset: pageIndex * UNIQUE_VALUES_PAGE_SIZE,
  };
  return queryOptions({
    queryKey: ['data-point', clientName, version, request],
    queryFn: ({ signal }) => call(describeField, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** The most frequent unique values of a data point, up to `limit`, for the clipboard. */
export async function fetchUniqueValues(dataPoint: DataPointKey, search: string, limit: number) {
  const request = { ...requestOf(dataPoint, search), valuesPageLimit: limit, valuesOffset: 0 };
  const { values } = await call(describeField, request, { client: dataPoint.clientName });
  return values.map(({ value }) => value);
}

function requestOf({ fieldName, recordType, search }: DataPointKey, valuesSearch: string) {
  return { fieldName, recordType, valuesSearch, ...search };
}

/** Suggested values that contain the search text. */
export async function fetchFieldOptions(clientName: string, fieldName: string, search: string, signal: AbortSignal) {
  return (await call(listFieldOptions, { fieldName, search }, { client: clientName, signal })).values;
}

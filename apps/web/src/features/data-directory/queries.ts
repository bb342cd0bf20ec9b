import { getDataDirectory } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** How full the columns of an account are, and what it sources companies by. Read anew with each version of the dataset. */
export function dataDirectoryQuery(clientName: string, version: string | null) {
  return queryOptions({
    queryKey: ['data-directory', clientName, version],
    queryFn: ({ signal }) => call(getDataDirectory, {}, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

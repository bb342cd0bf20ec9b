import { getDataDirectory } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Column coverage and sourcing criteria, fetched again for each dataset version. */
export function dataDirectoryQuery(clientName: string, version: string | null) {
  return queryOptions({
    queryKey: ['data-directory', clientName, version],
    queryFn: ({ signal }) => call(getDataDirectory, {}, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

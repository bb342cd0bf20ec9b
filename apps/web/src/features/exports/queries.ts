import { type ExportItem, getExport, listExports } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { isUnderWay } from './export-status.ts';

const LIST_POLL_MS = 5_000;
const WHILE_UNDER_WAY_MS = 2_000;
/** Often enough for a page that stays open to say that its files are gone. */
const OTHERWISE_MS = 60_000;

/** Exports on one page of the list. */
export const EXPORTS_PAGE_SIZE = 25;

/** The key of everything that is asked about an account's exports. */
export function exportsKey(clientName: string) {
  return ['exports', clientName] as const;
}

/** One page (0-based) of the account's exports, refreshed every 5 s. */
export function exportsQuery(clientName: string, pageIndex: number) {
  const request = { limit: EXPORTS_PAGE_SIZE, offset: pageIndex * EXPORTS_PAGE_SIZE };
  return queryOptions({
    queryKey: [...exportsKey(clientName), 'list', request],
    queryFn: ({ signal }) => call(listExports, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}

/** One export, refreshed every 2 s until it is over. */
export function exportQuery(clientName: string, id: string) {
  return queryOptions({
    queryKey: [...exportsKey(clientName), 'item', id],
    queryFn: async ({ signal }): Promise<ExportItem> =>
      (await call(getExport, { id }, { client: clientName, signal })).export,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? WHILE_UNDER_WAY_MS : OTHERWISE_MS),
  });
}

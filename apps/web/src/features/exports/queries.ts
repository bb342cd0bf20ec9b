import { type ExportItem, getExport, listExports } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { LIST_POLL_MS } from '../../lib/list-poll.ts';
import { isActive } from './export-status.ts';

const ACTIVE_POLL_MS = 2_000;
/** Frequent enough for an open page to notice that its files expired. */
const IDLE_POLL_MS = 60_000;

export const EXPORTS_PAGE_SIZE = 25;

/** The prefix of all query keys about an account's exports. */
export function exportsKey(clientName: string) {
  return ['exports', clientName] as const;
}

export function exportsQuery(clientName: string, pageIndex: number) {
  const request = { limit: EXPORTS_PAGE_SIZE, offset: pageIndex * EXPORTS_PAGE_SIZE };
  return queryOptions({
    queryKey: [...exportsKey(clientName), 'list', request],
    queryFn: ({ signal }) => call(listExports, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}

export function exportQuery(clientName: string, id: string) {
  return queryOptions({
    queryKey: [...exportsKey(clientName), 'item', id],
    queryFn: async ({ signal }): Promise<ExportItem> =>
      (await call(getExport, { id }, { client: clientName, signal })).export,
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? ACTIVE_POLL_MS : IDLE_POLL_MS),
  });
}

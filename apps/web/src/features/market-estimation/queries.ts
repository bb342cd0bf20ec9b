import {
  type CallOf,
  getMarketEstimation,
  listSavedReports,
  listStaffExports,
  readReportComparison,
} from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { LIST_POLL_MS } from '../../lib/list-poll.ts';
import { pause } from '../../lib/pause.ts';

const COMPARISON_POLL_MS = 2_000;
const EXPORT_POLL_MS = 3_000;
export const REPORTS_PAGE_SIZE = 10;

export const staffExportsQuery = queryOptions({
  queryKey: ['staff-exports'],
  queryFn: async ({ signal }) => (await call(listStaffExports, {}, { signal })).items,
  refetchInterval: LIST_POLL_MS,
});

export const reportsKey = ['estimation-reports'];

/** One page (1-based) of the saved estimates. */
export function reportsQuery(input: Pick<CallOf<typeof listSavedReports>, 'id'> & { page: number }) {
  const { page, ...filters } = input;
  const request = { ...filters, limit: REPORTS_PAGE_SIZE, offset: (page - 1) * REPORTS_PAGE_SIZE };
  return queryOptions({
    queryKey: [...reportsKey, request],
    queryFn: ({ signal }) => call(listSavedReports, request, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}

/** Waits for an export, looking every 3 s. Returns its id. */
export async function waitForExport(executionId: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    const { status, output } = await call(getMarketEstimation, { executionId }, { signal });
    if (status === 'SUCCEEDED' && output !== null) return output.exportId;
    if (status !== 'RUNNING') throw new Error('Sorry there was an error.');
    await pause(EXPORT_POLL_MS, signal);
  }
}

/** Waits for the companies of a report to be kept or compared, looking every 2 s. */
export async function waitForComparison(executionId: string, signal: AbortSignal) {
  for (;;) {
    const { status, output, error } = await call(readReportComparison, { executionId }, { signal });
    if (status === 'SUCCEEDED' && output !== null) return output;
    if (status !== 'RUNNING') throw new Error(error ?? status);
    await pause(COMPARISON_POLL_MS, signal);
  }
}

import {
  type AnalysisReport,
  describeAnalysisReport,
  getAnalysisReport,
  listAnalysisReports,
  type OutputOf,
} from '@quarry/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const POLL_MS = 5_000;

export type ListedReport = OutputOf<typeof listAnalysisReports>['items'][number];

/** The prefix of all query keys about an account's reports. */
function reportsKey(clientName: string) {
  return ['scoring-analysis', clientName] as const;
}

/** The account's reports, newest first, polled every 5 s. */
export function reportsQuery(clientName: string) {
  return queryOptions({
    queryKey: [...reportsKey(clientName), 'list'],
    queryFn: async ({ signal }): Promise<ListedReport[]> =>
      (await call(listAnalysisReports, {}, { client: clientName, signal })).items,
    refetchInterval: POLL_MS,
  });
}

/** One report, polled every 5 s while it is being calculated. */
export function reportQuery(clientName: string, scoringAnalysisReportId: string) {
  return queryOptions({
    queryKey: [...reportsKey(clientName), 'item', scoringAnalysisReportId],
    queryFn: async ({ signal }): Promise<AnalysisReport> =>
      (await call(getAnalysisReport, { scoringAnalysisReportId }, { client: clientName, signal })).item,
    refetchInterval: ({ state }) => (state.data?.status === 'Calculating' ? POLL_MS : false),
  });
}

/** The main findings in words; `updatedAt` tells calculations apart. */
export function summaryQuery(clientName: string, scoringAnalysisReportId: string, updatedAt: string) {
  return queryOptions({
    queryKey: [...reportsKey(clientName), 'summary', scoringAnalysisReportId, updatedAt],
    queryFn: async ({ signal }) =>
      (await call(describeAnalysisReport, { scoringAnalysisReportId }, { client: clientName, signal })).summary,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Caches a saved report, and refetches the list. */
export function cacheReport(cache: QueryClient, clientName: string, report: AnalysisReport): void {
  cache.setQueryData(reportQuery(clientName, report.id).queryKey, report);
  void cache.invalidateQueries({ queryKey: reportsQuery(clientName).queryKey });
}

/** Refetches whatever is shown of an account's reports. */
export function refetchReports(cache: QueryClient, clientName: string): Promise<void> {
  return cache.invalidateQueries({ queryKey: reportsKey(clientName) });
}

import {
  COVERAGE_PAGE_SIZE,
  type CoverageResult,
  getCoverageAnalysis,
  listCoverageAnalyses,
  readCoverageRun,
  runCoverageAnalysis,
} from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { LIST_POLL_MS } from '../../lib/list-poll.ts';
import { pause } from '../../lib/pause.ts';
import type { CoverageDraft } from './coverage-draft.ts';

const POLL_MS = 2_000;

export const coverageKey = ['coverage-analyses'];

/** One page (1-based) of the analyses. */
export function coverageListQuery(search: string, page: number) {
  const request = { search, limit: COVERAGE_PAGE_SIZE, offset: (page - 1) * COVERAGE_PAGE_SIZE };
  return queryOptions({
    queryKey: [...coverageKey, request],
    queryFn: ({ signal }) => call(listCoverageAnalyses, request, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}

export function coverageQuery(id: string) {
  return queryOptions({
    queryKey: [...coverageKey, id],
    queryFn: async ({ signal }) => (await call(getCoverageAnalysis, { id }, { signal })).coverageAnalysis,
    retry: false,
    // Editing starts from what is saved now.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Runs an analysis, looking every 2 s. Throws ApiError. */
export async function runCoverage(draft: CoverageDraft, signal: AbortSignal): Promise<CoverageResult> {
  const { domains, sourcingCriteria, dataBlockConfigs, fieldRanges } = draft;
  const { executionId } = await call(
    runCoverageAnalysis,
    { domains, sourcingCriteria, dataBlockConfigs, fieldRanges },
    { signal },
  );
  for (;;) {
    const { status, output, error } = await call(readCoverageRun, { executionId }, { signal });
    if (status === 'SUCCEEDED' && output !== null) return output;
    if (status !== 'RUNNING') throw new Error(`Sorry, preview errored: ${error ?? status}`);
    await pause(POLL_MS);
  }
}

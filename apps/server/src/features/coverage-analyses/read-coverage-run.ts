import type * as contracts from '@quarry/contracts';
import { coverageResult } from '@quarry/contracts';
import { OF_STAFF } from '#server/features/market-estimation/estimate-execution.ts';
import type { Verb } from '#server/platform/mount.ts';
import { COVERAGE_KIND } from './run-coverage-analysis.ts';

/** Reads the state and result of a run, which keeps it alive. Throws NOT_FOUND. */
export const readCoverageRun: Verb<typeof contracts.readCoverageRun> = async (scope, { executionId }) => {
  const state = await scope.executions.read(OF_STAFF, COVERAGE_KIND, executionId);
  return { ...state, output: coverageResult.nullable().parse(state.output) };
};

import type * as contracts from '@quarry/contracts';
import { reportComparison } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { COMPARISON_KIND } from './comparison-execution.ts';
import { OF_STAFF } from './estimate-execution.ts';

/** Reads the result of a freeze or a comparison, which keeps it alive. Throws NOT_FOUND. */
export const readReportComparison: Verb<typeof contracts.readReportComparison> = async (scope, { executionId }) => {
  const state = await scope.executions.read(OF_STAFF, COMPARISON_KIND, executionId);
  return { ...state, output: reportComparison.nullable().parse(state.output) };
};

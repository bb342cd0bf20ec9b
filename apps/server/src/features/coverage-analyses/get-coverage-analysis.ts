import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { readCoverageAnalysis } from './coverage-analysis.ts';

/** One analysis. Throws NOT_FOUND. */
export const getCoverageAnalysis: Verb<typeof contracts.getCoverageAnalysis> = async (scope, { id }) => ({
  coverageAnalysis: await scope.read((tx) => readCoverageAnalysis(tx, id)),
});

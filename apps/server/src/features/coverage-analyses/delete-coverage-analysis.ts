import type * as contracts from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { coverageAnalyses } from '@quarry/postgres/tables/coverage-analyses';
import type { Verb } from '#server/platform/mount.ts';
import { readCoverageAnalysis } from './coverage-analysis.ts';

/** Deletes an analysis. Throws NOT_FOUND. */
export const deleteCoverageAnalysis: Verb<typeof contracts.deleteCoverageAnalysis> = async (scope, { id }) =>
  scope.change(async (tx) => {
    const before = await readCoverageAnalysis(tx, id);
    await tx.delete(coverageAnalyses).where(eq(coverageAnalyses.id, id));
    return { result: { deleted: true }, target: before.name, targetId: id, before };
  });

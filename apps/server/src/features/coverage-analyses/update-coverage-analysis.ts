import type * as contracts from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { coverageAnalyses } from '@quarry/postgres/tables/coverage-analyses';
import type { Verb } from '#server/platform/mount.ts';
import { readCoverageAnalysis, toCoverageAnalysis } from './coverage-analysis.ts';
import { parseTargets } from './parse-targets.ts';

/** Saves an analysis. Throws NOT_FOUND. */
export const updateCoverageAnalysis: Verb<typeof contracts.updateCoverageAnalysis> = async (
  scope,
  { id, ...input },
) => {
  parseTargets(input);
  return scope.change(async (tx) => {
    const before = await readCoverageAnalysis(tx, id);
    const [row] = await tx
      .update(coverageAnalyses)
      .set({ ...input, updatedAt: sql`now()` })
      .where(eq(coverageAnalyses.id, id))
      .returning();
    if (row === undefined) throw new Error('The coverage analysis was not saved');
    return {
      result: { coverageAnalysis: toCoverageAnalysis(row) },
      target: row.name,
      targetId: id,
      before,
      after: input,
    };
  });
};

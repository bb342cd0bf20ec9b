import type * as contracts from '@quarry/contracts';
import { coverageAnalyses } from '@quarry/postgres/tables/coverage-analyses';
import type { Verb } from '#server/platform/mount.ts';
import { toCoverageAnalysis } from './coverage-analysis.ts';
import { parseTargets } from './parse-targets.ts';

/** Saves a new analysis. */
export const createCoverageAnalysis: Verb<typeof contracts.createCoverageAnalysis> = async (scope, input) => {
  parseTargets(input);
  return scope.change(async (tx) => {
    const [row] = await tx
      .insert(coverageAnalyses)
      .values({ ...input, createdBy: scope.user.email })
      .returning();
    if (row === undefined) throw new Error('The coverage analysis was not saved');
    return { result: { coverageAnalysis: toCoverageAnalysis(row) }, target: row.name, targetId: row.id, after: input };
  });
};

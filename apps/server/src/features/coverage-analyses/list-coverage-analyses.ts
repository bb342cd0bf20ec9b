import type * as contracts from '@quarry/contracts';
import { containsText, desc, or } from '@quarry/postgres';
import { coverageAnalyses } from '@quarry/postgres/tables/coverage-analyses';
import type { Verb } from '#server/platform/mount.ts';

/** Lists the analyses whose name or client contains the text, the last saved first. */
export const listCoverageAnalyses: Verb<typeof contracts.listCoverageAnalyses> = async (scope, input) => {
  const isFound = or(
    containsText(coverageAnalyses.name, input.search),
    containsText(coverageAnalyses.clientName, input.search),
  );
  return scope.read(async (tx) => {
    const rows = await tx
      .select({
        id: coverageAnalyses.id,
        name: coverageAnalyses.name,
        clientName: coverageAnalyses.clientName,
        createdAt: coverageAnalyses.createdAt,
        updatedAt: coverageAnalyses.updatedAt,
      })
      .from(coverageAnalyses)
      .where(isFound)
      .orderBy(desc(coverageAnalyses.updatedAt), desc(coverageAnalyses.id))
      .limit(input.limit)
      .offset(input.offset);
    return {
      coverageAnalyses: rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      })),
      coverageAnalysesCnt: await tx.$count(coverageAnalyses, isFound),
    };
  });
};

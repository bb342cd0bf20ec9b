import { AppError, type CoverageAnalysis, coverageAnalysis } from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { coverageAnalyses } from '@quarry/postgres/tables/coverage-analyses';

type AnalysisRow = typeof coverageAnalyses.$inferSelect;

export function toCoverageAnalysis(row: AnalysisRow): CoverageAnalysis {
  return coverageAnalysis.parse({
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  });
}

/** Throws NOT_FOUND. */
export async function readCoverageAnalysis(tx: Transaction, id: string): Promise<CoverageAnalysis> {
  const [row] = await tx.select().from(coverageAnalyses).where(eq(coverageAnalyses.id, id));
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such coverage analysis.', { id });
  return toCoverageAnalysis(row);
}

import { AppError, estimationConfig, type SavedReport } from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { estimationReports } from '@quarry/postgres/tables/estimation-reports';

export type ReportRow = typeof estimationReports.$inferSelect;

/** `revision` is that of the universe now. */
export function toSavedReport(row: ReportRow, revision: string): SavedReport {
  return {
    id: row.id,
    config: estimationConfig.parse(row.config),
    requestedByUserEmail: { email: row.requestedByEmail },
    count: row.count,
    updatedAt: row.updatedAt.toISOString(),
    frozen:
      row.frozenAt === null || row.frozenCount === null
        ? null
        : {
            at: row.frozenAt.toISOString(),
            count: row.frozenCount,
            isUniverseChanged: row.frozenRevision !== revision,
          },
  };
}

/** Throws NOT_FOUND. */
export async function readReport(tx: Transaction, id: string): Promise<ReportRow> {
  const [row] = await tx.select().from(estimationReports).where(eq(estimationReports.id, id));
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such report.', { id });
  return row;
}

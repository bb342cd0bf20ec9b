import type * as contracts from '@quarry/contracts';
import { analysisReports } from '@quarry/postgres/tables/scoring-analysis';
import type { Verb } from '#server/platform/mount.ts';
import { auditedInputs } from './create-analysis-report.ts';
import { inputsOf, lockReport, reportOf } from './report.ts';

/** Deletes a report; a running calculation of it ends without results. Throws NOT_FOUND. */
export const deleteAnalysisReport: Verb<typeof contracts.deleteAnalysisReport> = async (
  scope,
  { scoringAnalysisReportId: id },
) =>
  scope.change(async (tx) => {
    const { row } = await lockReport(tx, scope.client.id, id);
    await tx.delete(analysisReports).where(reportOf(scope.client.id, id));
    return { result: { id }, target: row.name, targetId: id, before: auditedInputs(row.name, inputsOf(row)) };
  });

import { type AnalysisReport, type AnalysisResults, AppError } from '@quarry/contracts';
import type { Transaction } from '@quarry/postgres';
import { findReport, toReport } from './report.ts';

/** Reads a report that has results. Throws NOT_FOUND, and CONFLICT without results. */
export async function readProcessedReport(
  tx: Transaction,
  clientId: string,
  id: string,
): Promise<AnalysisReport & { readonly results: AnalysisResults }> {
  const report = toReport(await findReport(tx, clientId, id));
  const { results } = report;
  if (results === null) {
    const message =
      report.status === 'Error'
        ? 'There was an error calculating this report'
        : 'This report is still being calculated';
    throw new AppError('CONFLICT', message, { id, status: report.status });
  }
  return { ...report, results };
}

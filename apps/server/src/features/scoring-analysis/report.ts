import {
  ANALYSIS_STATUSES,
  type AnalysisInputs,
  type AnalysisReport,
  AppError,
  analysisInputs,
  analysisResults,
} from '@quarry/contracts';
import { and, eq, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { analysisReports } from '@quarry/postgres/tables/scoring-analysis';

type ReportRow = typeof analysisReports.$inferSelect;

/** The state of a report, of which its job knows the part that changes while it runs. */
interface ReportState {
  readonly row: Pick<ReportRow, 'id' | 'name' | 'status' | 'error' | 'createdAt' | 'createdBy'>;
  readonly job: Pick<typeof jobs.$inferSelect, 'status' | 'progress' | 'error'> | null;
}

/** A report with its job. */
export type StoredReport = ReportState & { readonly row: ReportRow };

export const jobState = { status: jobs.status, progress: jobs.progress, error: jobs.error };

/** Matches the row of one of the client's reports. */
export const reportOf = (clientId: string, id: string) =>
  and(eq(analysisReports.clientId, clientId), eq(analysisReports.id, id));

/** Throws NOT_FOUND. */
export async function findReport(tx: Transaction, clientId: string, id: string): Promise<StoredReport> {
  const [found] = await tx
    .select({ row: analysisReports, job: jobState })
    .from(analysisReports)
    .leftJoin(jobs, eq(jobs.id, analysisReports.jobId))
    .where(reportOf(clientId, id));
  if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such report.', { id });
  return found;
}

/** Throws NOT_FOUND. Keeps others from changing the report until the transaction ends. */
export async function lockReport(tx: Transaction, clientId: string, id: string): Promise<StoredReport> {
  await tx.select({ id: analysisReports.id }).from(analysisReports).where(reportOf(clientId, id)).for('update');
  return findReport(tx, clientId, id);
}

export const inputsOf = (row: Pick<ReportRow, 'inputs'>): AnalysisInputs => analysisInputs.parse(row.inputs);

/** The final status that the calculation wrote, or else the state of its job. */
export function statusOf({ row, job }: ReportState): (typeof ANALYSIS_STATUSES)[number] {
  if (row.status !== 'Calculating') return row.status;
  return job?.status === 'WAITING' || job?.status === 'PROCESSING' ? 'Calculating' : 'Error';
}

function errorOf({ row, job }: ReportState): string {
  if (row.error !== null) return row.error;
  if (job?.status === 'CANCELLED') return 'The calculation was cancelled.';
  return job?.error ?? 'An internal error ended the calculation.';
}

/** What lists and pages show of a report. */
export function toReportBase(state: ReportState) {
  const { row, job } = state;
  const status = statusOf(state);
  return {
    id: row.id,
    name: row.name,
    status,
    progress: status === 'Processed' ? 1 : (job?.progress ?? 0),
    error: status === 'Error' ? errorOf(state) : null,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
  };
}

/** A report as the API describes it. */
export function toReport(stored: StoredReport): AnalysisReport {
  const { row } = stored;
  const base = toReportBase(stored);
  return {
    ...base,
    inputs: { name: row.name, ...inputsOf(row) },
    results: base.status === 'Processed' ? analysisResults.parse(row.results) : null,
  };
}

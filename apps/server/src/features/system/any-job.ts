import { type AnyJob, AppError } from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { jobs } from '@quarry/postgres/tables/jobs';
import { jobView } from '#server/platform/jobs/job-view.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

type JobRow = typeof jobs.$inferSelect;

/** Jobs that find out by themselves what is left to do, so that they can run again at any time. */
const RETRYABLE: ReadonlySet<string> = new Set([
  'company-import',
  'export-upkeep',
  'dataset-upkeep',
  'estimation-upkeep',
  'integration-auto-syncs',
  'persona-search',
  'persona-upkeep',
  'score-refresh',
  'segment-update',
  'tag-refresh',
]);

/** Selects jobs with the names of their accounts. */
export const selectAnyJobs = (tx: Transaction) =>
  tx.select({ row: jobs, clientName: clients.name }).from(jobs).leftJoin(clients, eq(clients.id, jobs.clientId));

export function toAnyJob(
  queue: Pick<Jobs, 'canBeCancelled'>,
  { row, clientName }: { row: JobRow; clientName: string | null },
): AnyJob {
  return {
    ...jobView(row),
    clientName,
    requestedBy: row.requestedBy,
    attempt: row.attempt,
    canCancel: canCancel(queue, row),
    canRetry: canRetry(row),
  };
}

export function canCancel(queue: Pick<Jobs, 'canBeCancelled'>, { type, status, cancelRequestedAt }: JobRow): boolean {
  const isOpen = status === 'WAITING' || status === 'PROCESSING';
  return isOpen && cancelRequestedAt === null && queue.canBeCancelled(type);
}

export function canRetry({ type, status }: JobRow): boolean {
  return status === 'ERROR' && RETRYABLE.has(type);
}

/** Reads a job and locks it. Throws NOT_FOUND. */
export async function readAnyJob(tx: Transaction, jobId: string): Promise<JobRow> {
  const [row] = await tx.select().from(jobs).where(eq(jobs.id, jobId)).for('update');
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such job.', { jobId });
  return row;
}

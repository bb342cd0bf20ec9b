import type { Job } from '@quarry/contracts';
import type { JobRow } from './claim-job.ts';

/** A job as the API shows it. */
export function jobView(row: JobRow): Job {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    progress: row.progress,
    message: row.message ?? '',
    counts: row.counts,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

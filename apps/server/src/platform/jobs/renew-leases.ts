import { and, type Database, eq, inArray } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { newLease } from './claim-job.ts';
import type { RunningAttempt } from './run-attempt.ts';

/** Renews the leases of this process's jobs, and stops those that were cancelled or taken over. */
export async function renewLeases(
  db: Database,
  workerId: string,
  running: ReadonlyMap<string, RunningAttempt>,
): Promise<void> {
  const attempts = [...running.values()];
  if (attempts.length === 0) return;
  const ids = attempts.map(({ claimed }) => claimed.id);
  const rows = await db.asSystem((tx) =>
    tx
      .update(jobs)
      .set({ leaseUntil: newLease() })
      .where(and(inArray(jobs.id, ids), eq(jobs.workerId, workerId), eq(jobs.status, 'PROCESSING')))
      .returning({ id: jobs.id, attempt: jobs.attempt, cancelRequestedAt: jobs.cancelRequestedAt }),
  );
  const held = new Map(rows.map((row) => [row.id, row]));
  for (const attempt of attempts) {
    const row = held.get(attempt.claimed.id);
    if (row?.attempt !== attempt.claimed.attempt) attempt.stop('LOST');
    else if (row.cancelRequestedAt !== null) attempt.stop('CANCELLED');
    else attempt.renewed();
  }
}

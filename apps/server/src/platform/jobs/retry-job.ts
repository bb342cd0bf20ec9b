import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { announceWork } from './announce.ts';

/**
 * Puts a failed job back into the queue, from its beginning. Returns false if it did not fail, or if another unfinished
 * job has its singleton key.
 */
export async function retryJob(tx: Transaction, jobId: string): Promise<boolean> {
  const isFree = sql`not exists (
    select from jobs other
    where other.type = ${jobs.type} and other.client_id is not distinct from ${jobs.clientId}
      and other.singleton_key = ${jobs.singletonKey} and other.status in ('WAITING', 'PROCESSING')
  )`;
  const queued = await tx
    .update(jobs)
    .set({
      status: 'WAITING',
      attempt: 0,
      checkpoint: null,
      error: null,
      finishedAt: null,
      cancelRequestedAt: null,
      runAfter: sql`now()`,
    })
    .where(and(eq(jobs.id, jobId), eq(jobs.status, 'ERROR'), isFree))
    .returning({ id: jobs.id });
  if (queued.length === 0) return false;
  await announceWork(tx);
  return true;
}

import { and, eq, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { segmentUpdate } from './update-segments.ts';

/**
 * Ensures that the client's segments that wait are computed after this transaction commits: by a waiting job, or by a
 * new one behind the running one. The transaction must hold the lock on the client's row.
 */
export async function requestUpdate(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  clientId: string,
  requestedBy: string,
): Promise<void> {
  // The lock keeps the job from starting before the caller's writes are committed.
  const [waiting] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.clientId, clientId), eq(jobs.type, segmentUpdate.type), eq(jobs.status, 'WAITING')))
    .limit(1)
    .for('update');
  if (waiting === undefined) await queue.enqueue(tx, segmentUpdate, clientId, {}, { requestedBy });
}

import { and, asc, eq, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { tagRefresh } from './refresh-tags.ts';

/**
 * Sees to it that the tags of the account are refreshed once this transaction has committed: by a refresh that waits,
 * or by a new one, which runs after the one that runs now. Only while the transaction holds the client's row.
 */
export async function requestRefresh(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  clientId: string,
  requestedBy: string,
): Promise<void> {
  // The lock keeps the job from starting before what the caller writes is there to be found.
  const [waiting] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.clientId, clientId), eq(jobs.type, tagRefresh.type), eq(jobs.status, 'WAITING')))
    .orderBy(asc(jobs.createdAt))
    .limit(1)
    .for('update');
  if (waiting === undefined) await queue.enqueue(tx, tagRefresh, clientId, {}, { requestedBy });
}

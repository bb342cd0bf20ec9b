import { AppError } from '@quarry/contracts';
import { and, asc, eq, isNull, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { buildJob } from './build-job.ts';

/**
 * Ensures that a build sources the client's due markets after this transaction commits. Returns the build's job: a
 * waiting one that has not read its markets yet, or a new one behind the current ones. Throws NOT_FOUND for an unknown
 * client.
 */
export async function requestSourcing(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  clientId: string,
  requestedBy: string,
): Promise<string> {
  // Of two concurrent requests, the second waits here and then finds the first one's job.
  const [client] = await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('update');
  if (client === undefined) throw new AppError('NOT_FOUND', 'There is no such client.', { clientId });
  // The lock keeps the job from starting before the caller's market is committed.
  const [waiting] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.clientId, clientId),
        eq(jobs.type, buildJob.type),
        eq(jobs.status, 'WAITING'),
        isNull(jobs.checkpoint),
      ),
    )
    .orderBy(asc(jobs.createdAt))
    .limit(1)
    .for('update');
  if (waiting !== undefined) return waiting.id;
  return queue.enqueue(tx, buildJob, clientId, { onlyDueMarkets: true }, { requestedBy });
}

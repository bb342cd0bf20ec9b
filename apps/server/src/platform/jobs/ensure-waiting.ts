import { and, asc, eq, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import type { JobDefinition } from './define-job.ts';
import type { Jobs } from './jobs.ts';

const nothing = z.object({});

/** A job that finds out by itself what is due. */
type JobWithoutInput = Pick<JobDefinition<typeof nothing, never>, 'type' | 'input' | 'concurrency'>;

/**
 * Ensures that an account's job of this kind starts after the transaction commits: a waiting one, or a new one behind the
 * running one. The transaction must hold the lock on the client's row.
 */
export async function ensureWaiting(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  definition: JobWithoutInput,
  clientId: string,
  requestedBy: string,
): Promise<void> {
  // The lock keeps the job from starting before the caller's writes are committed.
  const [waiting] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.clientId, clientId), eq(jobs.type, definition.type), eq(jobs.status, 'WAITING')))
    .orderBy(asc(jobs.createdAt))
    .limit(1)
    .for('update');
  if (waiting === undefined) await queue.enqueue(tx, definition, clientId, nothing.parse({}), { requestedBy });
}

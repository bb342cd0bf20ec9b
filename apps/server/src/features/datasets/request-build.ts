import { AppError } from '@quarry/contracts';
import { and, eq, inArray, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { jobs } from '@quarry/postgres/tables/jobs';
import { assertNotDeleted } from '#server/features/client-configs/set-config.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { type BuildInput, buildJob } from './build-job.ts';

/**
 * Enqueues a build of the client's dataset and returns the job's id. Throws BUILD_IN_PROGRESS while another build waits
 * or runs, and NOT_FOUND for an unknown client.
 */
export async function requestBuild(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  clientId: string,
  input: Partial<BuildInput>,
  requestedBy: string,
): Promise<string> {
  // Of two concurrent requests, the second waits here and then finds the first one's job.
  const [client] = await tx.select().from(clients).where(eq(clients.id, clientId)).for('update');
  if (client === undefined) throw new AppError('NOT_FOUND', 'There is no such client.', { clientId });
  assertNotDeleted(client);
  if (await isBuilding(tx, clientId)) {
    throw new AppError('BUILD_IN_PROGRESS', 'Cant trigger dataset rebuild whilst already in progress', { clientId });
  }
  return queue.enqueue(tx, buildJob, clientId, input, { singletonKey: 'build', requestedBy });
}

export async function isBuilding(tx: Transaction, clientId: string): Promise<boolean> {
  return (await findRunningBuild(tx, clientId)) !== null;
}

/** The id of the client's waiting or running build job; null if there is none. */
export async function findRunningBuild(tx: Transaction, clientId: string): Promise<string | null> {
  const [job] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(eq(jobs.clientId, clientId), eq(jobs.type, buildJob.type), inArray(jobs.status, ['WAITING', 'PROCESSING'])),
    )
    .limit(1);
  return job?.id ?? null;
}

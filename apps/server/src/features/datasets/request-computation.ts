import { AppError } from '@quarry/contracts';
import { and, asc, eq, inArray, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import { readConfig } from '#server/features/client-configs/read-config.ts';
import { assertValidConfig } from '#server/features/client-configs/validate-config.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { computeJob } from './compute-job.ts';
import { notBuilt } from './dataset.ts';
import { hasOutdatedColumns } from './outdated-columns.ts';
import { isBuilding } from './request-build.ts';

const begun = z.object({ version: z.number().int() });

/**
 * Ensures that the client's new and changed data points are computed after this transaction commits, and that removed
 * ones are gone. Returns the id of the job: the unfinished one that does it already, or a new one. Throws
 * BUILD_IN_PROGRESS while a build waits or runs, DATASET_NOT_BUILT, and CONFLICT if there is nothing to compute.
 */
export async function requestComputation(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  clientId: string,
  requestedBy: string,
): Promise<string> {
  // Of two concurrent requests, the second waits here and then finds the first one's job.
  await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('update');
  if (await isBuilding(tx, clientId)) {
    throw new AppError(
      'BUILD_IN_PROGRESS',
      'The dataset is being refreshed. If the data point is not ready afterwards, compute it then.',
    );
  }
  const { config, row } = await readConfig(tx, { id: clientId });
  if (row.datasetVersion === null) throw notBuilt(config.clientName);
  assertValidConfig(config);
  if (!(await hasOutdatedColumns(tx, { id: clientId, config }, row.datasetVersion))) {
    throw new AppError('CONFLICT', 'Every data point is up to date.');
  }
  for (const { id, checkpoint } of await findComputations(tx, clientId)) {
    // One without a version begins it under the same lock, so it knows the caller's change.
    const version = begun.safeParse(checkpoint).data?.version;
    if (version === undefined || !(await hasOutdatedColumns(tx, { id: clientId, config }, version))) return id;
  }
  return queue.enqueue(tx, computeJob, clientId, {}, { requestedBy });
}

/** True while data points of the client are being computed, or about to be. */
export async function isComputing(tx: Transaction, clientId: string): Promise<boolean> {
  return (await findComputations(tx, clientId)).length > 0;
}

function findComputations(tx: Transaction, clientId: string) {
  return tx
    .select({ id: jobs.id, checkpoint: jobs.checkpoint })
    .from(jobs)
    .where(
      and(eq(jobs.clientId, clientId), eq(jobs.type, computeJob.type), inArray(jobs.status, ['WAITING', 'PROCESSING'])),
    )
    .orderBy(asc(jobs.createdAt));
}

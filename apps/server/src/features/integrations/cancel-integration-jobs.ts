import { and, eq, inArray, sql, type Transaction } from '@quarry/postgres';
import { integrationJobs } from '@quarry/postgres/tables/integrations';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

const isUnfinished = inArray(integrationJobs.status, ['WAITING', 'IN_PROGRESS']);

/**
 * Cancels jobs of connectors in the caller's transaction: waiting and paused ones end at once, running ones after the
 * records in flight. Returns those that had not ended.
 */
export async function cancelIntegrationJobs(
  tx: Transaction,
  queue: Pick<Jobs, 'cancel'>,
  jobIds: readonly string[],
  message: string | null,
): Promise<string[]> {
  const cancelled: string[] = [];
  for (const jobId of jobIds) if (await queue.cancel(jobId, tx)) cancelled.push(jobId);
  const unfinished = and(inArray(integrationJobs.jobId, cancelled), isUnfinished);
  if (message !== null) await tx.update(integrationJobs).set({ message }).where(unfinished);
  const hasEnded = sql`exists (select from ${jobs} where ${jobs.id} = ${integrationJobs.jobId} and ${eq(jobs.status, 'CANCELLED')})`;
  await tx
    .update(integrationJobs)
    .set({ status: 'CANCELLED', finishedAt: new Date(), pausedUntil: null })
    .where(and(unfinished, hasEnded));
  return cancelled;
}

/** Cancels everything that a connector's account is used for, because the connection ends. */
export async function cancelJobsOf(
  tx: Transaction,
  queue: Pick<Jobs, 'cancel'>,
  integrationId: string,
  message: string,
): Promise<void> {
  const running = await tx
    .select({ jobId: integrationJobs.jobId })
    .from(integrationJobs)
    .where(and(eq(integrationJobs.integrationId, integrationId), isUnfinished));
  const jobIds = running.map(({ jobId }) => jobId);
  await cancelIntegrationJobs(tx, queue, jobIds, message);
}

import {
  AppError,
  INTEGRATION_JOB_STATUSES,
  type IntegrationJob,
  integrationType,
  TASK_NAMES,
  UNDO_DAYS,
} from '@quarry/contracts';
import { and, eq, inArray, sql, type Transaction } from '@quarry/postgres';
import { integrationJobs, integrations, syncJournal } from '@quarry/postgres/tables/integrations';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import { NO_COUNTS } from './run/record-result.ts';

export const UNFINISHED = ['WAITING', 'IN_PROGRESS'] as const;
const ENDED = { COMPLETE: 'COMPLETE', ERROR: 'FAILED', CANCELLED: 'CANCELLED' } as const;

const storedJob = z.object({ integrationType, taskName: z.enum(TASK_NAMES), status: z.enum(INTEGRATION_JOB_STATUSES) });

/** The tasks that write to the CRM what an undo can take back. */
export const SYNC_TASKS = ['Auto Sync', 'Manual Sync'] as const;

export function selectJobs(tx: Transaction) {
  return tx
    .select({
      row: integrationJobs,
      integrationType: integrations.integrationType,
      jobStatus: jobs.status,
      jobError: jobs.error,
      jobMessage: jobs.message,
      jobProgress: jobs.progress,
      // Gone if another account of the CRM was connected.
      hasJournal: sql<boolean>`exists (select from ${syncJournal} where ${syncJournal.jobId} = ${integrationJobs.jobId})`,
    })
    .from(integrationJobs)
    .innerJoin(integrations, eq(integrations.id, integrationJobs.integrationId))
    .leftJoin(jobs, eq(jobs.id, integrationJobs.jobId))
    .$dynamic();
}

export type StoredJob = Awaited<ReturnType<typeof selectJobs>>[number];

/** One of the client's jobs. Throws NOT_FOUND. */
export async function findJob(tx: Transaction, clientId: string, jobId: string): Promise<StoredJob> {
  const [found] = await selectJobs(tx).where(
    and(eq(integrationJobs.clientId, clientId), eq(integrationJobs.jobId, jobId)),
  );
  if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such job.', { jobId });
  return found;
}

/** A job as the API describes it. Its worker may have died at the last attempt, which only the queue knows. */
export function toIntegrationJob(stored: StoredJob): IntegrationJob {
  const { row, jobStatus, jobError, jobMessage } = stored;
  const parsed = storedJob.parse({ ...row, integrationType: stored.integrationType });
  const isOpen = parsed.status === 'WAITING' || parsed.status === 'IN_PROGRESS';
  const isEndedInQueue = jobStatus === 'COMPLETE' || jobStatus === 'ERROR' || jobStatus === 'CANCELLED';
  const status = isOpen && isEndedInQueue ? ENDED[jobStatus] : parsed.status;
  const isStillOpen = isOpen && !isEndedInQueue;
  const counts = { ...NO_COUNTS, ...row.counts };
  const written =
    counts.numAccountsCreated + counts.numAccountsUpdated + counts.numContactsCreated + counts.numContactsUpdated;
  const isRecent = row.finishedAt !== null && row.finishedAt.getTime() > Date.now() - UNDO_DAYS * 86_400_000;
  const isSync = SYNC_TASKS.some((task) => task === parsed.taskName);
  return {
    id: row.jobId,
    integrationId: row.integrationId,
    integrationType: parsed.integrationType,
    taskName: parsed.taskName,
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    requestedBy: row.requestedBy,
    status,
    pausedUntil: isStillOpen ? (row.pausedUntil?.toISOString() ?? null) : null,
    message: isStillOpen ? (row.message ?? jobMessage) : (row.message ?? (status === 'FAILED' ? jobError : null)),
    progress: {
      ...counts,
      progress: status === 'COMPLETE' ? 1 : Math.max(row.progress / 100, isStillOpen ? (stored.jobProgress ?? 0) : 0),
    },
    undoes: row.undoes,
    canUndo:
      isSync && !isStillOpen && isRecent && written > 0 && stored.hasJournal && parsed.integrationType !== 'WEBHOOK',
  };
}

/**
 * Takes over the ends that only the queue knows, so that a connector is free for its next job; those of every account if
 * none is named.
 */
export async function settleEnded(tx: Transaction, clientId?: string): Promise<void> {
  const status = sql`case ${jobs.status} when 'ERROR' then 'FAILED' else ${jobs.status} end`;
  await tx
    .update(integrationJobs)
    .set({
      status: sql`(select ${status} from ${jobs} where ${jobs.id} = ${integrationJobs.jobId})`,
      message: sql`coalesce(${integrationJobs.message}, (select ${jobs.error} from ${jobs} where ${jobs.id} = ${integrationJobs.jobId}))`,
      finishedAt: sql`coalesce((select ${jobs.finishedAt} from ${jobs} where ${jobs.id} = ${integrationJobs.jobId}), now())`,
      pausedUntil: null,
    })
    .where(
      and(
        clientId === undefined ? undefined : eq(integrationJobs.clientId, clientId),
        inArray(integrationJobs.status, [...UNFINISHED]),
        sql`exists (select from ${jobs} where ${jobs.id} = ${integrationJobs.jobId}
          and ${jobs.status} in ('COMPLETE', 'ERROR', 'CANCELLED'))`,
      ),
    );
}

import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, desc, eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { jobs } from '@quarry/postgres/tables/jobs';
import { buildJob } from '#server/features/datasets/build-job.ts';
import type { Verb } from '#server/platform/mount.ts';
import { dataSyncStatusOf } from './client-summary.ts';

/** Reads how far a client's build is, or how its last one ended. Throws NOT_FOUND. */
export const getDataSyncStatus: Verb<typeof contracts.getDataSyncStatus> = async (scope, { name }) =>
  scope.read(async (tx) => {
    const [client] = await tx.select().from(clients).where(eq(clients.name, name));
    if (client === undefined) throw new AppError('NOT_FOUND', 'There is no such client.', { name });
    const [build] = await tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.clientId, client.id), eq(jobs.type, buildJob.type)))
      .orderBy(desc(jobs.createdAt))
      .limit(1);
    const status = dataSyncStatusOf(build, client.lastDataSyncCompletedAt);
    return {
      status,
      percentage: status === 'COMPLETE' ? 100 : Math.floor((build?.progress ?? 0) * 100),
      executionArn: build?.id ?? null,
      phase: build?.message ?? null,
      error: build?.error ?? null,
      startedAt: build?.startedAt?.toISOString() ?? null,
      lastDataSyncCompletedAt: client.lastDataSyncCompletedAt?.toISOString() ?? null,
    };
  });

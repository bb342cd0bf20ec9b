import { and, desc, eq, inArray, isNotNull, notInArray, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { jobs } from '@quarry/postgres/tables/jobs';
import { segments } from '@quarry/postgres/tables/segments';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { requestUpdate } from './request-update.ts';
import { lockClient } from './segment.ts';
import { segmentUpdate } from './update-segments.ts';

const isWaiting = sql`${segments.revision} > ${segments.computedRevision}`;

/**
 * Settles segments that wait although no update waits or runs: those whose update was cancelled or failed say so, and for
 * others an update is requested.
 */
export async function settleAbandoned(ctx: Pick<JobContext, 'db' | 'enqueue'>): Promise<void> {
  const abandoned = await ctx.db.asSystem((tx) => {
    const live = tx
      .select({ clientId: jobs.clientId })
      .from(jobs)
      .where(
        and(
          eq(jobs.type, segmentUpdate.type),
          isNotNull(jobs.clientId),
          inArray(jobs.status, ['WAITING', 'PROCESSING']),
        ),
      );
    return tx
      .selectDistinct({ id: segments.clientId })
      .from(segments)
      .innerJoin(clients, eq(clients.id, segments.clientId))
      .where(and(isWaiting, isNotNull(clients.datasetVersion), notInArray(segments.clientId, live)));
  });
  for (const { id } of abandoned) await ctx.db.asClient(id, (tx) => settleClient(tx, ctx, id));
}

async function settleClient(tx: Transaction, ctx: Pick<JobContext, 'enqueue'>, clientId: string): Promise<void> {
  await lockClient(tx, clientId);
  const [last] = await tx
    .select({ status: jobs.status })
    .from(jobs)
    .where(and(eq(jobs.clientId, clientId), eq(jobs.type, segmentUpdate.type)))
    .orderBy(desc(jobs.createdAt))
    .limit(1);
  if (last?.status === 'WAITING' || last?.status === 'PROCESSING') return;
  const problem = PROBLEMS[last?.status ?? 'COMPLETE'];
  if (problem === undefined) return requestUpdate(tx, ctx, clientId, 'schedule');
  await tx
    .update(segments)
    .set({
      problem,
      computedRevision: sql`${segments.revision}`,
      updateStatus: sql`case when ${segments.updateStatus} = 'RUNNING' then 'ERROR' else ${segments.updateStatus} end`,
      refreshStatus: 'COMPLETE',
    })
    .where(and(eq(segments.clientId, clientId), isWaiting));
}

/** By the status of the last update. */
const PROBLEMS: Readonly<Record<string, string>> = {
  CANCELLED: 'The update was cancelled. The segment keeps its last companies.',
  ERROR: 'The update failed for a technical reason. The segment keeps its last companies.',
};

import { and, asc, desc, eq, inArray, isNotNull, notInArray, sql, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { personas } from '@quarry/postgres/tables/personas';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { lockQueue } from './lock-queue.ts';
import { readPersonaRow } from './persona.ts';
import { personaSearch } from './persona-search.ts';
import { requestSearches } from './request-searches.ts';
import { endSearch } from './search/end-search.ts';

const ACTIVE = ['QUEUED', 'RUNNING'] as const;
const LIVE = ['WAITING', 'PROCESSING'] as const;

/**
 * Settles searches whose job has ended without them: if it was given up, such as after processes died of a search again
 * and again, the first search has failed, and those behind it get a new job.
 */
export async function settleAbandonedSearches(ctx: Pick<JobContext, 'db' | 'enqueue'>): Promise<void> {
  const abandoned = await ctx.db.asSystem((tx) => {
    const live = tx
      .select({ clientId: jobs.clientId })
      .from(jobs)
      .where(and(eq(jobs.type, personaSearch.type), isNotNull(jobs.clientId), inArray(jobs.status, LIVE)));
    return tx
      .selectDistinct({ id: personas.clientId })
      .from(personas)
      .where(and(inArray(personas.searchStatus, ACTIVE), notInArray(personas.clientId, live)));
  });
  for (const { id } of abandoned) await ctx.db.asClient(id, (tx) => settleClient(tx, ctx, id));
}

async function settleClient(tx: Transaction, ctx: Pick<JobContext, 'enqueue'>, clientId: string): Promise<void> {
  await lockQueue(tx, clientId);
  const [last] = await tx
    .select({ status: jobs.status })
    .from(jobs)
    .where(and(eq(jobs.clientId, clientId), eq(jobs.type, personaSearch.type)))
    .orderBy(desc(jobs.createdAt))
    .limit(1);
  if (last?.status === 'WAITING' || last?.status === 'PROCESSING') return;
  const searches = await tx
    .select()
    .from(personas)
    .where(and(eq(personas.clientId, clientId), inArray(personas.searchStatus, ACTIVE)))
    .orderBy(sql`${personas.searchStatus} = 'QUEUED'`, asc(personas.queuedAt))
    .for('update');
  const isOver = last?.status === 'ERROR' || last?.status === 'CANCELLED';
  // The one that ran, or was about to.
  const failed = isOver ? searches.slice(0, 1) : [];
  for (const row of failed) await endSearch(tx, readPersonaRow(row), 'UNKNOWN');
  if (failed.length < searches.length) await requestSearches(tx, ctx, clientId, 'schedule');
}

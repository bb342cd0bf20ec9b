import { and, eq, isNull, sql } from '@quarry/postgres';
import { personaCompanies, personas } from '@quarry/postgres/tables/personas';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { lockQueue } from '../lock-queue.ts';
import { RESTARTED, requestSearches } from '../request-searches.ts';
import { countCompanies, readSegmentAtRun } from '../search/segment-at-run.ts';

/**
 * Queues the finished searches of a segment that have companies left. One that stopped at its cap, or for lack of
 * credits, waits until somebody starts it.
 */
export async function queueSearches(ctx: JobContext, clientId: string, segmentId: string): Promise<void> {
  const segment = await ctx.db.asClient(clientId, (tx) => readSegmentAtRun(tx, clientId, segmentId), {
    readOnly: true,
  });
  if (segment === null || segment.run === null) return;
  const { warehouse, signal } = ctx;
  const companies = await countCompanies(warehouse, segment, { lane: 'jobs', signal });
  await ctx.db.asClient(clientId, async (tx) => {
    await lockQueue(tx, clientId);
    await ctx.saveCheckpoint(null, tx);
    const finished = sql`(select count(*) from ${personaCompanies} done
      where done.persona_id = ${personas}.id and done.revision = ${personas}.revision)`;
    const queued = await tx
      .update(personas)
      .set({ ...RESTARTED, searchStatus: 'QUEUED' })
      .where(
        and(
          eq(personas.clientId, clientId),
          eq(personas.segmentId, segmentId),
          eq(personas.wasStarted, true),
          eq(personas.searchStatus, 'COMPLETE'),
          isNull(personas.searchNote),
          sql`${finished} < ${companies}`,
        ),
      )
      .returning({ id: personas.id });
    if (queued.length > 0) await requestSearches(tx, ctx, clientId, 'Upkeep of personas');
  });
}

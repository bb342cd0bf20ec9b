import { and, eq, isNull, lte, or } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { SYNC_MS } from '#server/features/datasets/next-build.ts';
import { isBuilding, requestBuild } from '#server/features/datasets/request-build.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';

/**
 * Requests one build for each client that syncs automatically and whose last build started at least `SYNC_MS` ago, no
 * matter how many were missed. Returns the number of requested builds.
 */
export async function scheduleBuilds(ctx: Pick<JobContext, 'db' | 'enqueue'>, now = new Date()): Promise<number> {
  const due = new Date(now.getTime() - SYNC_MS);
  return ctx.db.asSystem(async (tx) => {
    const found = await tx
      .select({ id: clients.id })
      .from(clients)
      .where(
        and(
          eq(clients.autoSyncEnabled, true),
          or(isNull(clients.lastDataSyncStartedAt), lte(clients.lastDataSyncStartedAt, due)),
        ),
      );
    let requested = 0;
    for (const { id } of found) {
      if (await isBuilding(tx, id)) continue;
      await requestBuild(tx, ctx, id, {}, 'schedule');
      requested += 1;
    }
    return requested;
  });
}

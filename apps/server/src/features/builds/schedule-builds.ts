import { and, eq, gt, isNull, lte, or } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { SYNC_MS } from '#server/features/datasets/next-build.ts';
import { isBuilding, requestBuild } from '#server/features/datasets/request-build.ts';
import { isUniverseEmpty } from '#server/features/universe/is-universe-empty.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';

/**
 * Requests one build for each client that syncs automatically and whose last build started at least `SYNC_MS` ago, no
 * matter how many were missed; none before the universe has companies, because the first dataset would be empty for a
 * day. Returns the number of requested builds.
 */
export async function scheduleBuilds(
  ctx: Pick<JobContext, 'db' | 'warehouse' | 'enqueue'>,
  now = new Date(),
): Promise<number> {
  const due = new Date(now.getTime() - SYNC_MS);
  return ctx.db.asSystem(async (tx) => {
    const found = await tx
      .select({ id: clients.id })
      .from(clients)
      .where(
        and(
          eq(clients.autoSyncEnabled, true),
          or(isNull(clients.scheduledForDeletionAt), gt(clients.scheduledForDeletionAt, new Date())),
          or(isNull(clients.lastDataSyncStartedAt), lte(clients.lastDataSyncStartedAt, due)),
        ),
      );
    if (found.length === 0 || (await isUniverseEmpty(ctx.warehouse))) return 0;
    let requested = 0;
    for (const { id } of found) {
      if (await isBuilding(tx, id)) continue;
      await requestBuild(tx, ctx, id, {}, 'schedule');
      requested += 1;
    }
    return requested;
  });
}

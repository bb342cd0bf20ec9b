import { and, eq, isNull, lte, or } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { isBuilding, requestBuild } from './request-build.ts';

/** Hours from the start of one build to the start of the next, where clients sync by themselves. */
const SYNC_HOURS = 24;
const SYNC_MS = SYNC_HOURS * 3_600_000;

/** When the client's next build is due by the clock: at once where a run was missed, null where it does not sync by itself. */
export function nextBuildDueAt(
  client: { readonly autoSyncEnabled: boolean; readonly lastDataSyncStartedAt: Date | null },
  now = new Date(),
): Date | null {
  if (!client.autoSyncEnabled) return null;
  return new Date(Math.max(now.getTime(), (client.lastDataSyncStartedAt?.getTime() ?? 0) + SYNC_MS));
}

/**
 * Requests the builds that are due: clients that sync by themselves and whose last build began 24 hours ago or more.
 * Runs that were missed are not made up. Returns how many builds it requested.
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

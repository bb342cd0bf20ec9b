import { and, eq, isNull, ne } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { settleBuiltTags } from '#server/features/tags/derive-for-build.ts';
import type { DerivedTag } from '#server/features/tags/derive-tags.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { BuildState } from './build-state.ts';
import type { FilledDataset } from './fill-dataset.ts';
import { settleMarkets } from './settle-markets.ts';

/**
 * Lets readers see a version, all at once, and notes with the markets and tags what came of them. The one before stays a
 * while for those who are reading it.
 */
export async function swapDataset(
  ctx: JobContext,
  clientId: string,
  state: BuildState,
  filled: FilledDataset & { readonly tags: readonly DerivedTag[] },
): Promise<void> {
  await ctx.db.asClient(clientId, async (tx) => {
    // Throws when the job has been taken over, so that of two runs only one can swap.
    await ctx.saveCheckpoint(state, tx);
    const now = new Date();
    await tx
      .update(datasetVersions)
      .set({ status: 'RETIRED', retiredAt: now })
      .where(
        and(
          eq(datasetVersions.clientId, clientId),
          eq(datasetVersions.status, 'READY'),
          ne(datasetVersions.version, state.version),
        ),
      );
    await tx
      .update(datasetVersions)
      .set({
        status: 'READY',
        readyAt: now,
        rowCount: filled.companies,
        withheldCount: state.withheld,
        schema: filled.schema,
      })
      .where(eq(datasetVersions.version, state.version));
    const isAsBegun =
      state.lastVersion === null ? isNull(clients.datasetVersion) : eq(clients.datasetVersion, state.lastVersion);
    const swapped = await tx
      .update(clients)
      .set({ datasetVersion: state.version, lastDataSyncCompletedAt: now })
      .where(and(eq(clients.id, clientId), isAsBegun))
      .returning({ id: clients.id });
    if (swapped.length === 0) throw new Error('Another build was swapped in since this one was begun');
    // After the client, as approvals do: the other way round the two could wait for each other.
    await settleMarkets(tx, clientId, state.markets, now);
    await settleBuiltTags(tx, ctx, clientId, filled.tags);
  });
}

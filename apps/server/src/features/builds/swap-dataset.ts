import { and, eq, isNull, ne } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import type { Build, Settle } from './build.ts';

/**
 * Shows readers a version, all at once, and settles what the steps of the build brought. The version before stays a
 * while for those who are reading it.
 */
export async function swapDataset(build: Build, settles: readonly Settle[]): Promise<void> {
  const { ctx, clientId, schema, state } = build;
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
        rowCount: state.filled,
        withheldCount: state.withheld,
        schema,
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
    for (const settle of settles) await settle(tx, now);
  });
}

import { and, eq, isNull, ne } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetUsage } from '@quarry/postgres/tables/dataset-usage';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { recordImports } from '#server/features/datasets/crm-records.ts';
import { renamedColumns } from '#server/features/datasets/renames.ts';
import { requestAutoSyncs } from '#server/features/integration-jobs/auto-sync/auto-syncs.ts';
import { recordClientTables } from '#server/platform/ledger/record-tables.ts';
import type { Build, Settle } from './build.ts';
import { countTables } from './count-tables.ts';
import { settleExclusions } from './settle-exclusions.ts';
import { settleRenames } from './settle-renames.ts';
import { yieldToBuild } from './yield-to-build.ts';

/**
 * Makes the new version current and settles the steps' results in one transaction. The last version stays for a grace
 * period, for its readers.
 */
export async function swapDataset(build: Build, settles: readonly Settle[]): Promise<void> {
  const { ctx, clientId, schema, lastSchema, state } = build;
  const tables = await countTables(build);
  await ctx.db.asClient(clientId, async (tx) => {
    // Throws if another worker took the job over, so only one of two runs can swap.
    await ctx.saveCheckpoint(state, tx);
    const isBuild = build.kept === null;
    if (!isBuild) await yieldToBuild(tx, clientId);
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
    const isLastVersion =
      state.lastVersion === null ? isNull(clients.datasetVersion) : eq(clients.datasetVersion, state.lastVersion);
    const swapped = await tx
      .update(clients)
      .set({ datasetVersion: state.version, ...(isBuild ? { lastDataSyncCompletedAt: now } : {}) })
      .where(and(eq(clients.id, clientId), isLastVersion))
      .returning({ id: clients.id });
    if (swapped.length === 0) throw new Error('Another build was swapped in after this one began');
    // A version with the same companies has the same exclusions.
    if (isBuild) {
      await settleExclusions(build, tx);
      await tx.insert(datasetUsage).values({ clientId, at: now, companies: state.filled, withheld: state.withheld });
    }
    await recordClientTables(tx, clientId, tables);
    await recordImports(tx, { id: clientId, name: build.config.clientName });
    await settleRenames(tx, clientId, renamedColumns(schema, lastSchema));
    // After the client's row, in the same order as approvals, so that the two cannot deadlock.
    for (const settle of settles) await settle(tx, now);
    if (isBuild) await requestAutoSyncs(tx, ctx, clientId);
  });
}

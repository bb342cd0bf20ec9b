import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { assertRoomFor } from '#server/platform/disk-space.ts';
import type { Verb } from '#server/platform/mount.ts';
import { auditTarget, findExport, toExportItem } from './export.ts';
import { planExport } from './export-plan.ts';
import { compileExport } from './export-rows.ts';
import { csvExport } from './run-export.ts';

/** Records and enqueues an export; rejects a search or columns that don't fit the dataset before it starts. */
export const startExport: Verb<typeof contracts.startExport> = async (
  scope,
  { exportType, exportConfig, exportName },
) => {
  await assertRoomFor(scope.config);
  const isLinkedIn = exportType === 'DATASET_LINKEDIN_ADS';
  if (isLinkedIn && exportConfig.format !== 'csv') {
    throw new AppError('VALIDATION_FAILED', 'LinkedIn Ads reads CSV files only.', { format: exportConfig.format });
  }
  const config = isLinkedIn ? { ...exportConfig, columns: null } : exportConfig;
  compileExport(await planExport(scope, exportType, config));
  return scope.change(async (tx) => {
    const [created] = await tx
      .insert(csvExports)
      .values({
        clientId: scope.client.id,
        type: exportType,
        exportName: exportName || null,
        config,
        requestedBy: scope.user.userId,
        requestedByEmail: scope.user.email,
      })
      .returning({ id: csvExports.id });
    if (created === undefined) throw new Error('The export was not created');
    const jobId = await scope.jobs.enqueue(
      tx,
      csvExport,
      scope.client.id,
      { exportId: created.id },
      { requestedBy: scope.user.email },
    );
    await tx.update(csvExports).set({ jobId }).where(eq(csvExports.id, created.id));
    const stored = await findExport(scope, tx, created.id);
    return {
      result: { export: toExportItem(stored) },
      ...auditTarget(stored.row),
      after: { exportType, exportName: exportName || null, exportConfig: config },
    };
  });
};

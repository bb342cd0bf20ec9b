import { randomUUID } from 'node:crypto';
import type * as contracts from '@quarry/contracts';
import {
  type AnalysisExportConfig,
  AppError,
  type DatasetExportType,
  type ExportConfig,
  type StartedExportType,
} from '@quarry/contracts';
import { csvExports } from '@quarry/postgres/tables/exports';
import { assertRoomFor } from '#server/platform/disk-space.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { auditTarget, findExport, toExportItem } from './export.ts';
import { planExport } from './export-plan.ts';
import { compileExport } from './export-rows.ts';
import { type FrozenFindings, freezeFindings } from './findings-export.ts';
import { dropFrozenRows } from './freeze-rows.ts';
import { csvExport } from './run-export.ts';
import { type Snapshot, takeSnapshot } from './take-snapshot.ts';

/**
 * Freezes what is exported, then records and enqueues the export; rejects a search or columns that don't fit the dataset
 * before it starts.
 */
export const startExport: Verb<typeof contracts.startExport> = async (
  scope,
  { exportType, exportConfig, exportName },
) => {
  await assertRoomFor(scope.config);
  const id = randomUUID();
  const named = { id, exportName: exportName || null };
  const isOfReport = 'scoringAnalysisReportId' in exportConfig;
  if (isOfReport !== (exportType === 'SCORING_ANALYSIS')) {
    throw new AppError('VALIDATION_FAILED', 'The configuration is that of another type of export.', { exportType });
  }
  if (isOfReport) {
    const snapshot = await freezeFindings(scope, exportConfig);
    return record(scope, { ...named, exportType: 'SCORING_ANALYSIS', config: exportConfig, snapshot });
  }
  return startDatasetExport(scope, named, exportType === 'DATASET_LINKEDIN_ADS' ? exportType : 'DATASET', exportConfig);
};

async function startDatasetExport(
  scope: ClientScope,
  named: Pick<NewExport, 'id' | 'exportName'>,
  exportType: DatasetExportType,
  exportConfig: ExportConfig,
) {
  const { id } = named;
  const isLinkedIn = exportType === 'DATASET_LINKEDIN_ADS';
  if (isLinkedIn && exportConfig.format !== 'csv') {
    throw new AppError('VALIDATION_FAILED', 'LinkedIn Ads reads CSV files only.', { format: exportConfig.format });
  }
  const config = isLinkedIn ? { ...exportConfig, columns: null } : exportConfig;
  const plan = await planExport(scope, exportType, config);
  compileExport(plan);
  const { signal } = scope.request;
  const snapshot = await takeSnapshot(scope, scope.client.name, id, plan, { lane: 'people', signal });
  try {
    return await record(scope, { ...named, exportType, config, snapshot });
  } catch (error) {
    await dropFrozenRows(scope, scope.client.name, id);
    throw error;
  }
}

interface NewExport {
  readonly id: string;
  readonly exportType: StartedExportType;
  readonly exportName: string | null;
  readonly config: ExportConfig | AnalysisExportConfig;
  readonly snapshot: Snapshot | FrozenFindings;
}

function record(scope: ClientScope, { id, exportType, exportName, config, snapshot }: NewExport) {
  return scope.change(async (tx) => {
    const input = { exportId: id };
    const jobId = await scope.jobs.enqueue(tx, csvExport, scope.client.id, input, { requestedBy: scope.user.email });
    await tx.insert(csvExports).values({
      id,
      clientId: scope.client.id,
      type: exportType,
      exportName,
      config,
      snapshot,
      jobId,
      requestedBy: scope.user.userId,
      requestedByEmail: scope.user.email,
    });
    const stored = await findExport(scope, tx, id);
    return {
      result: { export: toExportItem(stored) },
      ...auditTarget(stored.row),
      after: { exportType, exportName, exportConfig: config },
    };
  });
}

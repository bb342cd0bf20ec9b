import { randomUUID } from 'node:crypto';
import type * as contracts from '@quarry/contracts';
import {
  type AnalysisExportConfig,
  AppError,
  type DatasetExportType,
  type ExportConfig,
  type ExportType,
  isLinkedInExport,
  type SegmentExportConfig,
  type SegmentExportType,
  type SyncErrorsExportConfig,
  type SyncPlanExportConfig,
} from '@quarry/contracts';
import { csvExports } from '@quarry/postgres/tables/exports';
import { assertRoomFor } from '#server/platform/disk-space.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { auditTarget, findExport, isOfDataset, isOfSegment, toExportItem } from './export.ts';
import { planExport } from './export-plan.ts';
import { compileExport } from './export-rows.ts';
import { freezeFindings } from './findings-export.ts';
import { dropFrozenRows } from './freeze-rows.ts';
import type { ListedRows } from './listed-rows.ts';
import { csvExport } from './run-export.ts';
import { freezeSegment, type SegmentSnapshot } from './segment/freeze-segment.ts';
import { planSegmentExport } from './segment/segment-plan.ts';
import { companyColumns } from './segment/write-sections.ts';
import { freezeSyncErrors } from './sync-errors-export.ts';
import { assertPlanReady } from './sync-plan-export.ts';
import { type Snapshot, takeSnapshot } from './take-snapshot.ts';

/**
 * Freezes what is exported, then records and enqueues the export; rejects a search, a segment or columns that don't exist
 * before it starts.
 */
export const startExport: Verb<typeof contracts.startExport> = async (
  scope,
  { exportType, exportConfig, exportName },
) => {
  await assertRoomFor(scope.config);
  const named = { id: randomUUID(), exportName: exportName || null };
  try {
    const frozen = await freeze(scope, named.id, exportType, exportConfig);
    if (frozen !== null) return await record(scope, { ...named, ...frozen });
  } catch (error) {
    await dropFrozenRows(scope, scope.client.name, named.id);
    throw error;
  }
  throw new AppError('VALIDATION_FAILED', 'The configuration does not fit the type of the export.', { exportType });
};

type AnyConfig =
  | ExportConfig
  | SegmentExportConfig
  | AnalysisExportConfig
  | SyncErrorsExportConfig
  | SyncPlanExportConfig;

interface NewExport {
  readonly id: string;
  readonly exportType: ExportType;
  readonly exportName: string | null;
  readonly config: AnyConfig;
  readonly snapshot: Snapshot | SegmentSnapshot | ListedRows | null;
}

type FrozenExport = Omit<NewExport, 'id' | 'exportName'>;

/** Null if the config is that of another type. */
async function freeze(
  scope: ClientScope,
  id: string,
  exportType: ExportType,
  config: AnyConfig,
): Promise<FrozenExport | null> {
  if ('segmentId' in config) {
    return isOfSegment(exportType) ? freezeForSegment(scope, id, exportType, config) : null;
  }
  if ('scoringAnalysisReportId' in config) {
    return exportType === 'SCORING_ANALYSIS'
      ? { exportType, config, snapshot: await freezeFindings(scope, config) }
      : null;
  }
  if ('integrationType' in config) {
    return exportType === 'CRM_ERRORS' ? { exportType, config, snapshot: await freezeSyncErrors(scope, config) } : null;
  }
  if ('jobId' in config) {
    if (exportType !== 'SYNC_PLAN') return null;
    await assertPlanReady(scope, config);
    // The plan of a job that has ended doesn't change.
    return { exportType, config, snapshot: null };
  }
  return isOfDataset(exportType) ? freezeForDataset(scope, id, exportType, config) : null;
}

async function freezeForDataset(
  scope: ClientScope,
  id: string,
  exportType: DatasetExportType,
  exportConfig: ExportConfig,
): Promise<FrozenExport> {
  const isLinkedIn = isLinkedInExport(exportType);
  if (isLinkedIn && exportConfig.format !== 'csv') {
    throw new AppError('VALIDATION_FAILED', 'LinkedIn Ads reads CSV files only.', { format: exportConfig.format });
  }
  const config = isLinkedIn ? { ...exportConfig, columns: null } : exportConfig;
  const plan = await planExport(scope, exportType, config);
  compileExport(plan);
  const { signal } = scope.request;
  const snapshot = await takeSnapshot(scope, scope.client.name, id, plan, { lane: 'people', signal });
  return { exportType, config, snapshot };
}

async function freezeForSegment(
  scope: ClientScope,
  id: string,
  exportType: SegmentExportType,
  exportConfig: SegmentExportConfig,
): Promise<FrozenExport> {
  const config = isLinkedInExport(exportType) ? { ...exportConfig, columns: null } : exportConfig;
  const planned = await planSegmentExport(scope, exportType, config);
  companyColumns(planned.plan);
  return { exportType, config, snapshot: await freezeSegment(scope, id, config, planned, scope.request.signal) };
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

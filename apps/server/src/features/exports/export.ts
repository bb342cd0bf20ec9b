import {
  AppError,
  analysisExportConfig,
  DATASET_EXPORT_TYPES,
  type DatasetExportType,
  EXPORT_TYPES,
  type ExportFormat,
  type ExportItem,
  type ExportStatus,
  exportConfig,
  exportTitle,
  SEGMENT_EXPORT_TYPES,
  type SegmentExportType,
  segmentExportConfig,
  syncErrorsExportConfig,
  syncPlanExportConfig,
} from '@quarry/contracts';
import { and, eq, type Transaction } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import type { ClientScope } from '#server/platform/scope.ts';
import { partFilename } from './file-name.ts';

/** A group of an export's files with columns of their own. */
export const exportSection = z.enum(['companies', 'contacts']);
export type ExportSection = z.infer<typeof exportSection>;

/** A finished file of an export; `key` is its place in the file store. */
export const exportPart = z.object({
  key: z.string(),
  rows: z.number().int(),
  bytes: z.number().int(),
  /** Null if all files have the same columns. */
  section: exportSection.nullable().default(null),
});
export type ExportPart = z.infer<typeof exportPart>;

export type ExportRow = typeof csvExports.$inferSelect;

/** The row of an export, with the state of its job. */
export interface StoredExport {
  readonly row: ExportRow;
  readonly job: Pick<typeof jobs.$inferSelect, 'status' | 'progress' | 'error'> | null;
}

const jobColumns = { status: jobs.status, progress: jobs.progress, error: jobs.error };

/** Selects every export that the transaction sees, with its job. */
export function selectExports(tx: Transaction) {
  return tx
    .select({ row: csvExports, job: jobColumns })
    .from(csvExports)
    .leftJoin(jobs, eq(jobs.id, csvExports.jobId))
    .$dynamic();
}

/** The condition on the exports that the caller may see: their own, and for ADMIN all. */
export function visibleTo({ permissions, user }: Pick<ClientScope, 'permissions' | 'user'>) {
  return permissions.includes('ADMIN') ? undefined : eq(csvExports.requestedBy, user.userId);
}

/** Reads the caller's own export, or for ADMIN any of the account. Throws NOT_FOUND for all others. */
export async function findExport(
  scope: Pick<ClientScope, 'permissions' | 'user'>,
  tx: Transaction,
  id: string,
): Promise<StoredExport> {
  const [found] = await selectExports(tx).where(and(eq(csvExports.id, id), visibleTo(scope)));
  if (found === undefined) throw new AppError('NOT_FOUND', 'This export does not exist.', { id });
  return found;
}

/** The target of an export's audit rows. */
export function auditTarget({ id, exportName, type }: Pick<ExportRow, 'id' | 'exportName' | 'type'>) {
  return { target: exportTitle({ exportName, type: exportType(type) }), targetId: id };
}

export const partsOf = (row: Pick<ExportRow, 'parts'>): ExportPart[] => z.array(exportPart).parse(row.parts);

/** The final status that the run wrote, or else the status of the job. */
export function statusOf({ row, job }: StoredExport): ExportStatus {
  if (row.status === 'COMPLETE' || row.status === 'FAILED' || row.status === 'CANCELLED') return row.status;
  switch (job?.status) {
    case 'WAITING':
    case 'PROCESSING':
    case 'CANCELLED':
      return job.status;
    default:
      return 'FAILED';
  }
}

/** The error to show for a failed export. */
export function errorOf(stored: StoredExport): string | null {
  if (statusOf(stored) !== 'FAILED') return null;
  return stored.row.error ?? stored.job?.error ?? 'An internal error ended the export.';
}

/** True if the files have expired or are gone. */
export function isExpired({ status, expiresAt, removedAt }: ExportRow, now: Date): boolean {
  return status === 'COMPLETE' && (removedAt !== null || (expiresAt !== null && expiresAt <= now));
}

/** An export as the API describes it. */
export function toExportItem(stored: StoredExport, now = new Date()): ExportItem {
  const { row, job } = stored;
  const type = exportType(row.type);
  const status = statusOf(stored);
  const parts = status === 'COMPLETE' ? partsOf(row) : [];
  const naming = { ...row, type, format: formatOf(row) };
  const base = {
    id: row.id,
    exportName: row.exportName,
    status,
    progress: status === 'COMPLETE' ? 1 : (job?.progress ?? 0),
    rowCount: row.rowCount,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    requestedByUserEmail: row.requestedByEmail,
    parts: parts.map(({ rows, bytes }, at) => ({
      filename: partFilename(naming, parts, at),
      downloadUrl: null,
      rows,
      bytes,
    })),
    isExpired: isExpired(row, now),
    error: errorOf(stored),
    note: row.note,
  };
  if (type === 'SCORING_ANALYSIS') {
    return { ...base, type, exportConfig: analysisExportConfig.parse(row.config), chosenCompanies: null };
  }
  if (type === 'CRM_ERRORS') {
    return { ...base, type, exportConfig: syncErrorsExportConfig.parse(row.config), chosenCompanies: null };
  }
  if (type === 'SYNC_PLAN') {
    return { ...base, type, exportConfig: syncPlanExportConfig.parse(row.config), chosenCompanies: null };
  }
  if (isOfSegment(type)) {
    return { ...base, type, exportConfig: segmentExportConfig.parse(row.config), chosenCompanies: null };
  }
  const config = exportConfig.parse(row.config);
  return { ...base, type, exportConfig: config, chosenCompanies: config.companyIds?.length ?? null };
}

const storedType = z.enum(EXPORT_TYPES);
export const datasetType = z.enum(DATASET_EXPORT_TYPES);

export const exportType = (type: string): z.infer<typeof storedType> => storedType.parse(type);
export const isOfDataset = (type: string): type is DatasetExportType => datasetType.safeParse(type).success;
export const isOfSegment = (type: string): type is SegmentExportType =>
  SEGMENT_EXPORT_TYPES.some((known) => known === type);

export function formatOf({ type, config }: Pick<ExportRow, 'type' | 'config'>): ExportFormat {
  return isOfDataset(type) ? exportConfig.parse(config).format : 'csv';
}

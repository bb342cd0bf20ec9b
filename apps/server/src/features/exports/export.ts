import {
  AppError,
  type ExportItem,
  type ExportStatus,
  type ExportType,
  exportConfig,
  exportTitle,
} from '@quarry/contracts';
import { and, eq, type Transaction } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import type { ClientScope } from '#server/platform/scope.ts';
import { partFilename } from './file-name.ts';

/** A finished file of an export: where it is kept, its rows and its bytes. */
export const exportPart = z.object({ key: z.string(), rows: z.number().int(), bytes: z.number().int() });
/** A finished file of an export. */
export type ExportPart = z.infer<typeof exportPart>;

/** The row of an export. */
export type ExportRow = typeof csvExports.$inferSelect;

/** An export as it is stored, with how its job stands. */
export interface StoredExport {
  readonly row: ExportRow;
  readonly job: Pick<typeof jobs.$inferSelect, 'status' | 'progress' | 'error'> | null;
}

const jobColumns = { status: jobs.status, progress: jobs.progress, error: jobs.error };

/** Every export that the transaction sees, with its job. */
export function selectExports(tx: Transaction) {
  return tx
    .select({ row: csvExports, job: jobColumns })
    .from(csvExports)
    .leftJoin(jobs, eq(jobs.id, csvExports.jobId))
    .$dynamic();
}

/** The caller's own export, or for ADMIN any of the account. Throws NOT_FOUND for every other one. */
export async function findExport(
  scope: Pick<ClientScope, 'permissions' | 'user'>,
  tx: Transaction,
  id: string,
): Promise<StoredExport> {
  const isMine = scope.permissions.includes('ADMIN') ? undefined : eq(csvExports.requestedBy, scope.user.userId);
  const [found] = await selectExports(tx).where(and(eq(csvExports.id, id), isMine));
  if (found === undefined) throw new AppError('NOT_FOUND', 'This export does not exist.', { id });
  return found;
}

/** What the audit trail calls an export. */
export function asTarget({ id, exportName, type }: Pick<ExportRow, 'id' | 'exportName' | 'type'>) {
  return { target: exportTitle({ exportName, type: exportType(type) }), targetId: id };
}

/** The files of a row. */
export const partsOf = (row: Pick<ExportRow, 'parts'>): ExportPart[] => z.array(exportPart).parse(row.parts);

/** How an export stands: what its run wrote, and until that is final what became of its job. */
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

/** What people read of an export that failed. */
export function errorOf(stored: StoredExport): string | null {
  if (statusOf(stored) !== 'FAILED') return null;
  return stored.row.error ?? stored.job?.error ?? 'An internal error ended the export.';
}

/** Whether the files are to be kept no longer, or are gone. */
export function isExpired({ status, expiresAt, removedAt }: ExportRow, now: Date): boolean {
  return status === 'COMPLETE' && (removedAt !== null || (expiresAt !== null && expiresAt <= now));
}

/** An export as the contract shows it. */
export function toExportItem(stored: StoredExport, now = new Date()): ExportItem {
  const { row, job } = stored;
  const config = exportConfig.parse(row.config);
  const type = exportType(row.type);
  const status = statusOf(stored);
  const parts = status === 'COMPLETE' ? partsOf(row) : [];
  return {
    id: row.id,
    type,
    exportName: row.exportName,
    exportConfig: config,
    status,
    progress: status === 'COMPLETE' ? 1 : (job?.progress ?? 0),
    rowCount: row.rowCount,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    requestedByUserEmail: row.requestedByEmail,
    parts: parts.map(({ rows, bytes }, at) => ({
      filename: partFilename({ ...row, type, format: config.format }, { at, of: parts.length }),
      downloadUrl: null,
      rows,
      bytes,
    })),
    isExpired: isExpired(row, now),
    error: errorOf(stored),
    note: row.note,
  };
}

/** The kinds of export that are stored. */
export const storedType = z.enum(['DATASET', 'DATASET_LINKEDIN_ADS']);

/** The kind of a stored export. */
export const exportType = (type: string): Extract<ExportType, 'DATASET' | 'DATASET_LINKEDIN_ADS'> =>
  storedType.parse(type);

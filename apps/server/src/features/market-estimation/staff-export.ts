import { EXPORT_TTL_HOURS, type StaffExport } from '@quarry/contracts';
import { desc, eq, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { staffExports } from '@quarry/postgres/tables/staff-exports';

export type StaffExportRow = typeof staffExports.$inferSelect;

export interface StoredStaffExport {
  readonly row: StaffExportRow;
  /** Of its job; null once that is forgotten. */
  readonly jobStatus: string | null;
  readonly jobError: string | null;
  readonly progress: number | null;
}

/** Selects exports with the state of their jobs. */
export const selectStaffExports = (tx: Transaction) =>
  tx
    .select({ row: staffExports, jobStatus: jobs.status, jobError: jobs.error, progress: jobs.progress })
    .from(staffExports)
    .leftJoin(jobs, eq(jobs.id, staffExports.jobId))
    .orderBy(desc(staffExports.createdAt), desc(staffExports.id));

/** A job that was given up cannot write its export's row. */
export function staffExportStatus({ row, jobStatus }: StoredStaffExport): StaffExport['status'] {
  const isOpen = row.status === 'WAITING' || row.status === 'PROCESSING';
  return isOpen && (jobStatus === 'ERROR' || jobStatus === 'CANCELLED') ? 'FAILED' : row.status;
}

export function isStaffExportExpired({ completedAt }: StaffExportRow, now: Date): boolean {
  return completedAt !== null && now.getTime() - completedAt.getTime() > EXPORT_TTL_HOURS * 3_600_000;
}

export function toStaffExport(stored: StoredStaffExport, now = new Date()): StaffExport {
  const { row, jobError } = stored;
  const status = staffExportStatus(stored);
  return {
    id: row.id,
    exportName: row.exportName,
    status,
    requestedByUserEmail: { email: row.requestedByEmail },
    rowCount: row.rowCount,
    createdAt: row.createdAt.toISOString(),
    error: status === 'FAILED' ? (row.error ?? jobError ?? 'Sorry there was an error.') : null,
    isExpired: isStaffExportExpired(row, now),
  };
}

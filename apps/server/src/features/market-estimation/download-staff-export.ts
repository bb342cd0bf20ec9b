import type * as contracts from '@quarry/contracts';
import { AppError, EXPORT_LINK_TTL_MINUTES } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { staffExports } from '@quarry/postgres/tables/staff-exports';
import { fileLink } from '#server/platform/file-links.ts';
import type { Verb } from '#server/platform/mount.ts';
import { isStaffExportExpired } from './staff-export.ts';

/** Signs a link to the file of an export; the audit trail records the download. */
export const downloadStaffExport: Verb<typeof contracts.downloadStaffExport> = async (scope, { id }) =>
  scope.change(async (tx) => {
    const [row] = await tx.select().from(staffExports).where(eq(staffExports.id, id));
    if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such export.', { id });
    const now = new Date();
    if (isStaffExportExpired(row, now)) {
      throw new AppError('CONFLICT', 'Download has expired. Please request again.', { id });
    }
    if (row.fileKey === null) throw new AppError('CONFLICT', 'This export has no files to download.', { id });
    const filename = row.exportName.endsWith('.csv') ? row.exportName : `${row.exportName}.csv`;
    const file = { key: row.fileKey, filename, contentType: 'text/csv; charset=utf-8' };
    const signedUrl = await fileLink(scope, file, new Date(now.getTime() + EXPORT_LINK_TTL_MINUTES * 60_000));
    return { result: { signedUrl }, target: row.exportName, targetId: id };
  });

import type * as contracts from '@quarry/contracts';
import { AppError, EXPORT_LINK_TTL_MINUTES } from '@quarry/contracts';
import { fileLink } from '#server/platform/file-links.ts';
import type { Verb } from '#server/platform/mount.ts';
import { auditTarget, exportType, findExport, formatOf, isExpired, partsOf, statusOf } from './export.ts';
import { contentTypeOf, partFilename } from './file-name.ts';

/** Signs links to the files of an export; the audit trail records the download. */
export const downloadExport: Verb<typeof contracts.downloadExport> = async (scope, { id, filename: requestedName }) =>
  scope.change(async (tx) => {
    const stored = await findExport(scope, tx, id);
    const { row } = stored;
    const now = new Date();
    const status = statusOf(stored);
    if (status !== 'COMPLETE') throw new AppError('CONFLICT', 'This export has no files to download.', { status });
    if (isExpired(row, now)) {
      throw new AppError('CONFLICT', 'Download has expired. Please request again.', { expiresAt: row.expiresAt });
    }
    // No link outlives the files.
    const expiresAt = Math.min(now.getTime() + EXPORT_LINK_TTL_MINUTES * 60_000, row.expiresAt?.getTime() ?? Infinity);
    const format = formatOf(row);
    const naming = { ...row, type: exportType(row.type), format };
    const files = partsOf(row);
    const parts = await Promise.all(
      files.map(async ({ key }, at) => {
        const filename = partFilename(naming, files, at, requestedName);
        const file = { key, filename, contentType: contentTypeOf(format) };
        return { filename, downloadUrl: await fileLink(scope, file, new Date(expiresAt)) };
      }),
    );
    return { result: { parts }, ...auditTarget(row), after: { files: parts.map(({ filename }) => filename) } };
  });

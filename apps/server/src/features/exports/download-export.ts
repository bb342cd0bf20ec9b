import type * as contracts from '@quarry/contracts';
import { AppError, EXPORT_LINK_MINUTES, exportConfig } from '@quarry/contracts';
import { fileLink } from '#server/platform/file-links.ts';
import type { Verb } from '#server/platform/mount.ts';
import { asTarget, exportType, findExport, isExpired, partsOf, statusOf } from './export.ts';
import { contentTypeOf, partFilename } from './file-name.ts';

/** Makes links to the files of an export, and notes who asked for them. */
export const downloadExport: Verb<typeof contracts.downloadExport> = async (scope, { id, filename: wish }) =>
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
    const expiresAt = Math.min(now.getTime() + EXPORT_LINK_MINUTES * 60_000, row.expiresAt?.getTime() ?? Infinity);
    const { format } = exportConfig.parse(row.config);
    const about = { ...row, type: exportType(row.type), format };
    const files = partsOf(row);
    const parts = await Promise.all(
      files.map(async ({ key }, at) => {
        const filename = partFilename(about, { at, of: files.length }, wish);
        const file = { key, filename, contentType: contentTypeOf(format) };
        return { filename, downloadUrl: await fileLink(scope, file, new Date(expiresAt)) };
      }),
    );
    return { result: { parts }, ...asTarget(row), after: { files: parts.map(({ filename }) => filename) } };
  });

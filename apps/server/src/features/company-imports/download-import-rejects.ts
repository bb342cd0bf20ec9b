import type * as contracts from '@quarry/contracts';
import { AppError, EXPORT_LINK_TTL_MINUTES } from '@quarry/contracts';
import { fileLink } from '#server/platform/file-links.ts';
import type { Verb } from '#server/platform/mount.ts';
import { readImport } from './company-import.ts';
import { importRequest, rejectsKeyOf } from './import-request.ts';

/** Signs a link to the rejected rows of an import in the browser. */
export const downloadImportRejects: Verb<typeof contracts.downloadImportRejects> = async (scope, { importId }) =>
  scope.change(async (tx) => {
    const { row } = await readImport(tx, importId);
    const { location } = importRequest.parse(row.request);
    const key = rejectsKeyOf(importId);
    if (!(await scope.files.exists(key))) {
      throw new AppError('CONFLICT', 'This import has no rejected rows to download.', { importId });
    }
    const file = { key, filename: `${location}.rejects.jsonl`, contentType: 'application/x-ndjson' };
    const signedUrl = await fileLink(scope, file, new Date(Date.now() + EXPORT_LINK_TTL_MINUTES * 60_000));
    return { result: { signedUrl }, target: location, targetId: importId };
  });

import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { locatePieces, readCompanyFile } from './company-file.ts';
import { enqueueImport } from './enqueue-import.ts';

/** Enqueues the import of an uploaded file. Throws NOT_FOUND, and CONFLICT if it has not arrived whole. */
export const startCompanyImport: Verb<typeof contracts.startCompanyImport> = async (
  scope,
  { fileId, mapping, isDryRun },
) =>
  scope.change(async (tx) => {
    const file = await readCompanyFile(tx, fileId);
    await locatePieces(scope, file);
    const request = { location: file.name, fileId, mapping, isDryRun, rejectsPath: '' };
    const importId = await enqueueImport(tx, request, { requestedBy: scope.user.email });
    return {
      result: { importId },
      target: file.name,
      targetId: importId,
      after: { isDryRun, mapping: mapping ?? null },
    };
  });

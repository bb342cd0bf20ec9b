import type * as contracts from '@quarry/contracts';
import { checkFile } from '#server/features/universe/import/check-file.ts';
import { DEFAULT_MAX_BYTES } from '#server/features/universe/import/import-file.ts';
import { scratchPathOf } from '#server/platform/data-folder.ts';
import type { Verb } from '#server/platform/mount.ts';
import { companyFileView, locatePieces, readCompanyFile } from './company-file.ts';

/** Tells how an uploaded file would be read. */
export const checkCompanyFile: Verb<typeof contracts.checkCompanyFile> = async (scope, { fileId, mapping }) => {
  const file = await scope.read((tx) => readCompanyFile(tx, fileId));
  const check = await checkFile({
    location: await locatePieces(scope, file),
    mapping,
    scratchDirectory: scratchPathOf(scope.config.dataDir),
    maxBytes: DEFAULT_MAX_BYTES,
  });
  return { file: companyFileView(file), check };
};

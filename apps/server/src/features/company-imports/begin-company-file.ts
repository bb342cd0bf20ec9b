import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { companyFiles } from '@quarry/postgres/tables/company-imports';
import { assertRoomFor } from '#server/platform/disk-space.ts';
import type { Verb } from '#server/platform/mount.ts';
import { companyFileView } from './company-file.ts';

/** Begins an upload. Throws PAYLOAD_TOO_LARGE over the installation's limit, and UNAVAILABLE without disk space for it. */
export const beginCompanyFile: Verb<typeof contracts.beginCompanyFile> = async (scope, { name, bytes }) => {
  const { maxUploadBytes, s3 } = scope.config;
  if (bytes > maxUploadBytes) {
    const limit = Math.floor(maxUploadBytes / 1024 / 1024).toLocaleString('en-US');
    const message = `The file is larger than the ${limit} MB that this installation takes. Compress it, or import it on the command line.`;
    throw new AppError('PAYLOAD_TOO_LARGE', message, { bytes, maxUploadBytes });
  }
  if (s3 === null) await assertRoomFor(scope.config, bytes);
  return scope.change(async (tx) => {
    const [row] = await tx.insert(companyFiles).values({ name, bytes, uploadedBy: scope.user.email }).returning();
    if (row === undefined) throw new Error('The record of the file was not written');
    return { result: { file: companyFileView(row) }, target: name, targetId: row.id, after: { bytes } };
  });
};

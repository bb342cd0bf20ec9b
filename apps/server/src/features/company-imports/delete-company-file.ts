import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq, inArray } from '@quarry/postgres';
import { companyImports } from '@quarry/postgres/tables/company-imports';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { Verb } from '#server/platform/mount.ts';
import { deletePieces, readCompanyFile } from './company-file.ts';

/** Deletes an uploaded file, whole or not. Throws CONFLICT while an import needs it. */
export const deleteCompanyFile: Verb<typeof contracts.deleteCompanyFile> = async (scope, { fileId }) => {
  const file = await scope.read(async (tx) => {
    const [user] = await tx
      .select({ id: jobs.id })
      .from(companyImports)
      .innerJoin(jobs, eq(jobs.id, companyImports.id))
      .where(and(eq(companyImports.fileId, fileId), inArray(jobs.status, ['WAITING', 'PROCESSING'])));
    if (user !== undefined) throw new AppError('CONFLICT', 'An import of this file waits or runs.', { fileId });
    return readCompanyFile(tx, fileId);
  });
  await deletePieces(scope, fileId);
  return scope.change(async () => ({ result: { deleted: true }, target: file.name, targetId: fileId }));
};

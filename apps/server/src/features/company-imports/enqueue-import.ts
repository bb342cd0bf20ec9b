import type { Transaction } from '@quarry/postgres';
import { companyImports } from '@quarry/postgres/tables/company-imports';
import type { EnqueueOptions } from '#server/platform/jobs/define-job.ts';
import { enqueueJob } from '#server/platform/jobs/enqueue-job.ts';
import { companyImport } from './import-job.ts';
import type { ImportRequest } from './import-request.ts';

/** Has a running server import a file, and returns the id that the import and its job have. */
export async function enqueueImport(
  tx: Transaction,
  request: ImportRequest,
  options: EnqueueOptions & { readonly requestedBy: string },
): Promise<string> {
  const id = await enqueueJob(tx, companyImport, null, request, options);
  const { fileId = null, isDryRun } = request;
  await tx
    .insert(companyImports)
    .values({ id, request, fileId, isDryRun, requestedBy: options.requestedBy })
    .onConflictDoNothing();
  return id;
}

import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { readImport, undoKeyOf } from './company-import.ts';
import { companyImport } from './import-job.ts';
import { importRequest } from './import-request.ts';
import { findUndoObstacles } from './undo-obstacles.ts';

/** Enqueues the undo of an import. Throws CONFLICT if something else has touched it; the job looks again. */
export const undoCompanyImport: Verb<typeof contracts.undoCompanyImport> = async (scope, { importId }) => {
  const found = await scope.read((tx) => readImport(tx, importId));
  const { row } = found;
  // An undo that was interrupted goes on.
  const obstacles = row.undoBeganAt === null ? await findUndoObstacles(scope, found, scope.request.signal) : [];
  if (row.undoneAt !== null || obstacles.length > 0) {
    const why = obstacles.length > 0 ? obstacles.join(' ') : 'It was undone already.';
    throw new AppError('CONFLICT', `This import cannot be undone. ${why}`, { importId, obstacles });
  }
  return scope.change(async (tx) => {
    const by = scope.user.email;
    const options = { singletonKey: undoKeyOf(importId), requestedBy: by };
    const jobId = await scope.jobs.enqueue(tx, companyImport, null, { undoOf: importId, by }, options);
    return { result: { jobId }, target: importRequest.parse(row.request).location, targetId: importId };
  });
};

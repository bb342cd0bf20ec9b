import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { auditTarget, findExport, statusOf, toExportItem } from './export.ts';

/** Cancels an export that waits or runs; the upkeep removes its files. Throws NOT_FOUND and CONFLICT. */
export const cancelExport: Verb<typeof contracts.cancelExport> = async (scope, { id }) =>
  scope.change(async (tx) => {
    const before = await findExport(scope, tx, id);
    const status = statusOf(before);
    // An export is complete a moment before its job ends.
    const isRunning = status === 'WAITING' || status === 'PROCESSING';
    const isCancelled = isRunning && before.row.jobId !== null && (await scope.jobs.cancel(before.row.jobId, tx));
    if (!isCancelled) throw new AppError('CONFLICT', 'This export has already ended.', { status });
    const after = await findExport(scope, tx, id);
    return { result: { export: toExportItem(after) }, ...auditTarget(after.row), before: { status } };
  });

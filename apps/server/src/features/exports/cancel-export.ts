import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { asTarget, findExport, statusOf, toExportItem } from './export.ts';

/** Ends an export that waits or runs. What it has written is removed by the upkeep. */
export const cancelExport: Verb<typeof contracts.cancelExport> = async (scope, { id }) =>
  scope.change(async (tx) => {
    const before = await findExport(scope, tx, id);
    const status = statusOf(before);
    // An export is complete some moments before its job is over.
    const isRunning = status === 'WAITING' || status === 'PROCESSING';
    const isAsked = isRunning && before.row.jobId !== null && (await scope.jobs.cancel(before.row.jobId, tx));
    if (!isAsked) throw new AppError('CONFLICT', 'This export is over already.', { status });
    const after = await findExport(scope, tx, id);
    return { result: { export: toExportItem(after) }, ...asTarget(after.row), before: { status } };
  });

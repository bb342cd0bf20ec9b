import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { beginUpdate } from './begin-update.ts';
import { describeSegment } from './describe-segments.ts';
import { findSegment, lockClient } from './segment.ts';

/** Computes a segment's companies again, unless that happens already. Throws NOT_FOUND. */
export const refreshSegment: Verb<typeof contracts.refreshSegment> = async (scope, { segmentId }) => {
  const row = await scope.change(async (tx) => {
    await lockClient(tx, scope.client.id);
    const before = await findSegment(tx, scope.client.id, segmentId);
    const isRunning = before.revision > before.computedRevision;
    const result = isRunning ? before : await beginUpdate(tx, scope, segmentId, { refreshStatus: 'RUNNING' });
    return { result, target: before.name, targetId: segmentId };
  });
  return { item: await describeSegment(scope, row) };
};

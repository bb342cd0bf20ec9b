import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { beginUpdate } from './begin-update.ts';
import { describeSegment } from './describe-segments.ts';
import { findSegment, lockClient } from './segment.ts';

/** Computes a segment again. Throws NOT_FOUND. */
export const startSegmentUpdate: Verb<typeof contracts.startSegmentUpdate> = async (scope, { segmentId }) => {
  const row = await scope.change(async (tx) => {
    await lockClient(tx, scope.client.id);
    const { name } = await findSegment(tx, scope.client.id, segmentId);
    const result = await beginUpdate(tx, scope, segmentId, { updateStatus: 'RUNNING' });
    return { result, target: name, targetId: segmentId };
  });
  return { item: await describeSegment(scope, row) };
};

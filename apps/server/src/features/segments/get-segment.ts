import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { describeSegment } from './describe-segments.ts';
import { findSegment } from './segment.ts';

/** Returns a segment with its personas. Throws NOT_FOUND. */
export const getSegment: Verb<typeof contracts.getSegment> = async (scope, { segmentId }) => {
  const row = await scope.read((tx) => findSegment(tx, scope.client.id, segmentId));
  return { item: await describeSegment(scope, row) };
};

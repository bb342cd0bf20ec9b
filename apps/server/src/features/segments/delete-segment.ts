import type * as contracts from '@quarry/contracts';
import { segments } from '@quarry/postgres/tables/segments';
import { assertUnused, readDerivedNodes, segmentRef } from '#server/features/datasets/derived-nodes.ts';
import type { Verb } from '#server/platform/mount.ts';
import { auditValues } from './saved-values.ts';
import { findSegment, lockClient, segmentOf } from './segment.ts';
import { segmentsChanged } from './settle-segments.ts';

/** Deletes a segment with its personas. Throws NOT_FOUND, and SEGMENT_IN_USE if another segment or a tag uses it. */
export const deleteSegment: Verb<typeof contracts.deleteSegment> = async (scope, { segmentId }) =>
  scope.change(async (tx) => {
    const clientId = scope.client.id;
    await lockClient(tx, clientId);
    const before = await findSegment(tx, clientId, segmentId);
    assertUnused(await readDerivedNodes(tx, clientId), segmentRef(segmentId));
    await tx.delete(segments).where(segmentOf(clientId, segmentId));
    await segmentsChanged(tx, scope.client);
    return { result: { id: segmentId }, target: before.name, targetId: segmentId, before: auditValues(before) };
  });

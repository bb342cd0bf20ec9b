import type * as contracts from '@quarry/contracts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readDerivedNodes } from '#server/features/datasets/derived-nodes.ts';
import type { Verb } from '#server/platform/mount.ts';
import { assertUsableDefinition } from './assert-usable-definition.ts';
import { beginUpdate } from './begin-update.ts';
import { describeSegment } from './describe-segments.ts';
import { auditValues, savedValues } from './saved-values.ts';
import { findSegment, lockClient } from './segment.ts';
import { withUniqueName } from './segment-names.ts';

/** Saves a segment. Throws NOT_FOUND, VALIDATION_FAILED, INVALID_FILTER, CYCLE and NAME_TAKEN. */
export const updateSegment: Verb<typeof contracts.updateSegment> = async (scope, { segmentId, ...input }) => {
  const dataset = await openDataset(scope);
  const row = await scope.change(async (tx) => {
    const clientId = scope.client.id;
    await lockClient(tx, clientId);
    const before = await findSegment(tx, clientId, segmentId);
    const values = savedValues(input);
    const all = await readDerivedNodes(tx, clientId);
    assertUsableDefinition(dataset, values, all, { id: segmentId, name: values.name });
    const after = await withUniqueName(
      values.name,
      beginUpdate(tx, scope, segmentId, {
        ...values,
        updateStatus: 'RUNNING',
        lastModifiedAt: new Date(),
      }),
    );
    return {
      result: after,
      target: after.name,
      targetId: segmentId,
      before: auditValues(before),
      after: auditValues(after),
    };
  });
  return { item: await describeSegment(scope, row) };
};

import type * as contracts from '@quarry/contracts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { describeSegment } from './describe-segments.ts';
import { insertSegment } from './insert-segment.ts';
import { auditValues, savedValues } from './saved-values.ts';

/** Creates a segment. Throws CONFLICT, VALIDATION_FAILED, INVALID_FILTER and NAME_TAKEN. */
export const createSegment: Verb<typeof contracts.createSegment> = async (scope, input) => {
  const dataset = await openDataset(scope);
  const row = await scope.change(async (tx) => {
    const result = await insertSegment(tx, scope, dataset, savedValues(input));
    return { result, target: result.name, targetId: result.id, after: auditValues(result) };
  });
  return { item: await describeSegment(scope, row) };
};

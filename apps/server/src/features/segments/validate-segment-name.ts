import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { isNameTaken } from './segment-names.ts';

/** A name is valid if no other segment of the account has it. */
export const validateSegmentName: Verb<typeof contracts.validateSegmentName> = async (
  scope,
  { segmentName, segmentId },
) => ({
  isValid: !(await scope.read((tx) => isNameTaken(tx, scope.client.id, segmentName, segmentId ?? null))),
});

import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { findLock } from './lock.ts';

/** Tells who edits an object. */
export const getResourceLock: Verb<typeof contracts.getResourceLock> = async (scope, object) => ({
  lock: await scope.read((tx) => findLock(tx, object, scope.user)),
});

import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { acquireResourceLock } from './acquire-resource-lock.ts';
import { getResourceLock } from './get-resource-lock.ts';
import { releaseResourceLock } from './release-resource-lock.ts';

/** Who edits what, for staff. */
export const resourceLockDoors: readonly Door[] = [
  door(contracts.getResourceLock, getResourceLock),
  door(contracts.acquireResourceLock, acquireResourceLock),
  door(contracts.releaseResourceLock, releaseResourceLock),
];

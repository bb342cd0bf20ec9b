import type * as contracts from '@quarry/contracts';
import { resourceLocks } from '@quarry/postgres/tables/resource-locks';
import type { Verb } from '#server/platform/mount.ts';
import { findLock, isAbout } from './lock.ts';

/** Releases the caller's lock, or takes another person's away. */
export const releaseResourceLock: Verb<typeof contracts.releaseResourceLock> = async (scope, object) =>
  scope.change(async (tx) => {
    const before = await findLock(tx, object, scope.user);
    await tx.delete(resourceLocks).where(isAbout(object));
    return { result: { lock: null }, target: `${object.type} ${object.id}`, before, after: null };
  });

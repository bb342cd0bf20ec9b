import { AppError, LOCK_EXPIRES_MS, type ResourceLock, resourceLock } from '@quarry/contracts';
import { and, eq, type Transaction } from '@quarry/postgres';
import { resourceLocks } from '@quarry/postgres/tables/resource-locks';
import { users } from '@quarry/postgres/tables/users';
import type { SignedInUser } from '#server/platform/identity.ts';

/** What a lock is about. */
export interface LockedObject {
  readonly type: ResourceLock['type'];
  readonly id: string;
}

export const isAbout = ({ type, id }: LockedObject) => and(eq(resourceLocks.type, type), eq(resourceLocks.id, id));

/** The lock that holds now; null if the object is free. */
export async function findLock(
  tx: Transaction,
  object: LockedObject,
  caller: Pick<SignedInUser, 'userId'>,
): Promise<ResourceLock | null> {
  const [row] = await tx
    .select({ lock: resourceLocks, email: users.email })
    .from(resourceLocks)
    .innerJoin(users, eq(users.id, resourceLocks.userId))
    .where(isAbout(object));
  if (row === undefined || row.lock.renewedAt.getTime() + LOCK_EXPIRES_MS <= Date.now()) return null;
  return resourceLock.parse({
    ...object,
    heldBy: row.email,
    isMine: row.lock.userId === caller.userId,
    acquiredAt: row.lock.acquiredAt.toISOString(),
    renewedAt: row.lock.renewedAt.toISOString(),
  });
}

/** Throws RESOURCE_OUT_OF_SYNC, with the lock in the context, unless the caller holds the lock. */
export async function assertLockHeld(
  tx: Transaction,
  object: LockedObject,
  caller: Pick<SignedInUser, 'userId'>,
): Promise<void> {
  const lock = await findLock(tx, object, caller);
  if (lock?.isMine === true) return;
  throw new AppError(
    'RESOURCE_OUT_OF_SYNC',
    lock === null
      ? 'You do not hold the lock any more. Reload, and edit again.'
      : `${lock.heldBy} is editing this now. Reload to see the latest state.`,
    { lock },
  );
}

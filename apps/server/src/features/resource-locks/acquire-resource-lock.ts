import type * as contracts from '@quarry/contracts';
import { AppError, LOCK_EXPIRES_MS } from '@quarry/contracts';
import { sql } from '@quarry/postgres';
import { resourceLocks } from '@quarry/postgres/tables/resource-locks';
import type { Verb } from '#server/platform/mount.ts';
import { findLock } from './lock.ts';

/** Acquires a lock that is free or expired, or renews the caller's own. Throws RESOURCE_LOCKED. */
export const acquireResourceLock: Verb<typeof contracts.acquireResourceLock> = async (scope, object) =>
  scope.remember(async (tx) => {
    const now = new Date();
    const { userId } = scope.user;
    const isMine = sql`${resourceLocks.userId} = ${userId}`;
    const isExpired = sql`${resourceLocks.renewedAt} <= ${new Date(now.getTime() - LOCK_EXPIRES_MS).toISOString()}::timestamptz`;
    // One statement, so that of two people at once only one gets it.
    await tx
      .insert(resourceLocks)
      .values({ ...object, userId, acquiredAt: now, renewedAt: now })
      .onConflictDoUpdate({
        target: [resourceLocks.type, resourceLocks.id],
        set: {
          userId,
          renewedAt: now,
          acquiredAt: sql`case when ${isMine} and not ${isExpired} then ${resourceLocks.acquiredAt} else excluded.acquired_at end`,
        },
        setWhere: sql`${isMine} or ${isExpired}`,
      });
    const lock = await findLock(tx, object, scope.user);
    if (lock?.isMine === true) return { lock };
    throw new AppError('RESOURCE_LOCKED', `${lock?.heldBy ?? 'Somebody'} is editing this now.`, { lock });
  });

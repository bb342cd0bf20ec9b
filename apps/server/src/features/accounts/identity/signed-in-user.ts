import { STAFF_PERMISSIONS, type StaffPermission } from '@quarry/contracts';
import type { users } from '@quarry/postgres/tables/users';
import type { SignedInUser } from '#server/platform/identity.ts';

/** The user columns that a request needs. */
export type UserFacts = Pick<typeof users.$inferSelect, 'id' | 'email' | 'staffPermissions'>;

const isStaffPermission = (name: string): name is StaffPermission =>
  STAFF_PERMISSIONS.some((permission) => permission === name);

/** Builds the user of a request. Stored staff permissions that no longer exist are dropped. */
export function signedInUser(user: UserFacts, sessionId: string | null): SignedInUser {
  return {
    userId: user.id,
    email: user.email,
    staffPermissions: user.staffPermissions.filter(isStaffPermission),
    sessionId,
    apiKey: null,
  };
}

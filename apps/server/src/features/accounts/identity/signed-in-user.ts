import { STAFF_PERMISSIONS, type StaffPermission } from '@quarry/contracts';
import type { users } from '@quarry/postgres/tables/users';
import type { SignedInUser } from '#server/platform/identity.ts';

/** The columns of a person that a request needs. */
export type UserFacts = Pick<typeof users.$inferSelect, 'id' | 'email' | 'staffPermissions'>;

const isStaffPermission = (name: string): name is StaffPermission => STAFF_PERMISSIONS.some((known) => known === name);

/** The person behind a request; names of staff permissions that are no longer known give nothing. */
export function signedInUser(user: UserFacts, sessionId: string | null): SignedInUser {
  return {
    userId: user.id,
    email: user.email,
    staffPermissions: user.staffPermissions.filter(isStaffPermission),
    sessionId,
    apiKey: null,
  };
}

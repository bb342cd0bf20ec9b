import type { FeatureFlag, StaffPermission, UserPermission } from '@quarry/contracts';
import type { Database } from '@quarry/postgres';
import { memberships } from '@quarry/postgres/tables/memberships';
import { createTestClient } from '#server/testing/test-people.ts';
import { createUser } from '../create-user.ts';
import { hashPassword } from '../identity/passwords.ts';

/** A password that meets every rule. */
export const GOOD_PASSWORD = 'Gravel-Otter-71-Lamp';

/** Creates an account and returns its id. */
export function addClient(db: Database, name: string, featureFlags: FeatureFlag[] = []): Promise<string> {
  return createTestClient({ db }, name, featureFlags);
}

/** Creates a user with memberships and returns the id. */
export async function addUser(
  db: Database,
  email: string,
  options: {
    password?: string | null;
    temporaryPasswordExpiresAt?: Date;
    staffPermissions?: readonly StaffPermission[];
    member?: Record<string, UserPermission[]>;
    isPendingAcceptance?: boolean;
  } = {},
): Promise<string> {
  const { password = GOOD_PASSWORD, member = {}, isPendingAcceptance = false, ...rest } = options;
  const passwordHash = password === null ? null : await hashPassword(password);
  return db.asSystem(async (tx) => {
    const userId = await createUser(tx, { email, passwordHash, ...rest });
    for (const [clientId, permissions] of Object.entries(member)) {
      await tx.insert(memberships).values({ clientId, userId, permissions, isPendingAcceptance });
    }
    return userId;
  });
}

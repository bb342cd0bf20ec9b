import type { FeatureFlag, StaffPermission, UserPermission } from '@quarry/contracts';
import type { Database } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { memberships } from '@quarry/postgres/tables/memberships';
import { createUser } from '../create-user.ts';
import { hashPassword } from '../identity/passwords.ts';

/** A password that keeps every rule. */
export const GOOD_PASSWORD = 'Gravel-Otter-71-Lamp';

/** Creates an account and answers its id. */
export async function addClient(db: Database, name: string, featureFlags: FeatureFlag[] = []): Promise<string> {
  const [row] = await db.asSystem((tx) =>
    tx.insert(clients).values({ name, featureFlags }).returning({ id: clients.id }),
  );
  if (row === undefined) throw new Error(`No client ${name}`);
  return row.id;
}

/** Creates a person, with memberships, and answers the id. */
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

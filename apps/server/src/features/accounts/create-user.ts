import { AppError, type StaffPermission } from '@quarry/contracts';
import type { Transaction } from '@quarry/postgres';
import { users } from '@quarry/postgres/tables/users';

/** A person to be. The password comes as its hash; null for somebody who signs in at an outside issuer. */
export interface NewUser {
  readonly email: string;
  readonly passwordHash: string | null;
  /** Set for a one-time password: it must be replaced at the first sign-in and stops working at this time. */
  readonly temporaryPasswordExpiresAt?: Date | null;
  readonly staffPermissions?: readonly StaffPermission[];
}

/** Creates a person and answers the id; null when the e-mail address is taken. */
export async function createUserUnlessKnown(tx: Transaction, user: NewUser): Promise<string | null> {
  const { passwordHash, temporaryPasswordExpiresAt = null, staffPermissions = [] } = user;
  const [row] = await tx
    .insert(users)
    .values({
      email: user.email.trim().toLowerCase(),
      passwordHash,
      mustChangePassword: temporaryPasswordExpiresAt !== null,
      temporaryPasswordExpiresAt,
      staffPermissions: [...staffPermissions],
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return row?.id ?? null;
}

/** Creates a person and answers the id. Throws CONFLICT when the e-mail address is taken. */
export async function createUser(tx: Transaction, user: NewUser): Promise<string> {
  const id = await createUserUnlessKnown(tx, user);
  if (id === null) {
    const email = user.email.trim().toLowerCase();
    throw new AppError('CONFLICT', 'There is already a user with this e-mail address.', { email });
  }
  return id;
}

import { AppError, type StaffPermission } from '@quarry/contracts';
import type { Transaction } from '@quarry/postgres';
import { users } from '@quarry/postgres/tables/users';

export interface NewUser {
  readonly email: string;
  /** Null for users who sign in with an external identity provider. */
  readonly passwordHash: string | null;
  /** Set if the password is a one-time password, to be replaced at the first sign-in. */
  readonly temporaryPasswordExpiresAt?: Date | null;
  readonly staffPermissions?: readonly StaffPermission[];
}

/** Creates a user and returns the id, or null if the e-mail address is taken. */
export async function createUserIfAbsent(tx: Transaction, user: NewUser): Promise<string | null> {
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

/** Creates a user and returns the id. Throws CONFLICT if the e-mail address is taken. */
export async function createUser(tx: Transaction, user: NewUser): Promise<string> {
  const id = await createUserIfAbsent(tx, user);
  if (id === null) {
    const email = user.email.trim().toLowerCase();
    throw new AppError('CONFLICT', 'A user with this e-mail address already exists.', { email });
  }
  return id;
}

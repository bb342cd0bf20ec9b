import { and, eq, isNotNull, isNull, sql, type Transaction } from '@quarry/postgres';
import { signInChallenges } from '@quarry/postgres/tables/sign-in';
import { users } from '@quarry/postgres/tables/users';

/**
 * Replaces a one-time password and voids the challenges of the earlier one. Returns false, and changes nothing, if the
 * user has already chosen a password.
 */
export async function renewOneTimePassword(
  tx: Transaction,
  userId: string,
  { passwordHash, expiresAt }: { readonly passwordHash: string; readonly expiresAt: Date },
): Promise<boolean> {
  const renewed = await tx
    .update(users)
    .set({ passwordHash, temporaryPasswordExpiresAt: expiresAt })
    .where(and(eq(users.id, userId), eq(users.mustChangePassword, true), isNotNull(users.temporaryPasswordExpiresAt)))
    .returning({ id: users.id });
  if (renewed.length === 0) return false;
  await tx
    .update(signInChallenges)
    .set({ usedAt: sql`now()` })
    .where(and(eq(signInChallenges.userId, userId), isNull(signInChallenges.usedAt)));
  return true;
}

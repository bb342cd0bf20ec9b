import { and, eq, isNull, sql, type Transaction } from '@quarry/postgres';
import { passwordResetCodes, signInChallenges } from '@quarry/postgres/tables/sign-in';
import { users } from '@quarry/postgres/tables/users';

/** Stores a password that the user chose and voids their open reset codes and challenges. */
export async function setPassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash, mustChangePassword: false, temporaryPasswordExpiresAt: null })
    .where(eq(users.id, userId));
  const voided = { usedAt: sql`now()` };
  await tx
    .update(passwordResetCodes)
    .set(voided)
    .where(and(eq(passwordResetCodes.userId, userId), isNull(passwordResetCodes.usedAt)));
  await tx
    .update(signInChallenges)
    .set(voided)
    .where(and(eq(signInChallenges.userId, userId), isNull(signInChallenges.usedAt)));
}

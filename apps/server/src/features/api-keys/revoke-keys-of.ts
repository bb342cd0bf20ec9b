import { and, eq, isNull, sql, type Transaction } from '@quarry/postgres';
import { apiKeys } from '@quarry/postgres/tables/api-keys';

/** Revokes all keys of a user in an account and returns their names. */
export async function revokeKeysOf(tx: Transaction, clientId: string, userId: string): Promise<string[]> {
  const revoked = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.clientId, clientId), eq(apiKeys.createdBy, userId), isNull(apiKeys.revokedAt)))
    .returning({ name: apiKeys.name });
  return revoked.map(({ name }) => name);
}

import { AppError } from '@quarry/contracts';
import { and, type Database, eq, gt, isNull, or, sql } from '@quarry/postgres';
import { apiKeys } from '@quarry/postgres/tables/api-keys';
import { memberships } from '@quarry/postgres/tables/memberships';
import { users } from '@quarry/postgres/tables/users';
import type { Identity, SignedInUser } from '#server/platform/identity.ts';
import { countAttempt, type Limit, networkOf } from '#server/platform/rate-limits.ts';
import { readScope } from './api-key-view.ts';
import { hashKey, hasKeyPrefix, isWellFormedKey } from './key-format.ts';

/** Wrong API keys per network address. */
const KEY_BY_ADDRESS: Limit = { name: 'api-key:address', max: 50, windowSeconds: 15 * 60 };

/** The creator of a valid key, who must still be a member of the account; null if there is none. */
async function findKeyUser(db: Database, key: string): Promise<SignedInUser | null> {
  const [row] = await db.asSystem(
    (tx) =>
      tx
        .select({
          id: apiKeys.id,
          name: apiKeys.name,
          clientId: apiKeys.clientId,
          scope: apiKeys.scope,
          userId: users.id,
          email: users.email,
          isLastUseStale: sql<boolean>`coalesce(${apiKeys.lastUsedAt} < now() - interval '1 minute', true)`,
        })
        .from(apiKeys)
        .innerJoin(users, eq(users.id, apiKeys.createdBy))
        .innerJoin(memberships, and(eq(memberships.clientId, apiKeys.clientId), eq(memberships.userId, users.id)))
        .where(
          and(
            eq(apiKeys.keyHash, hashKey(key)),
            isNull(apiKeys.revokedAt),
            or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
          ),
        ),
    { readOnly: true },
  );
  if (row === undefined) return null;
  if (row.isLastUseStale) {
    await db.asClient(row.clientId, (tx) =>
      tx.update(apiKeys).set({ lastUsedAt: sql`now()` }).where(eq(apiKeys.id, row.id)),
    );
  }
  return {
    userId: row.userId,
    email: row.email,
    staffPermissions: [],
    sessionId: null,
    apiKey: { name: row.name, clientId: row.clientId, scope: readScope(row.scope) },
  };
}

/** Accepts API keys in addition to the tokens of `userIdentity`. Limits wrong keys per network address. */
export function withApiKeys(userIdentity: Identity, db: Database): Identity {
  return {
    async authenticate(bearerToken, ip) {
      if (!hasKeyPrefix(bearerToken)) return userIdentity.authenticate(bearerToken, ip);
      const user = isWellFormedKey(bearerToken) ? await findKeyUser(db.withShare(networkOf(ip)), bearerToken) : null;
      if (user !== null) return user;
      await countAttempt(db.withShare(networkOf(ip)), KEY_BY_ADDRESS, networkOf(ip));
      throw new AppError('UNAUTHENTICATED', 'This API key is not valid.');
    },
  };
}

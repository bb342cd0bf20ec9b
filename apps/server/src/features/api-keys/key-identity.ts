import { AppError } from '@quarry/contracts';
import { and, type Database, eq, gt, isNull, or, sql } from '@quarry/postgres';
import { apiKeys } from '@quarry/postgres/tables/api-keys';
import { memberships } from '@quarry/postgres/tables/memberships';
import { users } from '@quarry/postgres/tables/users';
import type { Identity, SignedInUser } from '#server/platform/identity.ts';
import { countAttempt, type Limit, networkOf } from '#server/platform/rate-limits.ts';
import { readScope } from './api-key-view.ts';
import { claimsToBeKey, hashKey, isKeyLike } from './key-text.ts';

/** Wrong API keys per network address. */
const KEY_BY_ADDRESS: Limit = { name: 'api-key:address', max: 50, windowSeconds: 15 * 60 };

/** A live key with the person whom it acts for, who must still belong to the account; null for any other. */
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
          isUseToNote: sql<boolean>`coalesce(${apiKeys.lastUsedAt} < now() - interval '1 minute', true)`,
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
  if (row.isUseToNote) {
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

/** Accepts API keys beside the tokens that `people` accepts. Wrong keys are counted per network address. */
export function withApiKeys(people: Identity, db: Database): Identity {
  return {
    async authenticate(bearerToken, ip) {
      if (!claimsToBeKey(bearerToken)) return people.authenticate(bearerToken, ip);
      const user = isKeyLike(bearerToken) ? await findKeyUser(db, bearerToken) : null;
      if (user !== null) return user;
      await countAttempt(db, KEY_BY_ADDRESS, networkOf(ip));
      throw new AppError('UNAUTHENTICATED', 'This API key is not valid.');
    },
  };
}

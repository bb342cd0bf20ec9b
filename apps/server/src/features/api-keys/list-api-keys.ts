import type * as contracts from '@quarry/contracts';
import { and, desc, eq, isNull } from '@quarry/postgres';
import { apiKeys } from '@quarry/postgres/tables/api-keys';
import { users } from '@quarry/postgres/tables/users';
import type { Verb } from '#server/platform/mount.ts';
import { toApiKey } from './api-key-view.ts';

/** Lists the account's keys without the revoked ones. */
export const listApiKeys: Verb<typeof contracts.listApiKeys> = async (scope) => {
  const rows = await scope.read((tx) =>
    tx
      .select({ key: apiKeys, createdBy: users.email })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.createdBy))
      .where(and(eq(apiKeys.clientId, scope.client.id), isNull(apiKeys.revokedAt)))
      .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id)),
  );
  return { apiKeys: rows.map(({ key, createdBy }) => toApiKey(key, createdBy)) };
};

import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq, isNull, sql } from '@quarry/postgres';
import { apiKeys } from '@quarry/postgres/tables/api-keys';
import type { Verb } from '#server/platform/mount.ts';

/** Revokes a key with effect from the next request. */
export const revokeApiKey: Verb<typeof contracts.revokeApiKey> = async (scope, { apiKeyId }) =>
  scope.change(async (tx) => {
    const [row] = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiKeys.clientId, scope.client.id), eq(apiKeys.id, apiKeyId), isNull(apiKeys.revokedAt)))
      .returning();
    if (row === undefined) throw new AppError('NOT_FOUND', 'This API key no longer exists.');
    return { result: { ok: true }, target: row.name, before: { prefix: row.prefix, scope: row.scope } };
  });

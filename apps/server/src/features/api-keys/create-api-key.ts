import type * as contracts from '@quarry/contracts';
import { AppError, MAX_API_KEYS } from '@quarry/contracts';
import { and, eq, isNull } from '@quarry/postgres';
import { apiKeys } from '@quarry/postgres/tables/api-keys';
import { clients } from '@quarry/postgres/tables/clients';
import { memberships } from '@quarry/postgres/tables/memberships';
import type { Verb } from '#server/platform/mount.ts';
import { toApiKey } from './api-key-view.ts';
import { generateKey, hashKey, prefixOf } from './key-format.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a key for the caller, who must be a member: keys never carry staff permissions. */
export const createApiKey: Verb<typeof contracts.createApiKey> = async (
  scope,
  { name, scope: keyScope, expiresInDays },
) => {
  const { client, user } = scope;
  const key = generateKey();
  const apiKey = await scope.change(async (tx) => {
    // Locks out parallel creation, so that the count holds, and removal of the member, so that it revokes the new key.
    await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, client.id)).for('no key update');
    const [member] = await tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(and(eq(memberships.clientId, client.id), eq(memberships.userId, user.userId)))
      .for('update');
    if (member === undefined) throw new AppError('FORBIDDEN', 'Only members of the account can create API keys.');
    const isActive = and(eq(apiKeys.clientId, client.id), isNull(apiKeys.revokedAt));
    if ((await tx.$count(apiKeys, isActive)) >= MAX_API_KEYS) {
      throw new AppError('CONFLICT', `An account can have at most ${MAX_API_KEYS} API keys. Please revoke one first.`);
    }
    const [row] = await tx
      .insert(apiKeys)
      .values({
        clientId: client.id,
        name,
        keyHash: hashKey(key),
        prefix: prefixOf(key),
        scope: keyScope,
        expiresAt: expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS),
        createdBy: user.userId,
      })
      .returning();
    if (row === undefined) throw new Error('The API key was not stored');
    const result = toApiKey(row, user.email);
    return {
      result,
      target: name,
      after: { prefix: result.prefix, scope: result.scope, expiresAt: result.expiresAt },
    };
  });
  return { apiKey, key };
};

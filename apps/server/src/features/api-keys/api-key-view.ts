import { API_KEY_SCOPES, type ApiKey, type ApiKeyScope } from '@quarry/contracts';
import type { apiKeys } from '@quarry/postgres/tables/api-keys';

/** Reads a stored scope. Throws when the table holds one that the code does not know. */
export function readScope(stored: string): ApiKeyScope {
  const scope = API_KEY_SCOPES.find((known) => known === stored);
  if (scope === undefined) throw new Error(`The scope ${stored} of an API key is not known`);
  return scope;
}

/** A key as its account's administrators see it; `createdBy` is an e-mail address. */
export function toApiKey(row: typeof apiKeys.$inferSelect, createdBy: string): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scope: readScope(row.scope),
    createdAt: row.createdAt.toISOString(),
    createdBy,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    isExpired: row.expiresAt !== null && row.expiresAt <= new Date(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

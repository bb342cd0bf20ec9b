import { API_KEY_SCOPES, type ApiKey, type ApiKeyScope } from '@quarry/contracts';
import type { apiKeys } from '@quarry/postgres/tables/api-keys';

/** Parses a stored scope. */
export function readScope(stored: string): ApiKeyScope {
  const scope = API_KEY_SCOPES.find((name) => name === stored);
  if (scope === undefined) throw new Error(`Unknown API key scope: ${stored}`);
  return scope;
}

/** A key as the account's administrators see it; `createdBy` is an e-mail address. */
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

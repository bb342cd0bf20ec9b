import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';
import { users } from './users.ts';

/** API keys, each for one account. Revoked keys are kept. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: randomId(),
    clientId: ownedByClient(),
    name: text('name').notNull(),
    /** SHA-256 of the key. The key itself, 256 random bits, is never stored. */
    keyHash: text('key_hash').notNull().unique(),
    /** Start of the key, for display. */
    prefix: text('prefix').notNull(),
    scope: text('scope').notNull(),
    expiresAt: instant('expires_at'),
    /** The person it acts for. */
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    /** To the minute. */
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('api_keys_of_client').on(table.clientId, table.createdAt),
    index('api_keys_of_user').on(table.createdBy),
    check('api_keys_scope_is_known', sql`${table.scope} in ('read', 'write')`),
  ],
);

import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt } from './columns.ts';
import { users } from './users.ts';

/** Users of accounts, with their permissions. */
export const memberships = pgTable(
  'memberships',
  {
    clientId: ownedByClient(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    permissions: text('permissions').array().notNull().default(sql`'{USER}'::text[]`),
    isPendingAcceptance: boolean('is_pending_acceptance').notNull().default(true),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.userId] }), index('memberships_of_user').on(table.userId)],
);

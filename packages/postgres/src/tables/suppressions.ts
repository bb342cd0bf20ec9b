import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, randomId } from './columns.ts';
import { users } from './users.ts';

/** The people and companies that an account must not contact. */
export const suppressions = pgTable(
  'suppressions',
  {
    id: randomId(),
    clientId: ownedByClient(),
    kind: text('kind').notNull(),
    /** Normalised by the code that writes it. */
    value: text('value').notNull(),
    note: text('note'),
    /** Null if the person no longer exists. */
    createdBy: text('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('suppressions_value_is_unique').on(table.clientId, table.kind, table.value),
    index('suppressions_newest_first').on(table.clientId, table.createdAt),
    check('suppressions_kind_is_known', sql`${table.kind} in ('EMAIL', 'PERSON', 'DOMAIN')`),
  ],
);

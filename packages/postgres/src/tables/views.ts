import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';
import { users } from './users.ts';

/** Named searches of the dataset with their columns, of one person or shared with the account. */
export const views = pgTable(
  'views',
  {
    id: randomId(),
    clientId: ownedByClient(),
    /** Null if the person no longer exists; nobody but admins can then change a shared view. */
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    isShared: boolean('is_shared').notNull().default(false),
    /** Search and columns. Parsed by the code that reads it. */
    content: jsonb('content').notNull(),
    /** Incremented with every change. */
    version: integer('version').notNull().default(1),
    lastModifiedAt: instant('last_modified_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('views_name_is_unique').on(table.clientId, table.ownerId, sql`lower(${table.name})`)],
);

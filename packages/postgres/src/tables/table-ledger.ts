import { bigint, boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';
import { instant } from './columns.ts';

/** The rows that each kept table of the data plane should have, so that lost ones are noticed. */
export const tableLedger = pgTable(
  'table_ledger',
  {
    database: text('database').notNull(),
    name: text('name').notNull(),
    /** Null for tables of the installation. */
    clientId: text('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    /** Keys of a replacing table, else rows. */
    rows: bigint('rows', { mode: 'number' }).notNull(),
    /** A write has begun and not been recorded yet, so there may be more rows. */
    isBeingWritten: boolean('is_being_written').notNull().default(false),
    /** A part that could not be read. */
    unreadablePart: text('unreadable_part'),
    recordedAt: instant('recorded_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.database, table.name] })],
);

import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** Who edits what at the moment. A lock that is not renewed ends by itself. */
export const resourceLocks = pgTable(
  'resource_locks',
  {
    type: text('type').notNull(),
    /** The id or name of the edited object. */
    id: text('id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    acquiredAt: instant('acquired_at').notNull(),
    renewedAt: instant('renewed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.type, table.id] })],
);

import { jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant, randomId } from './columns.ts';
import { users } from './users.ts';

/** A person's settings, such as table layouts and checklist state. A null client means all accounts. */
export const userSettings = pgTable(
  'user_settings',
  {
    id: randomId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    clientId: text('client_id'),
    key: text('key').notNull(),
    value: jsonb('value').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [unique('user_settings_one_per_key').on(table.userId, table.clientId, table.key).nullsNotDistinct()],
);

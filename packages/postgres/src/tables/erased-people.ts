import { sql } from 'drizzle-orm';
import { check, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Salted hashes by which people who were erased are recognised, so that nothing brings them back. */
export const erasedPeople = pgTable(
  'erased_people',
  {
    /** Of the kind and the name. */
    hash: text('hash').primaryKey(),
    kind: text('kind').notNull(),
    /** The same for all rows, unless two erasures were the first at the same time. */
    salt: text('salt').notNull(),
    erasedAt: instant('erased_at').notNull().defaultNow(),
  },
  (table) => [check('erased_people_kind_is_known', sql`${table.kind} in ('EMAIL', 'PERSON')`)],
);

import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';

/** Named filters over the dataset. Who is a member is in the dataset's column `__tags`. */
export const tags = pgTable(
  'tags',
  {
    id: randomId(),
    clientId: ownedByClient(),
    name: text('name').notNull(),
    /** Parsed by the code that reads it. */
    filters: jsonb('filters').notNull(),
    /** Rises whenever the members have to be found anew: what was found under a lower one does not count. */
    revision: integer('revision').notNull().default(1),
    processingStatus: text('processing_status', { enum: ['Waiting', 'Running', 'Fresh'] })
      .notNull()
      .default('Waiting'),
    /** Members when it was last Fresh; null while it never was. */
    companyCount: bigint('company_count', { mode: 'number' }),
    /** Why the filter can't be evaluated any more; the members are then those of before. */
    problem: text('problem'),
    lastModifiedAt: instant('last_modified_at').notNull().defaultNow(),
    createdBy: text('created_by'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('tags_name_is_unique').on(table.clientId, sql`lower(${table.name})`),
    index('tags_not_fresh').on(table.clientId).where(sql`${table.processingStatus} <> 'Fresh'`),
    check('tags_processing_status', sql`${table.processingStatus} in ('Waiting', 'Running', 'Fresh')`),
  ],
);

import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';

/** Named filters over the dataset. The dataset's column `__tags` has the members. */
export const tags = pgTable(
  'tags',
  {
    id: randomId(),
    clientId: ownedByClient(),
    name: text('name').notNull(),
    /** Parsed by the code that reads it. */
    filters: jsonb('filters').notNull(),
    /** Incremented when the members must be recomputed; results of a lower revision are stale. */
    revision: integer('revision').notNull().default(1),
    processingStatus: text('processing_status', { enum: ['Waiting', 'Running', 'Fresh'] })
      .notNull()
      .default('Waiting'),
    /** Number of members when last Fresh; null if never. */
    companyCount: bigint('company_count', { mode: 'number' }),
    /** Why the filter can no longer be evaluated; the members then stay unchanged. */
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

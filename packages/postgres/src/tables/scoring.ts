import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';

/** Scoring fields. The dataset has a column for each, with the score of every company. */
export const scoringConfigs = pgTable(
  'scoring_configs',
  {
    id: randomId(),
    clientId: ownedByClient(),
    name: text('name').notNull(),
    /** Parsed by the code that reads it. */
    rules: jsonb('rules').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    /** Incremented when the scores must be computed again; results of a lower revision are stale. */
    revision: integer('revision').notNull().default(1),
    processingStatus: text('processing_status', { enum: ['Waiting', 'Running', 'Fresh'] })
      .notNull()
      .default('Waiting'),
    /** The dataset version that has the scores; null before the first time. */
    computedVersion: bigint('computed_version', { mode: 'number' }),
    /** Why the rules can no longer be computed; the scores then stay unchanged. */
    problem: text('problem'),
    associatedReportId: text('associated_report_id'),
    lastModifiedAt: instant('last_modified_at').notNull().defaultNow(),
    createdBy: text('created_by'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('scoring_configs_name_is_unique').on(table.clientId, sql`lower(${table.name})`),
    uniqueIndex('scoring_configs_one_default').on(table.clientId).where(sql`${table.isDefault}`),
    check('scoring_configs_processing_status', sql`${table.processingStatus} in ('Waiting', 'Running', 'Fresh')`),
  ],
);

import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
    /** The rules of the scores that the version has; null before the first time. */
    computedRules: jsonb('computed_rules'),
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

/** Recalculations that changed scores of a field. The data plane's `score_history` has the companies of each. */
export const scoreRecalculations = pgTable(
  'score_recalculations',
  {
    /** In the order in which they began. */
    number: bigint('number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clientId: ownedByClient(),
    /** Null once the field was deleted. */
    scoringConfigId: text('scoring_config_id').references(() => scoringConfigs.id, { onDelete: 'set null' }),
    /** The dataset version that had the scores before. */
    version: bigint('version', { mode: 'number' }).notNull(),
    reason: text('reason', { enum: ['rules', 'data', 'both'] }).notNull(),
    /** The rules that may have moved scores, with their points before and after. Parsed by the code that reads it. */
    rules: jsonb('rules').notNull(),
    /** Companies with another score. */
    changes: bigint('changes', { mode: 'number' }).notNull(),
    /** Readers see what is Done; what is Dropped waits for its rows to be deleted. */
    status: text('status', { enum: ['Writing', 'Done', 'Dropped'] })
      .notNull()
      .default('Writing'),
    startedAt: instant('started_at').notNull().defaultNow(),
  },
  (table) => [
    index('score_recalculations_by_field').on(table.scoringConfigId, table.number),
    check('score_recalculations_reason', sql`${table.reason} in ('rules', 'data', 'both')`),
    check('score_recalculations_status', sql`${table.status} in ('Writing', 'Done', 'Dropped')`),
  ],
);

import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';

/**
 * Lists of companies that a definition finds in the dataset. The data plane's `segment_members` has the companies. The
 * JSON columns are parsed by the code that reads them.
 */
export const segments = pgTable(
  'segments',
  {
    id: randomId(),
    clientId: ownedByClient(),
    name: text('name').notNull(),
    filters: jsonb('filters'),
    inclusions: jsonb('inclusions').notNull(),
    exclusions: jsonb('exclusions').notNull(),
    /** Null takes all companies. */
    limitOptions: jsonb('limit_options'),
    isDynamic: boolean('is_dynamic').notNull().default(false),
    selectedColumns: text('selected_columns').array(),
    /** Incremented when the companies must be computed again; results of a lower revision are stale. */
    revision: integer('revision').notNull().default(1),
    /** The revision that the companies were computed from; 0 before the first time. */
    computedRevision: integer('computed_revision').notNull().default(0),
    /** The rows of `segment_members` that readers see; null before the first time. */
    run: bigint('run', { mode: 'number' }),
    /** How many rows the run has, with those of past stays. */
    runRows: bigint('run_rows', { mode: 'number' }).notNull().default(0),
    /** Active companies. */
    sizeCompanies: bigint('size_companies', { mode: 'number' }).notNull().default(0),
    /** Included domains that no company of the dataset has. */
    notFoundDomains: integer('not_found_domains').notNull().default(0),
    /** The first population doesn't count as a change. */
    firstComputedAt: instant('first_computed_at'),
    lastComputedAt: instant('last_computed_at'),
    updateStatus: text('update_status', { enum: ['RUNNING', 'COMPLETE', 'ERROR'] })
      .notNull()
      .default('RUNNING'),
    refreshStatus: text('refresh_status', { enum: ['RUNNING', 'COMPLETE'] })
      .notNull()
      .default('COMPLETE'),
    /** Why the last update failed; the companies stay as they were. */
    problem: text('problem'),
    lastModifiedAt: instant('last_modified_at').notNull().defaultNow(),
    createdBy: text('created_by'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('segments_name_is_unique').on(table.clientId, sql`lower(${table.name})`),
    index('segments_by_age').on(table.clientId, table.createdAt),
    index('segments_not_computed').on(table.clientId).where(sql`${table.revision} > ${table.computedRevision}`),
    check('segments_update_status', sql`${table.updateStatus} in ('RUNNING', 'COMPLETE', 'ERROR')`),
    check('segments_refresh_status', sql`${table.refreshStatus} in ('RUNNING', 'COMPLETE')`),
  ],
);

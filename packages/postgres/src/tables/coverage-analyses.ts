import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, randomId } from './columns.ts';

/** How well criteria cover target domains, by staff. The JSON columns are parsed by the code that reads them. */
export const coverageAnalyses = pgTable(
  'coverage_analyses',
  {
    id: randomId(),
    name: text('name').notNull(),
    /** Any name: the client need not exist. */
    clientName: text('client_name').notNull(),
    domains: text('domains').array().notNull(),
    sourcingCriteria: jsonb('sourcing_criteria').notNull(),
    dataBlockConfigs: jsonb('data_block_configs').notNull().default([]),
    fieldRanges: jsonb('field_ranges').notNull().default([]),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('coverage_analyses_by_age').on(table.updatedAt)],
);

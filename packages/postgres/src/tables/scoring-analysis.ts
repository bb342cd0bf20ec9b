import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';

/** Comparisons of target companies with others. The JSON columns are parsed by the code that reads them. */
export const analysisReports = pgTable(
  'scoring_analysis_reports',
  {
    id: randomId(),
    clientId: ownedByClient(),
    name: text('name').notNull(),
    inputs: jsonb('inputs').notNull(),
    /** Incremented when the inputs change; results of a lower revision are not saved. */
    revision: integer('revision').notNull().default(1),
    status: text('status', { enum: ['Calculating', 'Processed', 'Error'] })
      .notNull()
      .default('Calculating'),
    /** Of the last calculation; its state and progress are the job's. */
    jobId: text('job_id'),
    /** Of the inputs, once Processed. */
    results: jsonb('results'),
    error: text('error'),
    calculatedAt: instant('calculated_at'),
    createdBy: text('created_by'),
    createdAt: createdAt(),
  },
  (table) => [
    index('scoring_analysis_reports_by_age').on(table.clientId, table.createdAt),
    check('scoring_analysis_reports_status', sql`${table.status} in ('Calculating', 'Processed', 'Error')`),
  ],
);

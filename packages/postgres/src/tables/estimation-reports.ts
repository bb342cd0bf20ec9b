import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';

/** Estimates of markets that staff saved, by name. */
export const estimationReports = pgTable('estimation_reports', {
  /** Its name. */
  id: text('id').primaryKey(),
  config: jsonb('config').notNull(),
  count: bigint('count', { mode: 'number' }),
  requestedByEmail: text('requested_by_email').notNull(),
  createdAt: createdAt(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  /** The rows of `universe.frozen_estimates` with the companies that it had then; null unless it was frozen. */
  frozenRun: bigint('frozen_run', { mode: 'number' }),
  frozenAt: instant('frozen_at'),
  frozenCount: bigint('frozen_count', { mode: 'number' }),
  /** The universe's revision then. */
  frozenRevision: text('frozen_revision'),
});

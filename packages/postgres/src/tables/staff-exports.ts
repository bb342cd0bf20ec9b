import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, randomId } from './columns.ts';

/** Exports of the universe by staff, which belong to no account. */
export const staffExports = pgTable(
  'staff_exports',
  {
    id: randomId(),
    exportName: text('export_name').notNull(),
    /** Criteria, configs, columns and limit; parsed by the code that reads it. */
    config: jsonb('config').notNull(),
    status: text('status', { enum: ['WAITING', 'PROCESSING', 'COMPLETE', 'FAILED'] })
      .notNull()
      .default('WAITING'),
    jobId: text('job_id'),
    /** The file's key; null before it is complete and after it has expired. */
    fileKey: text('file_key'),
    rowCount: integer('row_count'),
    bytes: bigint('bytes', { mode: 'number' }),
    error: text('error'),
    requestedByEmail: text('requested_by_email').notNull(),
    createdAt: createdAt(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    index('staff_exports_by_age').on(table.createdAt),
    check('staff_exports_status', sql`${table.status} in ('WAITING', 'PROCESSING', 'COMPLETE', 'FAILED')`),
  ],
);

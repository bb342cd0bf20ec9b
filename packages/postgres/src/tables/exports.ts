import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';

/** Exports with their files. The record stays when the files go. The JSON columns are parsed by the code that reads them. */
export const csvExports = pgTable(
  'csv_exports',
  {
    id: randomId(),
    clientId: ownedByClient(),
    type: text('type').notNull(),
    exportName: text('export_name'),
    config: jsonb('config').notNull(),
    /** What the export's own job wrote; while that is not final, the job says how it stands. */
    status: text('status', { enum: ['WAITING', 'PROCESSING', 'COMPLETE', 'FAILED', 'CANCELLED'] })
      .notNull()
      .default('WAITING'),
    jobId: text('job_id'),
    rowCount: integer('row_count'),
    /** The finished files, in order: where each is kept, its rows and its bytes. */
    parts: jsonb('parts').notNull().default([]),
    error: text('error'),
    note: text('note'),
    requestedBy: text('requested_by').notNull(),
    requestedByEmail: text('requested_by_email').notNull(),
    createdAt: createdAt(),
    completedAt: instant('completed_at'),
    expiresAt: instant('expires_at'),
    /** When the mail was handed over; set before it is, so that no two leave. */
    mailedAt: instant('mailed_at'),
    /** When the files and everything else but the record were removed. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    index('csv_exports_of_client').on(table.clientId, table.createdAt),
    index('csv_exports_with_files').on(table.createdAt).where(sql`${table.removedAt} is null`),
    check('csv_exports_status', sql`${table.status} in ('WAITING', 'PROCESSING', 'COMPLETE', 'FAILED', 'CANCELLED')`),
    check('csv_exports_complete_expires', sql`${table.status} <> 'COMPLETE' or ${table.expiresAt} is not null`),
  ],
);

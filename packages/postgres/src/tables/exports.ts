import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';

/** Exports. Rows outlive their files. The JSON columns are parsed by the code that reads them. */
export const csvExports = pgTable(
  'csv_exports',
  {
    id: randomId(),
    clientId: ownedByClient(),
    type: text('type').notNull(),
    exportName: text('export_name'),
    config: jsonb('config').notNull(),
    /** Written by the export's job. Until it is final, the job's row has the current state. */
    status: text('status', { enum: ['WAITING', 'PROCESSING', 'COMPLETE', 'FAILED', 'CANCELLED'] })
      .notNull()
      .default('WAITING'),
    jobId: text('job_id'),
    /** The dataset as it was when the export was requested, until the export ends. */
    snapshot: jsonb('snapshot'),
    rowCount: integer('row_count'),
    /** The finished files in order, each with key, rows and bytes. */
    parts: jsonb('parts').notNull().default([]),
    error: text('error'),
    note: text('note'),
    requestedBy: text('requested_by').notNull(),
    requestedByEmail: text('requested_by_email').notNull(),
    createdAt: createdAt(),
    completedAt: instant('completed_at'),
    expiresAt: instant('expires_at'),
    /** Set before the mail is sent, so that it is never sent twice. */
    mailedAt: instant('mailed_at'),
    /** When everything but the row was removed. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    index('csv_exports_of_client').on(table.clientId, table.createdAt),
    index('csv_exports_with_files').on(table.createdAt).where(sql`${table.removedAt} is null`),
    check('csv_exports_status', sql`${table.status} in ('WAITING', 'PROCESSING', 'COMPLETE', 'FAILED', 'CANCELLED')`),
    check('csv_exports_complete_expires', sql`${table.status} <> 'COMPLETE' or ${table.expiresAt} is not null`),
  ],
);

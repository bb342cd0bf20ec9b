import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, randomId } from './columns.ts';

/** Files of companies that staff uploaded, to import them. */
export const companyFiles = pgTable('company_files', {
  id: randomId(),
  name: text('name').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** Pieces of the file that are stored, each under its number. */
  pieces: integer('pieces').notNull().default(0),
  storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull().default(0),
  uploadedBy: text('uploaded_by').notNull(),
  createdAt: createdAt(),
  /** Null once the pieces were deleted. */
  deletedAt: instant('deleted_at'),
});

/** Imports of companies, those of the command line included. */
export const companyImports = pgTable(
  'company_imports',
  {
    /** That of its job, if it has one. */
    id: randomId(),
    /** The partition of what it changed in the universe. */
    run: bigint('run', { mode: 'number' }).generatedAlwaysAsIdentity(),
    /** What to import and how; parsed by the code that reads it. */
    request: jsonb('request').notNull(),
    fileId: text('file_id').references(() => companyFiles.id),
    isDryRun: boolean('is_dry_run').notNull(),
    requestedBy: text('requested_by'),
    createdAt: createdAt(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    status: text('status', { enum: ['WAITING', 'PROCESSING', 'COMPLETE', 'ERROR', 'CANCELLED'] })
      .notNull()
      .default('WAITING'),
    error: text('error'),
    /** The report; null until the end, and if it was stopped before. */
    summary: jsonb('summary'),
    /** The universe still holds what it changed. */
    canBeUndone: boolean('can_be_undone').notNull().default(false),
    /** From here on, an undo goes on until it is done. */
    undoBeganAt: instant('undo_began_at'),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
  },
  (table) => [
    index('company_imports_by_age').on(table.createdAt),
    check(
      'company_imports_status',
      sql`${table.status} in ('WAITING', 'PROCESSING', 'COMPLETE', 'ERROR', 'CANCELLED')`,
    ),
  ],
);

import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant } from './columns.ts';

/** The versions of every dataset. `clients.dataset_version` names the current one. */
export const datasetVersions = pgTable(
  'dataset_versions',
  {
    version: bigint('version', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clientId: ownedByClient(),
    status: text('status', { enum: ['BUILDING', 'READY', 'RETIRED', 'FAILED'] })
      .notNull()
      .default('BUILDING'),
    /** The version's columns, parsed by the code that reads it. */
    schema: jsonb('schema').notNull().default([]),
    rowCount: bigint('row_count', { mode: 'number' }),
    /** Matching companies left out by the company limit. */
    withheldCount: bigint('withheld_count', { mode: 'number' }),
    phase: text('phase'),
    checkpoint: jsonb('checkpoint'),
    createdAt: createdAt(),
    readyAt: instant('ready_at'),
    retiredAt: instant('retired_at'),
  },
  (table) => [
    index('dataset_versions_of_client').on(table.clientId, table.version),
    check('dataset_versions_status', sql`${table.status} in ('BUILDING', 'READY', 'RETIRED', 'FAILED')`),
  ],
);

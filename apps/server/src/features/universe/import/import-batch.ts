import type { Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { insertAssignedNames, insertChanges, insertOriginals } from './import-journal.sql.ts';
import { insertMerged } from './merge-rows.sql.ts';
import { insertNewRows, insertUnchangedRows } from './plain-rows.sql.ts';
import { resolveRows } from './resolve-rows.ts';
import type { RowBatch } from './row-batch.ts';
import { ROW_COLUMNS } from './row-writer.ts';
import { emptyScratchTable, scratchTarget } from './scratch-tables.ts';
import {
  countRows,
  insertCompanies,
  insertFunding,
  insertIdentities,
  insertNewClaims,
  insertSeen,
  insertTechnographics,
} from './write-companies.sql.ts';

export interface ImportRun {
  readonly warehouse: Warehouse;
  readonly isDryRun: boolean;
  /** The number under which changes are kept; null if they are not. */
  readonly journal: number | null;
  readonly now: Date;
  readonly signal?: AbortSignal;
}

/** Counts of rows. */
interface BatchCounts {
  created: number;
  updated: number;
  unchanged: number;
  /** Rows whose domain and LinkedIn page contradict the stored link, which stays. */
  conflicts: number;
}

/** A batch has one row of each key, so the engine need not look for more before it writes them. */
const WRITING = { optimize_on_insert: 0 } as const;

const rowCounts = z.object({ created: z.number(), updated: z.number(), unchanged: z.number() });

/** Hands the rows to the engine, also while it still imports the batch before. */
export async function loadBatch({ warehouse, signal }: ImportRun, { companies }: RowBatch): Promise<void> {
  const next = scratchTarget('next_rows');
  for (const rows of companies) await warehouse.insertBinary(next, ROW_COLUMNS, rows, { lane: 'jobs', signal });
}

/**
 * Imports the batch in the table `rows`, and empties it. Most rows are unchanged or about new companies; the engine finds
 * both by comparing hashes. Only the remaining rows are resolved one by one and merged.
 */
export async function importRows(run: ImportRun, { companyCount }: RowBatch): Promise<BatchCounts> {
  const { warehouse, signal } = run;
  const job = { lane: 'jobs', signal } as const;
  const conflicts = await sortOut(run, companyCount);
  const counts = await countRowsOf(run);
  const { created, updated, unchanged } = counts;
  if (created + updated + unchanged !== companyCount) {
    throw new Error(`Of ${companyCount} rows, ${created + updated + unchanged} were imported`);
  }
  if (!run.isDryRun && unchanged < companyCount) await write(run, counts);
  else if (!run.isDryRun) await writeIdentities(run);
  await warehouse.command(insertSeen, job);
  for (const table of ['rows', 'plain_rows', 'known', 'resolved', 'merged'] as const) {
    await emptyScratchTable(warehouse, table);
  }
  return { ...counts, conflicts };
}

async function countRowsOf({ warehouse, signal }: ImportRun): Promise<z.infer<typeof rowCounts>> {
  const [counts] = await warehouse.rows(countRows, rowCounts, { lane: 'jobs', signal });
  return counts ?? { created: 0, updated: 0, unchanged: 0 };
}

/** Finds the company of every row, and merges those that need it. Returns the number of conflicts. */
async function sortOut(run: ImportRun, rows: number): Promise<number> {
  const { warehouse, now, signal } = run;
  const job = { lane: 'jobs', signal } as const;
  await warehouse.command(insertUnchangedRows, job);
  const before = await countRowsOf(run);
  if (before.unchanged === rows) return 0;
  await warehouse.command(insertNewRows, job);
  const plain = await countRowsOf(run);
  if (plain.created > 0) await warehouse.command(insertNewClaims, job);
  if (plain.created + plain.unchanged === rows) return 0;
  const { conflicts } = await resolveRows(warehouse, signal);
  await warehouse.command(insertMerged(now), job);
  return conflicts;
}

/**
 * Writes companies last: an interrupted batch leaves identities and details without a company, and importing the same
 * rows again completes it. What will change is kept before.
 */
async function write(run: ImportRun, { updated }: z.infer<typeof rowCounts>): Promise<void> {
  const { warehouse, now, signal } = run;
  const job = { lane: 'jobs', signal, settings: WRITING } as const;
  if (run.journal !== null) {
    if (updated > 0) await warehouse.command(insertOriginals(run.journal), job);
    await warehouse.command(insertChanges(run.journal), job);
  }
  await writeIdentities(run);
  await warehouse.command(insertFunding, job);
  await warehouse.command(insertTechnographics, job);
  await warehouse.command(insertCompanies(now), {
    ...job,
    settings: { ...WRITING, insert_allow_materialized_columns: 1 },
  });
}

/** Also rows that change nothing else can name their company. */
async function writeIdentities({ warehouse, journal, signal }: ImportRun): Promise<void> {
  const job = { lane: 'jobs', signal, settings: WRITING } as const;
  if (journal !== null) await warehouse.command(insertAssignedNames(journal), job);
  await warehouse.command(insertIdentities, job);
  await emptyScratchTable(warehouse, 'claims');
}

import { bool, date, ident, instant, type Sql, sql, uint, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import type { DataBlock } from '../blocks/declaration.ts';
import { BLOCKS } from '../blocks/index.ts';
import { compactTables } from '../schema.ts';
import { companiesTable, UNIVERSE, type UniverseTable } from '../universe-table.ts';
import { insertCollections } from './collections.sql.ts';
import { insertCompanies, insertIdentities } from './companies.sql.ts';
import type { GeneratorStep, IdRange, Run, Target } from './profile.ts';

/** How far a run is. */
interface GenerateProgress {
  /** What is being made now, in words. */
  phase: string;
  /** Steps done and steps in all. */
  done: number;
  total: number;
}

/** What to make up. */
export interface GenerateOptions {
  warehouse: Warehouse;
  /** Number of invented companies; 0 with `detailsFor: 'imported'`. */
  companies: number;
  /** A whole number from 0; the same seed and day give the same rows. */
  seed: number;
  /** The day to which dates relate, `yyyy-mm-dd`; the current day when left out. */
  today?: string;
  /** Make details for the imported companies instead. */
  detailsFor?: Target;
  /** Leave out people, jobs, reviews, features and pages, which outnumber the companies ten to one. */
  isWithoutRows?: boolean;
  onProgress?: (progress: GenerateProgress) => void;
  signal?: AbortSignal;
}

/** What a run left in the universe. */
export interface GenerateReport {
  companiesCreated: number;
  companiesExisting: number;
  /** Rows now in each table that hold invented data. */
  rows: Record<string, number>;
}

/** Companies per statement: bounds memory, and is large enough to keep the engine busy. */
const PORTION = 50_000;

/** The statements that fill the tables beside `companies`; without those of many rows per company if asked. */
function detailSteps(isWithoutRows: boolean): GeneratorStep[] {
  const blocks = BLOCKS.filter((block) => !isWithoutRows || !block.isParameterisedWithDynamicConfig);
  return [...blocks.flatMap(({ generator }) => generator?.steps ?? []), ...blocks.flatMap(collectionSteps)];
}

function collectionSteps({ blockName, generator }: DataBlock): GeneratorStep[] {
  const isCollected = generator?.isCollected;
  if (isCollected === undefined) return [];
  return [
    {
      phase: 'collection notes',
      table: 'collections',
      insert: (run, target, range) => insertCollections(run, target, range, blockName, isCollected(run)),
    },
  ];
}

/**
 * Fills the universe with invented companies and all that hangs on them, or gives imported companies invented details.
 * Runs inside the engine, in portions. Repeating a run, also one that was cut off, ends with the same rows.
 */
export async function generateUniverse(options: GenerateOptions): Promise<GenerateReport> {
  const { warehouse, companies, seed, signal } = options;
  const details = detailSteps(options.isWithoutRows === true);
  const target: Target = options.detailsFor ?? 'synthetic';
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  const run: Run = { seed, today: sql`${date(today)}` };
  const job = { lane: 'jobs', signal } as const;
  const startedAt = new Date();
  const created = target === 'synthetic' ? companies : 0;
  const before = await countOf(warehouse, target);
  const portions = Math.max(1, Math.ceil((target === 'synthetic' ? Math.max(companies, before) : before) / PORTION));
  const companyPortions = Math.ceil(created / PORTION);
  const total = companyPortions + 2 + portions * details.length + 1;
  let done = 0;
  const step = async (phase: string, work: () => Promise<void>): Promise<void> => {
    options.onProgress?.({ phase, done, total });
    await work();
    done += 1;
  };
  await noteRun(warehouse, { seed, companies, startedAt, isFinished: false });
  for (let from = 0; from < created; from += PORTION) {
    const count = Math.min(PORTION, created - from);
    await step('companies', () => warehouse.command(insertCompanies(run, from, count), job));
  }
  for (const kind of ['domain', 'linkedin'] as const) {
    await step('identities', () => (created > 0 ? warehouse.command(insertIdentities(kind), job) : Promise.resolve()));
  }
  for (const { phase, insert } of details) {
    for (const range of idRanges(portions)) {
      await step(phase, () => warehouse.command(insert(run, target, range), job));
    }
  }
  const tables = [...new Set<UniverseTable>([...details.map((detail) => detail.table), 'companies', 'identities'])];
  await step('tidying up', () => compactTables(warehouse, tables, signal));
  await noteRun(warehouse, { seed, companies, startedAt, isFinished: true });
  options.onProgress?.({ phase: 'done', done, total });
  const after = await countOf(warehouse, target);
  const rows: Record<string, number> = {};
  for (const table of tables) {
    if (table !== 'identities')
      rows[table] = await rowsOf(warehouse, sql`${ident(UNIVERSE, table)} FINAL WHERE is_synthetic`);
  }
  return {
    companiesCreated: target === 'synthetic' ? after - before : 0,
    companiesExisting: target === 'synthetic' ? companies - (after - before) : after,
    rows,
  };
}

/** Splits all ids into equal ranges; ids are hashes, so the ranges hold about as many companies each. */
function idRanges(portions: number): IdRange[] {
  const all = 1n << 64n;
  return Array.from({ length: portions }, (_, index) => ({
    from: (all * BigInt(index)) / BigInt(portions),
    to: (all * BigInt(index + 1)) / BigInt(portions) - 1n,
  }));
}

const countRow = z.object({ rows: z.coerce.number() });

async function rowsOf(warehouse: Warehouse, from: Sql): Promise<number> {
  const [found] = await warehouse.rows(sql`SELECT count() AS rows FROM ${from}`, countRow, { lane: 'jobs' });
  return found?.rows ?? 0;
}

function countOf(warehouse: Warehouse, target: Target): Promise<number> {
  return rowsOf(warehouse, sql`${companiesTable()} WHERE is_synthetic = ${bool(target === 'synthetic')}`);
}

async function noteRun(
  warehouse: Warehouse,
  run: { seed: number; companies: number; startedAt: Date; isFinished: boolean },
): Promise<void> {
  const version = BigInt(run.startedAt.getTime()) * 2n + (run.isFinished ? 1n : 0n);
  await warehouse.command(
    sql`INSERT INTO ${ident(UNIVERSE, 'generations')} (seed, companies, started_at, is_finished, version)
      SELECT ${uint(run.seed)}, ${uint(run.companies)}, ${instant(run.startedAt)}, ${bool(run.isFinished)}, ${uint(version)}`,
    { lane: 'jobs' },
  );
}

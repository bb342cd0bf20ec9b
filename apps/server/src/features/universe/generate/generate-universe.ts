import { bool, date, ident, instant, type Sql, sql, uint, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import type { DataBlock } from '../blocks/declaration.ts';
import { BLOCKS } from '../blocks/index.ts';
import { idRanges } from '../id-ranges.ts';
import { compactTables } from '../schema.ts';
import { readTable, UNIVERSE, type UniverseTable } from '../universe-table.ts';
import { insertCollections } from './collections.sql.ts';
import { insertCompanies, insertIdentities } from './companies.sql.ts';
import type { GeneratorStep, Run, Target } from './profile.ts';

interface GenerateProgress {
  /** Shown to people while it runs. */
  phase: string;
  /** Steps. */
  done: number;
  total: number;
}

export interface GenerateOptions {
  warehouse: Warehouse;
  /** Number of synthetic companies; 0 with `detailsFor: 'imported'`. */
  companies: number;
  /** An integer from 0; the same seed and day give the same rows. */
  seed: number;
  /** The day on which dates are based, `yyyy-mm-dd`; defaults to the current day. */
  today?: string;
  /** Set to 'imported' to generate details for the imported companies instead. */
  detailsFor?: Target;
  /** Skips people, jobs, reviews, features and pages, which outnumber the companies ten to one. */
  skipDetailRows?: boolean;
  onProgress?: (progress: GenerateProgress) => void;
  signal?: AbortSignal;
}

export interface GenerateReport {
  companiesCreated: number;
  companiesExisting: number;
  /** Synthetic rows in each table after the run. */
  rows: Record<string, number>;
}

/** Companies per statement: bounds memory, but keeps the engine busy. */
const BATCH_SIZE = 50_000;

/** The statements that fill the tables other than `companies`. */
function detailSteps(skipDetailRows: boolean): GeneratorStep[] {
  const blocks = BLOCKS.filter((block) => !skipDetailRows || !block.isParameterisedWithDynamicConfig);
  return [...blocks.flatMap(({ generator }) => generator?.steps ?? []), ...blocks.flatMap(collectionSteps)];
}

function collectionSteps({ blockName, generator }: DataBlock): GeneratorStep[] {
  const isCollected = generator?.isCollected;
  if (isCollected === undefined) return [];
  return [
    {
      phase: 'collections',
      table: 'collections',
      insert: (run, target, range) => insertCollections(run, target, range, blockName, isCollected(run)),
    },
  ];
}

/**
 * Fills the universe with synthetic companies and their details, or adds synthetic details to imported companies.
 * Repeating a run, even an interrupted one, ends with the same rows.
 */
export async function generateUniverse(options: GenerateOptions): Promise<GenerateReport> {
  const { warehouse, companies, seed, signal } = options;
  const details = detailSteps(options.skipDetailRows === true);
  const target: Target = options.detailsFor ?? 'synthetic';
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  const run: Run = { seed, today: sql`${date(today)}` };
  const job = { lane: 'jobs', signal } as const;
  const startedAt = new Date();
  const created = target === 'synthetic' ? companies : 0;
  const before = await countOf(warehouse, target);
  const ranges = idRanges(Math.max(created, before), BATCH_SIZE);
  const total = Math.ceil(created / BATCH_SIZE) + 2 + ranges.length * details.length + 1;
  let done = 0;
  const step = async (phase: string, work: () => Promise<void>): Promise<void> => {
    options.onProgress?.({ phase, done, total });
    await work();
    done += 1;
  };
  await recordRun(warehouse, { seed, companies, startedAt, isFinished: false });
  for (let from = 0; from < created; from += BATCH_SIZE) {
    const count = Math.min(BATCH_SIZE, created - from);
    await step('companies', () => warehouse.command(insertCompanies(run, from, count), job));
  }
  for (const kind of ['domain', 'linkedin'] as const) {
    await step('identities', () => (created > 0 ? warehouse.command(insertIdentities(kind), job) : Promise.resolve()));
  }
  for (const { phase, insert } of details) {
    for (const range of ranges) {
      await step(phase, () => warehouse.command(insert(run, target, range), job));
    }
  }
  const tables = [...new Set<UniverseTable>([...details.map((detail) => detail.table), 'companies', 'identities'])];
  await step('compacting', () => compactTables(warehouse, tables, signal));
  await recordRun(warehouse, { seed, companies, startedAt, isFinished: true });
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

const countRow = z.object({ rows: z.coerce.number() });

async function rowsOf(warehouse: Warehouse, from: Sql): Promise<number> {
  const [found] = await warehouse.rows(sql`SELECT count() AS rows FROM ${from}`, countRow, { lane: 'jobs' });
  return found?.rows ?? 0;
}

function countOf(warehouse: Warehouse, target: Target): Promise<number> {
  return rowsOf(warehouse, sql`${readTable('companies')} WHERE is_synthetic = ${bool(target === 'synthetic')}`);
}

async function recordRun(
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

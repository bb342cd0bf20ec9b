/**
 * Imports of a file of companies into an empty universe: `npm run bench -- import [companies]`. As JSON lines the first
 * time and once more, then the same companies as Parquet and gzipped CSV, which must change nothing, and the undo of the
 * first. Budgets: 40,000 rows a second for JSON lines, and at most 1,500 MB above the idle server. Also prints the processor time per row, which
 * tells more on a busy machine, and the time in which one plain statement inserts the same file.
 */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { type Sql, sql, text, uint, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { importFile } from '../apps/server/src/features/universe/import/import-file.ts';
import { undoRun } from '../apps/server/src/features/universe/import/undo-import.ts';
import { migrations, tables } from '../apps/server/src/migrations.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openPlatform } from '../apps/server/src/platform/open-platform.ts';
import { benchFolder } from './open-bench.ts';
import { megabytes, sampled, timed } from './statistics.ts';

const MIN_ROWS_PER_SECOND = 40_000;
const MAX_GROWTH_MB = 1500;
const JOB = { lane: 'jobs' } as const;

const WORDS = sql`['modern', 'platform', 'supply', 'chain', 'team', 'cloud', 'robot', 'market', 'energy', 'health', 'secure',
  'global', 'analysis', 'report', 'engine', 'mobile', 'design', 'retail', 'credit', 'customer']`;
const chance = (salt: number): Sql => sql`sipHash64(number, ${uint(salt)})`;
const word = (salt: number): Sql => sql`arrayElement(${WORDS}, 1 + ${chance(salt)} % 20)`;

/** Companies of about 750 bytes as JSON; `list` writes a list of texts. */
export function companiesToImport(count: number, list: (items: Sql) => Sql): Sql {
  return sql`
    SELECT concat('company-', toString(number), arrayElement(['.com', '.de', '.co.uk', '.io', '.fr'], 1 + number % 5)) AS domain,
      concat(initcap(${word(1)}), ' ', initcap(${word(2)}), ' ', toString(number)) AS name,
      concat('https://www.', domain, '/') AS website,
      concat('https://www.linkedin.com/company/company-', toString(number)) AS linkedin_url,
      arrayStringConcat(arrayMap(i -> arrayElement(${WORDS}, 1 + sipHash64(number, i) % 20), range(36)), ' ') AS description,
      concat('The ', ${word(3)}, ' ', ${word(4)}, ' company') AS short_description,
      arrayElement(['Software', 'Banking', 'Retail', 'Energy', 'Health care', 'Robotics'], 1 + ${chance(5)} % 6) AS industry,
      'gics' AS industry_scheme,
      ${list(sql`arrayDistinct([${word(6)}, ${word(7)}])`)} AS categories,
      toUInt32(exp(${chance(8)} % 1000 / 100.)) AS employee_count,
      1950 + ${chance(9)} % 75 AS founded_year,
      arrayElement(['DE', 'FR', 'US', 'GB', 'PL', 'JP'], 1 + ${chance(10)} % 6) AS country,
      arrayElement(['Berlin', 'Paris', 'Boston', 'London', 'Warsaw', 'Tokyo'], 1 + ${chance(11)} % 6) AS city,
      ${list(sql`arrayDistinct([concat('Tech ', ${word(12)}), concat('Tech ', ${word(13)})])`)} AS technologies,
      if(${chance(14)} % 10 < 3, ${chance(15)} % 100000000, NULL) AS funding_total_usd,
      'bench' AS source,
      '2026-01-01' AS as_of
    FROM numbers(${uint(count)})`;
}

const asList = (items: Sql): Sql => items;
const asText = (items: Sql): Sql => sql`arrayStringConcat(${items}, '; ')`;

const FILES = [
  { name: 'companies.jsonl', format: 'JSONEachRow', list: asList },
  { name: 'companies.parquet', format: 'Parquet', list: asList },
  { name: 'companies.csv.gz', format: 'CSVWithNames', list: asText },
] as const;

async function writeFiles(warehouse: Warehouse, folder: string, count: number): Promise<void> {
  for (const { name, format, list } of FILES) {
    const target = sql`file(${text(joinPath(folder, name))}, ${text(format)})`;
    await warehouse.command(sql`INSERT INTO FUNCTION ${target} ${companiesToImport(count, list)}`, JOB);
  }
}

/** Inserts the file as it is, as one would without rules about identity, merging and bad rows. */
async function insertByHand(warehouse: Warehouse, path: string): Promise<void> {
  const file = sql`file(${text(path)}, 'JSONEachRow')`;
  await warehouse.command(sql`CREATE DATABASE IF NOT EXISTS bench`);
  await warehouse.command(
    sql`CREATE TABLE bench.by_hand ENGINE = MergeTree ORDER BY domain SETTINGS allow_nullable_key = 1
      AS SELECT * FROM ${file} SETTINGS max_threads = 0`,
    JOB,
  );
}

const count = (value: number): string => Math.round(value).toLocaleString('en');

/** Runs and prints the imports. Returns true if they are within budget. */
export async function importCompaniesFile(rows: number): Promise<boolean> {
  const folder = `${benchFolder(rows)}-import`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const config = readConfig({
    NODE_ENV: 'test',
    QUARRY_DATA_DIR: joinPath(folder, 'data'),
    QUARRY_DEMO: 'off',
    LOG_LEVEL: 'error',
  });
  const { platform, close } = await openPlatform(config, { migrations, tables, jobs: [] });
  const { warehouse, ledger } = platform;
  try {
    await writeFiles(warehouse, folder, rows);
    const idle = megabytes();
    let isWithin = true;
    let runs = 0;
    const run = async (what: string, name: string, expected: 'created' | 'unchanged', minimum: number) => {
      runs += 1;
      const location = joinPath(folder, name);
      const rejectsPath = joinPath(folder, 'rejects.jsonl');
      const cpu = process.cpuUsage();
      const { ms, peak } = await sampled(() =>
        ledger.recordWrites(tables, async (engine) => {
          const { report, failure } = await importFile({ warehouse: engine, location, rejectsPath, run: runs });
          if (failure !== null) throw failure;
          if (report[expected] !== rows) throw new Error(`Not ${rows} ${expected}: ${JSON.stringify(report)}`);
        }),
      );
      const rate = rows / (ms / 1000);
      const growth = peak - idle;
      const { user, system } = process.cpuUsage(cpu);
      const { size } = await stat(location);
      console.log(
        `${what.padEnd(28)} ${count(size / 1024 ** 2)} MB, ${(ms / 1000).toFixed(1)} s: ${count(rate)} rows/s${minimum === 0 ? '' : ` (budget ${count(minimum)})`}, ${((user + system) / rows).toFixed(1)} µs of a processor a row, memory +${count(growth)} MB (budget ${count(MAX_GROWTH_MB)})`,
      );
      isWithin = isWithin && rate >= minimum && growth <= MAX_GROWTH_MB;
    };
    const undo = async (undone: number) => {
      const { ms, peak } = await sampled(() => undoRun(ledger, undone));
      const left = await warehouse.rows(sql`SELECT company_id FROM universe.companies FINAL LIMIT 1`, z.unknown());
      if (left.length > 0) throw new Error('The undo left companies');
      console.log(`${'undo of the first'.padEnd(28)} ${(ms / 1000).toFixed(1)} s, memory +${count(peak - idle)} MB`);
    };
    await run('new companies, JSON lines', 'companies.jsonl', 'created', MIN_ROWS_PER_SECOND);
    await run('the same file again', 'companies.jsonl', 'unchanged', MIN_ROWS_PER_SECOND);
    await run('the same rows, Parquet', 'companies.parquet', 'unchanged', 0);
    await run('the same rows, gzipped CSV', 'companies.csv.gz', 'unchanged', 0);
    await undo(1);
    const plainMs = await timed(() => insertByHand(warehouse, joinPath(folder, 'companies.jsonl')));
    console.log(`one plain statement inserts the JSON lines in ${(plainMs / 1000).toFixed(1)} s`);
    return isWithin;
  } finally {
    await close();
    await rm(folder, { recursive: true });
  }
}

/**
 * Exports of the whole dataset with 20 columns: `npm run bench -- export [companies]`. Budgets: 150,000 rows a second and
 * a rise of this process's memory, engine included, of at most 200 MB. Beside each stands how much longer it takes than
 * the plain statement that writes the same columns to a file, which tells more on a machine with other work.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ident, join, sql } from '@quarry/clickhouse';
import { eq } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { z } from 'zod';
import { partsOf } from '../apps/server/src/features/exports/export.ts';
import { type Bench, openBench } from './open-bench.ts';
import { median, timed } from './statistics.ts';

const COLUMNS = 20;
const ROWS_A_SECOND = 150_000;
const MEGABYTES = 200;
const ROUNDS = 3;

const schemaAnswer = z.object({ companiesSchema: z.array(z.object({ fieldName: z.string(), isSystem: z.boolean() })) });
const exportAnswer = z.object({
  export: z.object({
    id: z.string(),
    status: z.string(),
    rowCount: z.number().nullable(),
    error: z.string().nullable(),
    parts: z.array(z.object({ rows: z.number(), bytes: z.number() })),
  }),
});
type Exported = z.infer<typeof exportAnswer>['export'];
const searchAnswer = z.object({ companiesCnt: z.number() });

const memory = (): number => process.memoryUsage.rss() / 1024 ** 2;
const count = (value: number): string => Math.round(value).toLocaleString('en');

/** Milliseconds of some work, and by how many megabytes the process grew over what it had before. */
async function watched(work: () => Promise<unknown>): Promise<{ ms: number; rise: number }> {
  const before = memory();
  let peak = before;
  const look = setInterval(() => {
    peak = Math.max(peak, memory());
  }, 20);
  const ms = await timed(work);
  clearInterval(look);
  return { ms, rise: peak - before };
}

async function runExport(bench: Bench, exportConfig: Readonly<Record<string, unknown>>): Promise<Exported> {
  const body = { exportType: 'DATASET', exportConfig };
  let { export: item } = exportAnswer.parse(await bench.post('/app/csv-exports', body));
  while (item.status === 'WAITING' || item.status === 'PROCESSING') {
    await sleep(20);
    item = exportAnswer.parse(await bench.request('GET', `/app/csv-exports/${item.id}`)).export;
  }
  if (item.status !== 'COMPLETE') throw new Error(`${item.status}: ${item.error}`);
  return item;
}

/** The same columns in the order of the table, by a statement that a person would write. */
async function writePlainly({ platform, dataset }: Bench, columns: readonly string[]): Promise<void> {
  const folder = await mkdtemp(joinPath(tmpdir(), 'quarry-bench-plain-'));
  try {
    const table = ident(dataset.database, `dataset_${dataset.version}`);
    const statement = sql`SELECT ${join(columns.map((name) => ident(name)))} FROM ${table}`;
    const answer = platform.warehouse.stream(statement, 'CSV', { lane: 'jobs' });
    await pipeline(answer, createWriteStream(joinPath(folder, 'plain.csv')));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Throws unless the files have the companies that the search finds, each once. The first column is their id. */
async function checkRows(bench: Bench, { id, rowCount }: Exported): Promise<void> {
  const { platform, dataset } = bench;
  const { companiesCnt } = searchAnswer.parse(await bench.post('/app/companies/search', { limit: 1 }));
  const [row] = await platform.db.asSystem((tx) => tx.select().from(csvExports).where(eq(csvExports.id, id)));
  const ids = new BigUint64Array(rowCount ?? 0);
  let found = 0;
  for (const { key, rows } of row === undefined ? [] : partsOf(row)) {
    const text = await platform.files.get(key);
    const before = found;
    // Quotes within a text are doubled, so that only a line can begin like this.
    for (const [, companyId = '0'] of text.matchAll(/\r\n"(\d+)",/g)) ids[found++] = BigInt(companyId);
    if (found - before !== rows) throw new Error(`A part has ${found - before} rows and not ${rows}`);
  }
  ids.sort();
  const table = ident(dataset.database, `dataset_${dataset.version}`);
  const [expected] = await platform.warehouse.rows(
    sql`SELECT toString(sum(__company_id)) AS total FROM ${table}`,
    z.object({ total: z.string() }),
  );
  const total = BigInt.asUintN(
    64,
    ids.reduce((sum, each) => sum + each, 0n),
  );
  const isDistinct = ids.every((each, at) => at === 0 || each !== ids[at - 1]);
  if (found !== companiesCnt || !isDistinct || String(total) !== expected?.total) {
    throw new Error(`The files have ${found} rows (distinct: ${isDistinct}), the search finds ${companiesCnt}`);
  }
}

/** Runs the exports and prints what they took; returns whether the budgets hold. */
export async function exportDataset(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    const { companiesSchema } = schemaAnswer.parse(await bench.request('GET', '/app/client'));
    const own = companiesSchema
      // The domain is stored as a column of every dataset, under another name.
      .filter(({ isSystem, fieldName }) => !isSystem && fieldName !== 'domain')
      .map(({ fieldName }) => fieldName);
    const columns = ['__company_id', ...own.slice(0, COLUMNS - 1)];
    let isWithin = true;
    // The first ones read the files of the dataset into the system's cache, and start the engine's threads.
    await writePlainly(bench, columns);
    await checkRows(bench, await runExport(bench, { columns }));
    const cases = [
      { name: 'best first', config: {}, isChecked: true },
      { name: 'sorted by employees', config: { sortby: 'employee_count', sortdirection: 'asc' }, isChecked: true },
      { name: 'sorted by name', config: { sortby: 'name', sortdirection: 'asc' }, isChecked: true },
      { name: 'Parquet', config: { format: 'parquet' }, isChecked: false },
    ];
    for (const { name, config, isChecked } of cases) {
      const times: number[] = [];
      const ratios: number[] = [];
      let rise = 0;
      let last: Exported | null = null;
      for (let round = 0; round < ROUNDS; round++) {
        const plainMs = await timed(() => writePlainly(bench, columns));
        const run = await watched(async () => {
          last = await runExport(bench, { columns, ...config });
        });
        times.push(run.ms);
        ratios.push(run.ms / plainMs);
        rise = Math.max(rise, run.rise);
      }
      const item: Exported | null = last;
      if (item === null) continue;
      if (isChecked) await checkRows(bench, item);
      const { rowCount, parts } = exportAnswer.shape.export.parse(item);
      const rate = (rowCount ?? 0) / (median(times) / 1000);
      const megabytes = parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 ** 2;
      console.log(
        `${name.padEnd(20)} ${count(rowCount ?? 0)} rows x ${columns.length}, ${parts.length} parts, ${count(megabytes)} MB: ${count(rate)} rows/s (budget ${count(ROWS_A_SECOND)}), ${median(ratios).toFixed(2)}x plain, memory +${count(rise)} MB (budget ${MEGABYTES})`,
      );
      isWithin = isWithin && rate >= ROWS_A_SECOND && rise <= MEGABYTES;
    }
    return isWithin;
  } finally {
    await bench.close();
  }
}

/**
 * Exports of the whole dataset with 20 columns: `npm run bench -- export [companies]`. Budgets: 150,000 rows a second, and
 * at most 200 MB growth of this process, engine included. Also prints the ratio to a plain statement that writes the same
 * columns to a file, which is more meaningful on a busy machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ident, join, sql, text } from '@quarry/clickhouse';
import { eq } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { z } from 'zod';
import { partsOf } from '../apps/server/src/features/exports/export.ts';
import { type Bench, openBench } from './open-bench.ts';
import { median, timed } from './statistics.ts';

const COLUMNS = 20;
const MIN_ROWS_PER_SECOND = 150_000;
const MAX_GROWTH_MB = 200;
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

/** The time of some work, and the growth of the process in megabytes. */
async function measured(work: () => Promise<unknown>): Promise<{ ms: number; growth: number }> {
  const before = memory();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, memory());
  }, 20);
  const ms = await timed(work);
  clearInterval(sampling);
  return { ms, growth: peak - before };
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

/** Writes the same columns in table order with a handwritten statement. */
async function writePlainly({ platform, dataset }: Bench, columns: readonly string[]): Promise<void> {
  const folder = await mkdtemp(joinPath(tmpdir(), 'quarry-bench-plain-'));
  try {
    const table = ident(dataset.database, `dataset_${dataset.version}`);
    const statement = sql`SELECT ${join(columns.map((name) => ident(name)))} FROM ${table}`;
    const file = sql`file(${text(joinPath(folder, 'plain.csv'))}, 'CSV')`;
    await platform.warehouse.command(sql`INSERT INTO FUNCTION ${file} ${statement}`, { lane: 'jobs' });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Throws unless the files contain exactly the companies of the search. The first column is their id. */
async function checkRows(bench: Bench, { id, rowCount }: Exported): Promise<void> {
  const { platform, dataset } = bench;
  const { companiesCnt } = searchAnswer.parse(await bench.post('/app/companies/search', { limit: 1 }));
  const [row] = await platform.db.asSystem((tx) => tx.select().from(csvExports).where(eq(csvExports.id, id)));
  const ids = new BigUint64Array(rowCount ?? 0);
  let found = 0;
  for (const { key, rows } of row === undefined ? [] : partsOf(row)) {
    const text = await platform.files.get(key);
    const before = found;
    // Quotes inside texts are doubled, so only a line can start like this.
    for (const [, companyId = '0'] of text.matchAll(/\r\n"(\d+)",/g)) ids[found++] = BigInt(companyId);
    if (found - before !== rows) throw new Error(`A part has ${found - before} rows instead of ${rows}`);
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

/** Runs the exports and prints their measures. Returns true if they are within budget. */
export async function exportDataset(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    const { companiesSchema } = schemaAnswer.parse(await bench.request('GET', '/app/client'));
    const own = companiesSchema
      // Every dataset stores the domain under another name.
      .filter(({ isSystem, fieldName }) => !isSystem && fieldName !== 'domain')
      .map(({ fieldName }) => fieldName);
    const columns = ['__company_id', ...own.slice(0, COLUMNS - 1)];
    let isWithin = true;
    // Warm up the system's file cache and the engine's threads.
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
      let growth = 0;
      let last: Exported | null = null;
      for (let round = 0; round < ROUNDS; round++) {
        const plainMs = await timed(() => writePlainly(bench, columns));
        const run = await measured(async () => {
          last = await runExport(bench, { columns, ...config });
        });
        times.push(run.ms);
        ratios.push(run.ms / plainMs);
        growth = Math.max(growth, run.growth);
      }
      const item: Exported | null = last;
      if (item === null) continue;
      if (isChecked) await checkRows(bench, item);
      const { rowCount, parts } = exportAnswer.shape.export.parse(item);
      const rate = (rowCount ?? 0) / (median(times) / 1000);
      const megabytes = parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 ** 2;
      console.log(
        `${name.padEnd(20)} ${count(rowCount ?? 0)} rows x ${columns.length}, ${parts.length} parts, ${count(megabytes)} MB: ${count(rate)} rows/s (budget ${count(MIN_ROWS_PER_SECOND)}), ${median(ratios).toFixed(2)}x plain, memory +${count(growth)} MB (budget ${MAX_GROWTH_MB})`,
      );
      isWithin = isWithin && rate >= MIN_ROWS_PER_SECOND && growth <= MAX_GROWTH_MB;
    }
    return isWithin;
  } finally {
    await bench.close();
  }
}

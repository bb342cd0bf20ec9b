/**
 * An export of the whole dataset with 20 columns: `npm run bench -- export [companies]`. Budgets: 150,000 rows a second
 * and a rise of this process's memory, engine included, of at most 200 MB.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { openBench } from './open-bench.ts';

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

const memory = (): number => process.memoryUsage.rss() / 1024 ** 2;

/** Runs the exports and prints what they took; returns whether the budgets hold. */
export async function exportDataset(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    const { companiesSchema } = schemaAnswer.parse(await bench.request('GET', '/app/client'));
    const columns = companiesSchema
      .filter(({ isSystem }) => !isSystem)
      .slice(0, COLUMNS)
      .map(({ fieldName }) => fieldName);
    const run = async (config: Readonly<Record<string, unknown>>): Promise<Exported> => {
      const body = { exportType: 'DATASET', exportConfig: { columns, ...config } };
      let { export: item } = exportAnswer.parse(await bench.post('/app/csv-exports', body));
      while (item.status === 'WAITING' || item.status === 'PROCESSING') {
        await sleep(20);
        item = exportAnswer.parse(await bench.request('GET', `/app/csv-exports/${item.id}`)).export;
      }
      if (item.status !== 'COMPLETE') throw new Error(`${item.status}: ${item.error}`);
      return item;
    };
    let isWithin = true;
    // The first one reads the files of the dataset into the system's cache, and starts the engine's threads.
    await run({});
    const cases = [
      { name: 'best first', config: {} },
      { name: 'sorted by employees', config: { sortby: 'employee_count', sortdirection: 'asc' } },
      { name: 'Parquet', config: { format: 'parquet' } },
    ];
    for (const { name, config } of cases) {
      const rates: number[] = [];
      let rise = 0;
      let item: Exported | null = null;
      for (let round = 0; round < ROUNDS; round++) {
        const before = memory();
        let peak = before;
        const look = setInterval(() => {
          peak = Math.max(peak, memory());
        }, 20);
        const start = performance.now();
        item = await run(config);
        rates.push((item.rowCount ?? 0) / ((performance.now() - start) / 1000));
        clearInterval(look);
        rise = Math.max(rise, peak - before);
      }
      const rate = rates.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
      const megabytes = (item?.parts ?? []).reduce((sum, { bytes }) => sum + bytes, 0) / 1024 ** 2;
      console.log(
        `${name.padEnd(22)} ${(item?.rowCount ?? 0).toLocaleString('en')} rows x ${columns.length}, ${item?.parts.length} parts, ${megabytes.toFixed(0)} MB: ${Math.round(rate).toLocaleString('en')} rows/s (budget ${ROWS_A_SECOND.toLocaleString('en')}), memory +${rise.toFixed(0)} MB (budget ${MEGABYTES})`,
      );
      isWithin = isWithin && rate >= ROWS_A_SECOND && rise <= MEGABYTES;
    }
    return isWithin;
  } finally {
    await bench.close();
  }
}

/**
 * Explorer searches over HTTP against handwritten SQL in the engine: `npm run bench -- explorer [companies]`. Budgets:
 * geometric mean of the ratios 1 at a million companies, 0.8 at ten million; 95th percentile 3; keyed look-ups 10 ms in the
 * engine. Every search is new, so no count is cached; the time of a repeat is printed beside it.
 */
import { ident, sql, uint } from '@quarry/clickhouse';
import { z } from 'zod';
import { type BenchSearch, benchSearches, uncached } from './explorer-searches.ts';
import { type Bench, ensurePlainTable, openBench } from './open-bench.ts';
import { geometricMean, median, percentile, timed } from './statistics.ts';

const ROUNDS = 7;
const anyRow = z.unknown();
const answer = z.object({ companiesCnt: z.number() });

async function byHand(
  { platform: { warehouse }, dataset }: Bench,
  { where, orderBy, offset = 0 }: BenchSearch,
): Promise<number> {
  const table = ident('bench', `plain_${dataset.version}`);
  await warehouse.rows(
    sql`SELECT *
      FROM ${table}
      WHERE ${where}
      ORDER BY ${orderBy}
      LIMIT 25 OFFSET ${uint(offset)}`,
    anyRow,
  );
  const [counted] = await warehouse.rows(
    sql`SELECT toUInt32(count()) AS n FROM ${table} WHERE ${where}`,
    z.object({ n: z.number() }),
  );
  return counted?.n ?? 0;
}

async function overHttp(
  bench: Bench,
  { filters, search, sortby, sortdirection, offset }: BenchSearch,
): Promise<number> {
  const body = { filters: filters ?? null, search, sortby, sortdirection, offset, limit: 25, parts: ['companies'] };
  return answer.parse(await bench.post('/app/companies/search', body)).companiesCnt;
}

/** Runs and prints the comparison. Returns true if it is within budget. */
export async function explorer(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    const { rows, columns } = await ensurePlainTable(bench);
    console.log(`${rows.toLocaleString('en')} rows x ${columns} columns, ${ROUNDS} rounds, medians in ms`);
    const domains = await bench.platform.warehouse.rows(
      sql`SELECT domain FROM ${ident('bench', `plain_${bench.dataset.version}`)} ORDER BY sipHash64(company_id) LIMIT 100`,
      z.object({ domain: z.string() }),
    );
    const searches = benchSearches(domains.map(({ domain }) => domain));
    const ratios: number[] = [];
    for (const search of searches) {
      const counts = [await byHand(bench, search), await overHttp(bench, search)];
      const plain: number[] = [];
      const ours: number[] = [];
      const again: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        plain.push(await timed(() => byHand(bench, search)));
        const fresh = { ...search, filters: uncached(search.filters, round) };
        ours.push(await timed(() => overHttp(bench, fresh)));
        again.push(await timed(() => overHttp(bench, fresh)));
      }
      const ratio = median(ours) / median(plain);
      ratios.push(ratio);
      const differs = counts[0] === counts[1] ? '' : `  counts differ: ${counts[0]} by hand, ${counts[1]} found`;
      console.log(
        `${search.name.padEnd(36)} ${median(plain).toFixed(1).padStart(9)} ${median(ours).toFixed(1).padStart(9)}  x${ratio.toFixed(2)} ${median(again).toFixed(1).padStart(9)} again${differs}`,
      );
    }
    const mean = geometricMean(ratios);
    const worst = percentile(ratios, 0.95);
    const budget = rows >= 5_000_000 ? 0.8 : 1;
    console.log(
      `explorer search, HTTP against plain SQL: geometric mean x${mean.toFixed(2)} (budget ${budget}), p95 x${worst.toFixed(2)} (budget 3)`,
    );
    return mean <= budget && worst <= 3;
  } finally {
    await bench.close();
  }
}

/**
 * Explorer searches over HTTP against handwritten SQL in the engine: `npm run bench -- explorer [companies]`. The
 * statements by hand run on every core, read only the page's columns and find page and total in one scan. Beside them,
 * as the limit, the same over tables that are laid out for these searches. Budgets: geometric mean of the ratios 0.6 at a
 * million companies, 0.5 at ten million; 95th percentile 1; worst 1.2. Every search is new, so no count is cached; the
 * time of a repeat is printed beside it.
 */
import { sql } from '@quarry/clickhouse';
import { z } from 'zod';
import { searchPlain, searchTuned } from './by-hand.ts';
import { type BenchSearch, benchSearches, uncached } from './explorer-searches.ts';
import { type Bench, openBench } from './open-bench.ts';
import { ensurePlainTables } from './plain-tables.ts';
import { geometricMean, median, percentile, timed } from './statistics.ts';

const ROUNDS = 7;
const answer = z.object({ companiesCnt: z.number() });

async function overHttp(
  bench: Bench,
  { filters, search, sortby, sortdirection, offset }: BenchSearch,
): Promise<number> {
  const body = { filters: filters ?? null, search, sortby, sortdirection, offset, limit: 25, parts: ['companies'] };
  return answer.parse(await bench.post('/app/companies/search', body)).companiesCnt;
}

const column = (value: number): string => value.toFixed(1).padStart(9);

/** Runs and prints the comparison. Returns true if it is within budget. */
export async function explorer(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    const tables = await ensurePlainTables(bench);
    const { rows } = tables;
    console.log(`${rows.toLocaleString('en')} rows, ${ROUNDS} rounds, medians in ms`);
    console.log(`${''.padEnd(36)}   by hand     tuned    Quarry            again`);
    const domains = await bench.platform.warehouse.rows(
      sql`SELECT domain FROM ${tables.plain} ORDER BY sipHash64(company_id) LIMIT 100`,
      z.object({ domain: z.string() }),
    );
    const searches = benchSearches(domains.map(({ domain }) => domain));
    const ratios: number[] = [];
    for (const search of searches) {
      const counts = [await searchPlain(bench, tables, search), await overHttp(bench, search)];
      const plain: number[] = [];
      const tuned: number[] = [];
      const ours: number[] = [];
      const again: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        plain.push(await timed(() => searchPlain(bench, tables, search)));
        tuned.push(await timed(() => searchTuned(bench, tables, search)));
        const fresh = { ...search, filters: uncached(search.filters, round) };
        ours.push(await timed(() => overHttp(bench, fresh)));
        again.push(await timed(() => overHttp(bench, fresh)));
      }
      const ratio = median(ours) / median(plain);
      ratios.push(ratio);
      const differs = counts[0] === counts[1] ? '' : `  counts differ: ${counts[0]} by hand, ${counts[1]} found`;
      console.log(
        `${search.name.padEnd(36)} ${column(median(plain))} ${column(median(tuned))} ${column(median(ours))}  x${ratio.toFixed(2)} ${column(median(again))}${differs}`,
      );
    }
    const mean = geometricMean(ratios);
    const p95 = percentile(ratios, 0.95);
    const worst = Math.max(...ratios);
    const budget = rows >= 5_000_000 ? 0.5 : 0.6;
    console.log(
      `explorer search, HTTP against plain SQL: geometric mean x${mean.toFixed(2)} (budget ${budget}), p95 x${p95.toFixed(2)} (budget 1), worst x${worst.toFixed(2)} (budget 1.2)`,
    );
    return mean <= budget && p95 <= 1 && worst <= 1.2;
  } finally {
    await bench.close();
  }
}

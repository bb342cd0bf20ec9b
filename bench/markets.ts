/**
 * Market previews against handwritten SQL, in the same engine with all of its threads:
 * `npm run bench -- markets [companies]`. By hand: one statement for the best 20 and the count of all companies, a second
 * for the net-new ones. Budget: a ratio of 0.8, without caches.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ident, sql, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { datasetTables } from '../apps/server/src/features/datasets/table.ts';
import { isNetNewTo } from '../apps/server/src/features/markets/previews/net-new.sql.ts';
import { compileCriteria } from '../apps/server/src/features/universe/criteria/compile-criteria.ts';
import { countCompanies } from '../apps/server/src/features/universe/criteria/count-companies.ts';
import { parseBlockConfigs } from '../apps/server/src/features/universe/criteria/data-point.ts';
import { previewCompanies } from '../apps/server/src/features/universe/criteria/preview-companies.ts';
import { readDataPoints } from '../apps/server/src/features/universe/criteria/read-values.ts';
import { mandatoryRules } from '../apps/server/src/features/universe/mandatory-rules.ts';
import { universeQuality } from '../apps/server/src/features/universe/quality.ts';
import { type BenchMarket, benchMarkets } from './market-criteria.ts';
import { CLIENT, openMarketsUniverse } from './markets-universe.ts';
import { geometricMean, median, timed } from './statistics.ts';

const ROUNDS = 3;
const BUDGET = 0.8;
/** Higher than a preview's limit, which the handwritten SQL exceeds at ten million companies. */
const HAND_MEMORY = 12 * 1024 ** 3;
const TODAY = new Date().toISOString().slice(0, 10);
const anyRow = z.unknown();

/** Drops the condition cache, so that every run is cold. */
async function dropCaches(warehouse: Warehouse): Promise<void> {
  await warehouse.command(sql`SYSTEM DROP QUERY CONDITION CACHE`, { lane: 'jobs' });
}

async function byHand(warehouse: Warehouse, { byHand: hand }: BenchMarket): Promise<number[]> {
  const members = ident(
    datasetTables(CLIENT.name, CLIENT.datasetVersion).database,
    datasetTables(CLIENT.name, CLIENT.datasetVersion).members,
  );
  const counts: number[] = [];
  for (const netNew of [sql`1`, sql`c.company_id NOT IN (SELECT company_id FROM ${members})`]) {
    const { rowsBeforeLimit } = await warehouse.rowsWithTotal(
      sql`SELECT c.company_id, c.name, c.domain, c.linked_in_id, ${hand.columns}
        FROM (SELECT *, description_text, ${universeQuality(TODAY)} AS quality FROM universe.companies FINAL WHERE ${mandatoryRules()}) AS c
        ${hand.joins}
        WHERE ${hand.where} AND ${netNew}
        ORDER BY quality DESC, c.company_id DESC
        LIMIT 20`,
      anyRow,
      { lane: 'analysis', maxMemoryBytes: HAND_MEMORY, settings: { max_threads: availableParallelism() } },
    );
    counts.push(rowsBeforeLimit);
  }
  return counts;
}

async function asPreview(warehouse: Warehouse, { criteria, configs }: BenchMarket): Promise<number[]> {
  const signal = new AbortController().signal;
  const compiled = compileCriteria(criteria, { today: TODAY, configs: parseBlockConfigs(configs) });
  const found = await previewCompanies({
    warehouse,
    criteria: compiled,
    isNetNew: isNetNewTo(CLIENT, []),
    netNewOnly: false,
    rows: 20,
    today: TODAY,
    signal,
  });
  const companyIds = [...new Set([...found.best, ...found.bestNetNew])];
  await readDataPoints(warehouse, { companyIds, points: compiled.dataPoints, signal, lane: 'analysis' });
  return [found.total ?? -1, found.totalNetNew];
}

async function asCounts(warehouse: Warehouse, { criteria, configs }: BenchMarket): Promise<void> {
  const compiled = compileCriteria(criteria, { today: TODAY, configs: parseBlockConfigs(configs) });
  await countCompanies({
    warehouse,
    criteria: compiled,
    isNetNew: isNetNewTo(CLIENT, []),
    signal: new AbortController().signal,
  });
}

const memoryRow = z.object({ bytes: z.coerce.number() });

/** The peak memory of the engine's statements during the work, in bytes. */
async function peakMemory(warehouse: Warehouse, work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      const [usage] = await warehouse.rows(
        sql`SELECT sum(memory_usage) AS bytes FROM system.processes WHERE query NOT LIKE '%system.processes%'`,
        memoryRow,
      );
      peak = Math.max(peak, usage?.bytes ?? 0);
      await sleep(20);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await sampling;
  }
  return peak;
}

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(2)} GB`;

/** Runs and prints the comparison. Returns true if it is within budget. */
export async function markets(companies: number): Promise<boolean> {
  const warehouse = await openMarketsUniverse(companies);
  try {
    console.log(`${ROUNDS} rounds, medians in ms: by hand, preview, live counts`);
    const ratios: number[] = [];
    for (const market of benchMarkets()) {
      const hand: number[] = [];
      const ours: number[] = [];
      const counts: number[] = [];
      let difference = '';
      for (let round = 0; round < ROUNDS; round++) {
        let byHandCounts: number[] = [];
        let ourCounts: number[] = [];
        await dropCaches(warehouse);
        hand.push(await timed(async () => (byHandCounts = await byHand(warehouse, market))));
        await dropCaches(warehouse);
        ours.push(await timed(async () => (ourCounts = await asPreview(warehouse, market))));
        await dropCaches(warehouse);
        counts.push(await timed(() => asCounts(warehouse, market)));
        difference =
          byHandCounts.join() === ourCounts.join()
            ? ''
            : `  counts differ: ${byHandCounts.join()} by hand, ${ourCounts.join()}`;
      }
      const ratio = median(ours) / median(hand);
      ratios.push(ratio);
      console.log(
        `${market.name.padEnd(38)} ${median(hand).toFixed(0).padStart(8)} ${median(ours).toFixed(0).padStart(8)}  x${ratio.toFixed(2)} ${median(counts).toFixed(0).padStart(8)}${difference}`,
      );
    }
    let hand = 0;
    let preview = 0;
    let counts = 0;
    for (const market of benchMarkets()) {
      hand = Math.max(hand, await peakMemory(warehouse, () => byHand(warehouse, market)));
      preview = Math.max(preview, await peakMemory(warehouse, () => asPreview(warehouse, market)));
      counts = Math.max(counts, await peakMemory(warehouse, () => asCounts(warehouse, market)));
    }
    console.log(
      `largest memory of the statements: by hand ${gigabytes(hand)}, preview ${gigabytes(preview)}, live counts ${gigabytes(counts)}`,
    );
    console.log(
      `market preview against SQL by hand: geometric mean x${geometricMean(ratios).toFixed(2)}, worst x${Math.max(...ratios).toFixed(2)} (budget ${BUDGET})`,
    );
    return Math.max(...ratios) <= BUDGET;
  } finally {
    await warehouse.close();
  }
}

/**
 * Market estimation, and a coverage analysis of 1,000 domains by 20 rules, against handwritten SQL in the same engine
 * with all of its threads: `npm run bench -- estimation [companies]`. By hand: one statement for the best 50 and the
 * count; for a coverage analysis one that counts, in total and without each rule, and one that reads the targets.
 * Budgets: a ratio of 2, and 5 s at a million companies.
 */
import { availableParallelism } from 'node:os';
import { sql, uint, type Warehouse } from '@quarry/clickhouse';
import { ESTIMATION_ROWS } from '@quarry/contracts';
import { z } from 'zod';
import { evaluateTargets } from '../apps/server/src/features/coverage-analyses/evaluate-targets.ts';
import { estimateMarket } from '../apps/server/src/features/market-estimation/estimate-execution.ts';
import { parseStaffCriteria } from '../apps/server/src/features/market-estimation/estimated-criteria.ts';
import { mandatoryRules } from '../apps/server/src/features/universe/mandatory-rules.ts';
import { universeQuality } from '../apps/server/src/features/universe/quality.ts';
import { COVERAGE_CONFIGS, coverageByHand, coverageCriteria } from './coverage-by-hand.ts';
import { type BenchMarket, benchMarkets } from './market-criteria.ts';
import { openMarketsUniverse } from './markets-universe.ts';
import { comparedWith, median, type Taken, taken } from './statistics.ts';

const ROUNDS = 3;
const DOMAINS = 1000;
const BUDGET = 2;
const SECONDS = 5;
const ON_EVERY_CORE = { max_threads: availableParallelism(), use_query_condition_cache: 0 };
const TODAY = new Date().toISOString().slice(0, 10);

const secondsOf = (all: readonly Taken[]): number => median(all.map(({ seconds }) => seconds));
const control = () => ({ signal: new AbortController().signal, progress: () => undefined });

async function estimateByHand(warehouse: Warehouse, { byHand }: BenchMarket): Promise<string> {
  const { rowsBeforeLimit } = await warehouse.rowsWithTotal(
    sql`SELECT c.company_id, c.name, c.domain, ${byHand.columns}
      FROM (SELECT *, description_text, ${universeQuality(TODAY)} AS quality FROM universe.companies FINAL WHERE ${mandatoryRules()}) AS c
      ${byHand.joins}
      WHERE ${byHand.where}
      ORDER BY quality DESC, c.company_id DESC
      LIMIT ${uint(ESTIMATION_ROWS)}`,
    z.unknown(),
    { lane: 'analysis', maxMemoryBytes: 12 * 1024 ** 3, settings: ON_EVERY_CORE },
  );
  return String(rowsBeforeLimit);
}

async function estimate(warehouse: Warehouse, { criteria, configs }: BenchMarket): Promise<string> {
  const parsed = parseStaffCriteria(criteria, configs);
  return String((await estimateMarket(warehouse, { ...parsed, isNetNew: null, hash: '' }, control())).count);
}

/** Work and its equal by hand, each of which returns what it found. */
interface Comparison {
  readonly name: string;
  readonly byHand: () => Promise<string>;
  readonly ours: () => Promise<string>;
}

async function coverage(warehouse: Warehouse): Promise<Comparison> {
  const rows = await warehouse.rows(
    sql`SELECT domain FROM universe.companies FINAL WHERE domain != '' AND ${mandatoryRules()}
      ORDER BY sipHash64(company_id) LIMIT ${uint(DOMAINS)}`,
    z.object({ domain: z.string() }),
  );
  const domains = rows.map(({ domain }) => domain);
  const tree = coverageCriteria();
  const targets = { domains, tree, criteria: parseStaffCriteria(tree, COVERAGE_CONFIGS), ranges: new Map() };
  return {
    name: `coverage of ${domains.length} domains by 20 rules`,
    byHand: async () => {
      const { total, without, included } = await coverageByHand(warehouse, domains, ON_EVERY_CORE);
      return JSON.stringify([total, without.map((count) => Math.max(0, count - total)), included]);
    },
    ours: async () => {
      const { estimate: total, flatRules } = await evaluateTargets(warehouse, targets, control());
      const added = flatRules.map(({ companiesAdded }) => companiesAdded);
      return JSON.stringify([total, added, flatRules.map(({ included }) => included)]);
    },
  };
}

/** Runs and prints the comparison. Returns true if it is within budget. */
export async function estimation(companies: number): Promise<boolean> {
  const warehouse = await openMarketsUniverse(companies);
  // So that every run is cold.
  const dropCaches = () => warehouse.command(sql`SYSTEM DROP QUERY CONDITION CACHE`, { lane: 'jobs' });
  try {
    console.log(`${ROUNDS} rounds, medians in seconds: by hand, Quarry`);
    const comparisons: Comparison[] = benchMarkets().map((market) => ({
      name: market.name,
      byHand: () => estimateByHand(warehouse, market),
      ours: () => estimate(warehouse, market),
    }));
    comparisons.push(await coverage(warehouse));
    const ratios: number[] = [];
    const longest: number[] = [];
    let isEqual = true;
    for (const { name, byHand, ours } of comparisons) {
      const takenByHand: Taken[] = [];
      const takenByUs: Taken[] = [];
      let found = ['', ''];
      for (let round = 0; round < ROUNDS; round++) {
        const both = ['', ''];
        await dropCaches();
        takenByHand.push(await taken(async () => (both[0] = await byHand())));
        await dropCaches();
        takenByUs.push(await taken(async () => (both[1] = await ours())));
        found = both;
      }
      const { ratio, text } = comparedWith(takenByUs, takenByHand);
      ratios.push(ratio);
      longest.push(secondsOf(takenByUs));
      const differs = found[0] === found[1] ? '' : `  results differ: ${found[0]} by hand, ${found[1]}`;
      isEqual &&= differs === '';
      console.log(
        `${name.padEnd(40)} ${secondsOf(takenByHand).toFixed(2).padStart(7)} ${secondsOf(takenByUs).toFixed(2).padStart(7)}  ${text}${differs}`,
      );
    }
    const seconds = Math.max(...longest);
    const isQuick = companies > 1_000_000 || seconds <= SECONDS;
    console.log(
      `against SQL by hand: worst x${Math.max(...ratios).toFixed(2)} (budget ${BUDGET}); longest ${seconds.toFixed(2)} s (budget ${SECONDS} at a million companies)`,
    );
    return isEqual && isQuick && Math.max(...ratios) <= BUDGET;
  } finally {
    await warehouse.close();
  }
}

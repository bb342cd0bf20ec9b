/**
 * Eight users previewing markets while others search, then fifty previews started and aborted in a row:
 * `npm run bench -- previews [companies]`. Budgets: the 95th percentile of searches at most three times the idle one; no
 * statements still running and no memory growth after the aborts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@quarry/clickhouse';
import { z } from 'zod';
import { benchSearches } from './explorer-searches.ts';
import { drive, forSeconds, show } from './load.ts';
import { benchMarkets } from './market-criteria.ts';
import { type Bench, openBench } from './open-bench.ts';
import { percentile } from './statistics.ts';

const USERS = 8;
const SECONDS = 30;
const ABORTED = 50;

const started = z.object({ token: z.string() });
const polled = z.object({ status: z.string(), error: z.string().nullable() });
const runningRow = z.object({ running: z.number() });

/** A market not previewed before, so that no result is reused. */
function body(at: number): unknown {
  const markets = benchMarkets();
  const { criteria, configs } = markets[at % markets.length] ?? { criteria: null, configs: [] };
  const alwaysTrue = { id: `n${at}`, field: 'firmographics/employee_count', operator: 'lt', value: 1_000_000 + at };
  const marketCriteria = { id: 'root', combinator: 'and', rules: [criteria, alwaysTrue] };
  return { marketCriteria, dynamicDataBlockConfigs: configs };
}

async function preview(bench: Bench, at: number): Promise<string> {
  const { token } = started.parse(await bench.post('/app/markets/preview', body(at)));
  for (;;) {
    await sleep(1000);
    const { status, error } = polled.parse(await bench.request('GET', `/app/markets/preview/${token}`));
    if (status === 'FAILED') throw new Error(`A preview failed: ${error}`);
    if (status !== 'RUNNING') return status;
  }
}

async function runningStatements({ platform: { warehouse } }: Bench): Promise<number> {
  const [found] = await warehouse.rows(
    sql`SELECT toUInt32(count()) AS running FROM system.processes WHERE query NOT LIKE '%system.processes%'`,
    runningRow,
  );
  return found?.running ?? -1;
}

async function startAndAbort(bench: Bench, from: number): Promise<void> {
  for (let at = 0; at < ABORTED; at++) {
    const { token } = started.parse(await bench.post('/app/markets/preview', body(from + at)));
    await sleep((at % 5) * 50);
    await bench.request('DELETE', `/app/markets/preview/${token}`);
  }
  await sleep(2000);
}

const megabytes = (): number => process.memoryUsage().rss / 1024 ** 2;

/** Runs and prints the load. Returns true if it is within budget. */
export async function previews(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    const searches = benchSearches(['example.com']);
    const search = async (at: number) => {
      const { filters, search: text, sortby, sortdirection, offset } = searches[at % searches.length] ?? {};
      const body = { filters: filters ?? null, search: text, sortby, sortdirection, offset, parts: ['companies'] };
      await bench.post('/app/companies/search', body);
    };
    await drive(search, 2, forSeconds(3));
    const idle = await drive(search, 2, forSeconds(SECONDS / 2));
    show('2 clients searching, nothing else running', idle);
    let at = 0;
    const isOver = forSeconds(SECONDS);
    const statuses: string[] = [];
    const users = Array.from({ length: USERS }, async () => {
      while (!isOver()) statuses.push(await preview(bench, at++));
    });
    const during = await drive(search, 2, isOver);
    await Promise.all(users);
    show(`2 clients searching while ${USERS} users preview`, during);
    console.log(`${statuses.length} previews, ${statuses.filter((status) => status === 'SUCCEEDED').length} succeeded`);
    await startAndAbort(bench, 10_000);
    const before = megabytes();
    for (let round = 1; round <= 3; round++) await startAndAbort(bench, 10_000 * (round + 1));
    const growth = megabytes() - before;
    const remaining = await runningStatements(bench);
    console.log(
      `after ${4 * ABORTED} previews started and aborted: ${remaining} statements running, memory grown by ${growth.toFixed(0)} MB since the first ${ABORTED}`,
    );
    const factor = percentile(during.latencies, 0.95) / percentile(idle.latencies, 0.95);
    console.log(`p95 of searches during previews against idle: x${factor.toFixed(2)} (budget 3)`);
    return factor <= 3 && remaining === 0 && statuses.every((status) => status === 'SUCCEEDED');
  } finally {
    await bench.close();
  }
}

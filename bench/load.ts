/**
 * Sixteen clients searching at once, then two during a build: `npm run bench -- load [companies]`. Goals: 60 searches a
 * second on two cores; during a build, the 95th percentile at most three times the idle one. Searches repeat, as when
 * people page, sort and come back; the rate of new searches is printed as well.
 */
import { enqueueBuildOf } from './enqueue-build.ts';
import { benchSearches, uncached } from './explorer-searches.ts';
import { openBench } from './open-bench.ts';
import { median, percentile } from './statistics.ts';

const CLIENTS = 16;
const SECONDS = 20;

/** The throughput and latencies of a number of clients. */
export interface Load {
  readonly perSecond: number;
  readonly latencies: readonly number[];
}

/** Runs searches with concurrent clients, each one search at a time. Latencies are in ms. */
export async function drive(
  search: (at: number) => Promise<unknown>,
  clients: number,
  isOver: () => boolean,
): Promise<Load> {
  const latencies: number[] = [];
  const start = performance.now();
  let next = 0;
  const client = async () => {
    while (!isOver()) {
      const searchStart = performance.now();
      await search(next++);
      latencies.push(performance.now() - searchStart);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { perSecond: (latencies.length * 1000) / (performance.now() - start), latencies };
}

/** Prints a load. */
export const show = (label: string, { perSecond, latencies }: Load): void =>
  console.log(
    `${label}: ${perSecond.toFixed(1)} searches/s, median ${median(latencies).toFixed(0)} ms, p95 ${percentile(latencies, 0.95).toFixed(0)} ms`,
  );

/** Returns a function that is true once the seconds have passed. */
export const forSeconds = (seconds: number): (() => boolean) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
};

/** Runs and prints the load. Returns true if it meets the goals. */
export async function load(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    const searches = benchSearches(['example.com']);
    const post = async (at: number, isNew: boolean) => {
      const { filters, search: text, sortby, sortdirection, offset } = searches[at % searches.length] ?? {};
      await bench.post('/app/companies/search', {
        filters: isNew ? uncached(filters, at) : (filters ?? null),
        search: text,
        sortby,
        sortdirection,
        offset,
        parts: ['companies'],
      });
    };
    const search = (at: number) => post(at, false);
    await drive((at) => post(at, true), 2, forSeconds(3));
    const fresh = await drive((at) => post(at + 1_000_000, true), CLIENTS, forSeconds(SECONDS));
    show(`${CLIENTS} clients, each search new`, fresh);
    const busy = await drive(search, CLIENTS, forSeconds(SECONDS));
    show(`${CLIENTS} clients`, busy);
    const idle = await drive(search, 2, forSeconds(SECONDS / 2));
    show('2 clients, nothing else running', idle);
    const build = await enqueueBuildOf(bench.platform, bench.client);
    let isBuilt = false;
    const built = build.finished.finally(() => {
      isBuilt = true;
    });
    const during = await drive(search, 2, () => isBuilt);
    await built;
    show('2 clients while a dataset is built', during);
    const factor = percentile(during.latencies, 0.95) / percentile(idle.latencies, 0.95);
    console.log(
      `p95 during a build against idle: x${factor.toFixed(2)} (budget 3); searches a second: ${busy.perSecond.toFixed(0)} (goal 60)`,
    );
    return busy.perSecond >= 60 && factor <= 3;
  } finally {
    await bench.close();
  }
}

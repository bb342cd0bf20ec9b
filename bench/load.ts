/**
 * Sixteen clients searching at once, against the plain statements by hand from as many clients, then both during a build:
 * `npm run bench -- load [companies]`. Every search is new, so no count is cached; the rate of repeated ones is printed as
 * well. Goals: 2.2 times the plain statements' rate, half of that during a build, and there two clients wait at most three
 * times as long as without one.
 */
import { searchPlain } from './by-hand.ts';
import { enqueueBuildOf } from './enqueue-build.ts';
import { type BenchSearch, benchSearches, uncached } from './explorer-searches.ts';
import { type Bench, openBench } from './open-bench.ts';
import { ensurePlainTables } from './plain-tables.ts';
import { median, percentile } from './statistics.ts';

const CLIENTS = 16;
const SECONDS = 20;
/** Against the rate of the plain statements. */
const RATIO = 2.2;

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

/** Searches for a page of companies; with a number, in a way that no cached count answers. */
export async function postSearch(bench: Bench, searched: BenchSearch, anew: number | null): Promise<void> {
  const { filters, search, sortby, sortdirection, offset } = searched;
  await bench.post('/app/companies/search', {
    filters: anew === null ? (filters ?? null) : uncached(filters, anew),
    search,
    sortby,
    sortdirection,
    offset,
    parts: ['companies'],
  });
}

/** Runs and prints the load. Returns true if it meets the goals. */
export async function load(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    const tables = await ensurePlainTables(bench);
    const searches = benchSearches(['example.com']);
    const searchAt = (at: number) => {
      const search = searches[at % searches.length];
      if (search === undefined) throw new Error('There are no searches');
      return search;
    };
    let at = 0;
    const anew = () => postSearch(bench, searchAt(++at), at);
    const again = (index: number) => postSearch(bench, searchAt(index), null);
    const byHand = (index: number) => searchPlain(bench, tables, searchAt(index));
    await drive(anew, 2, forSeconds(3));
    const plain = await drive(byHand, CLIENTS, forSeconds(SECONDS));
    show(`${CLIENTS} clients, plain SQL by hand`, plain);
    const busy = await drive(anew, CLIENTS, forSeconds(SECONDS));
    show(`${CLIENTS} clients, each search new`, busy);
    show(`${CLIENTS} clients, searches repeat`, await drive(again, CLIENTS, forSeconds(SECONDS)));
    const idle = await drive(anew, 2, forSeconds(SECONDS / 2));
    show('2 clients, nothing else running', idle);
    const build = await enqueueBuildOf(bench.platform, bench.client);
    let isBuilt = false;
    const built = build.finished.finally(() => {
      isBuilt = true;
    });
    const isOver = forSeconds(SECONDS);
    const busyBuilding = await drive(anew, CLIENTS, () => isBuilt || isOver());
    show(`${CLIENTS} clients, each search new, while a dataset is built`, busyBuilding);
    const during = await drive(anew, 2, () => isBuilt);
    await built;
    show('2 clients while a dataset is built', during);
    const ratio = busy.perSecond / plain.perSecond;
    const ratioBuilding = busyBuilding.perSecond / plain.perSecond;
    const factor = percentile(during.latencies, 0.95) / percentile(idle.latencies, 0.95);
    console.log(
      `searches a second against plain SQL: x${ratio.toFixed(2)} (goal ${RATIO}), during a build x${ratioBuilding.toFixed(2)} (goal ${RATIO / 2}); p95 during a build against idle: x${factor.toFixed(2)} (budget 3)`,
    );
    return ratio >= RATIO && ratioBuilding >= RATIO / 2 && factor <= 3;
  } finally {
    await bench.close();
  }
}

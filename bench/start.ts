/**
 * Time from starting the server process to ready, on an existing data folder, and its memory once idle:
 * `npm run bench -- start [companies]`. Budget: 5 s at a million companies.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { benchFolder, openBench } from './open-bench.ts';
import { startServerProcess } from './server-process.ts';
import { median } from './statistics.ts';

const ROUNDS = 5;
const PORT = 4177;
const IDLE_MS = 10_000;

interface Start {
  readonly seconds: number;
  readonly server: number;
  readonly database: number;
}

async function startOnce(folder: string): Promise<Start> {
  const startedAt = performance.now();
  const server = await startServerProcess(folder, PORT);
  const seconds = (performance.now() - startedAt) / 1000;
  try {
    await delay(IDLE_MS);
    return { seconds, ...(await server.memory()) };
  } finally {
    await server.stop();
  }
}

/** Starts the server several times and prints the median. Returns true if it is within budget. */
export async function start(companies: number): Promise<boolean> {
  await (await openBench(companies)).close();
  const starts: Start[] = [];
  for (let round = 0; round < ROUNDS; round++) starts.push(await startOnce(benchFolder(companies)));
  const seconds = starts.map((each) => each.seconds);
  console.log(
    `start to ready: median ${median(seconds).toFixed(2)} s of ${seconds.map((each) => each.toFixed(2)).join(', ')} (budget 5)`,
  );
  const [server, database] = (['server', 'database'] as const).map((part) => median(starts.map((each) => each[part])));
  console.log(
    `memory ${IDLE_MS / 1000} s after the start: ${server?.toFixed(0)} MiB, its PostgreSQL ${database?.toFixed(0)} MiB`,
  );
  return median(seconds) <= 5;
}

/**
 * Time from starting the server process to ready, on an existing data folder: `npm run bench -- start [companies]`.
 * Budget: 5 s at a million companies.
 */
import { benchFolder, openBench } from './open-bench.ts';
import { startServerProcess } from './server-process.ts';
import { median } from './statistics.ts';

const ROUNDS = 5;
const PORT = 4177;
async function startOnce(folder: string): Promise<number> {
  const startedAt = performance.now();
  const server = await startServerProcess(folder, PORT);
  const seconds = (performance.now() - startedAt) / 1000;
  await server.stop();
  return seconds;
}

/** Starts the server several times and prints the median. Returns true if it is within budget. */
export async function start(companies: number): Promise<boolean> {
  await (await openBench(companies)).close();
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) seconds.push(await startOnce(benchFolder(companies)));
  console.log(
    `start to ready: median ${median(seconds).toFixed(2)} s of ${seconds.map((each) => each.toFixed(2)).join(', ')} (budget 5)`,
  );
  return median(seconds) <= 5;
}

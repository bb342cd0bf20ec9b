/**
 * Time from starting the server process to ready, on an existing data folder: `npm run bench -- start [companies]`.
 * Budget: 5 s at a million companies.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { benchFolder, openBench } from './open-bench.ts';
import { median } from './statistics.ts';

const ROUNDS = 5;
const PORT = 4177;
const root = fileURLToPath(new URL('..', import.meta.url));

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${PORT}/readyz`)).ok;
  } catch {
    // Nothing listens yet.
    return false;
  }
}

async function startOnce(folder: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, QUARRY_DATA_DIR: folder, PORT: String(PORT), HOST: '127.0.0.1', QUARRY_DEMO: 'off' },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() - startedAt > 60_000) throw new Error('The server did not start');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  child.kill('SIGTERM');
  await ended;
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

/**
 * Hammers each public door and each heavy call for some seconds, while a neighbour's account makes a small search and
 * one read every 100 ms: `npm run bench -- hammer [seconds] [target]`. Budget: no turn of the event loop works
 * for more than 50 ms; its longest block, which also counts waiting for a core, is printed beside it.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DEMO_SIGN_INS } from '../apps/server/src/features/accounts/identity/demo-users.ts';
import { ensureFirstBuild } from '../apps/server/src/features/builds/ensure-first-build.ts';
import { type Target, targets } from './hammer-targets.ts';
import { BENCH_CLIENT, BENCH_PASSWORD, benchFolder, openBench } from './open-bench.ts';
import { startServerProcess } from './server-process.ts';
import { percentile } from './statistics.ts';

const COMPANIES = 50_000;
const PORT = 4178;
const URL = `http://127.0.0.1:${PORT}`;
const MONITORING_TOKEN = 'the monitoring token of the benchmark';
const MAX_IN_FLIGHT = 32;
const BUDGET_MS = 50;
const NEIGHBOUR = 'demo';
const NEIGHBOUR_EVERY_MS = 100;
const NEIGHBOUR_MAX_IN_FLIGHT = 20;
const REQUEST_TIMEOUT_MS = 60_000;
/** The histogram of Node measures the time between two ticks of this length. */
const TICK_MS = 10;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly token?: string | null;
}

/** Sends a request and returns its status; 0 if the server closed the connection or did not answer in time. */
async function send({ method, path, body, token }: Sent): Promise<number> {
  const separator = path.includes('?') ? '&' : '?';
  const hasAccount = token != null && !path.includes('client=');
  try {
    const response = await fetch(`${URL}${path}${hasAccount ? `${separator}client=${BENCH_CLIENT}` : ''}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token == null ? {} : { authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

const signedIn = z.object({ idToken: z.string() });

async function signIn(email: string): Promise<string> {
  const response = await fetch(`${URL}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: BENCH_PASSWORD }),
  });
  if (!response.ok) throw new Error(`${email} could not sign in: ${response.status}`);
  return signedIn.parse(await response.json()).idToken;
}

/** The event loop's worst turns since the last reading, in ms. */
interface WorstTurns {
  /** From one turn to the next, also while every core was busy with other threads. */
  readonly block: number;
  /** Processor time of the loop's own thread. */
  readonly work: number;
}

/** Reading starts the next period. */
async function worstTurns(): Promise<WorstTurns> {
  const response = await fetch(`${URL}/metrics`, { headers: { authorization: `Bearer ${MONITORING_TOKEN}` } });
  const text = await response.text();
  const lag = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1];
  const work = /^quarry_event_loop_work_max_seconds (\S+)$/m.exec(text)?.[1];
  if (lag === undefined || work === undefined) throw new Error(`The metrics lack the event loop: ${response.status}`);
  return { block: Math.max(0, Number(lag) * 1000 - TICK_MS), work: Number(work) * 1000 };
}

interface Load {
  readonly latencies: readonly number[];
  readonly statuses: ReadonlyMap<number, number>;
}

/** Makes the neighbour's two calls every 100 ms until it is over. */
async function neighbour(token: string, isOver: () => boolean): Promise<Load> {
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const inFlight = new Set<Promise<void>>();
  const call = (sent: Sent): void => {
    const start = performance.now();
    const done = send({ ...sent, token }).then((status) => {
      latencies.push(performance.now() - start);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      inFlight.delete(done);
    });
    inFlight.add(done);
  };
  for (let at = 0; !isOver(); at++) {
    if (inFlight.size < NEIGHBOUR_MAX_IN_FLIGHT) {
      const rule = { id: 'r', field: 'employee_count', operator: 'gte', value: at };
      const body = JSON.stringify({ filters: { id: 'root', combinator: 'and', rules: [rule] }, parts: ['companies'] });
      call({ method: 'POST', path: `/api/app/companies/search?client=${NEIGHBOUR}`, body });
      call({ method: 'GET', path: `/api/app/client?client=${NEIGHBOUR}` });
    }
    await sleep(NEIGHBOUR_EVERY_MS);
  }
  await Promise.all(inFlight);
  return { latencies, statuses };
}

/** Sends a target's requests, at most 32 at a time, until it is over. */
async function hammerTarget(target: Target, token: string, isOver: () => boolean): Promise<Load> {
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  let next = 0;
  const sender = async () => {
    while (!isOver()) {
      const start = performance.now();
      const status = await send({ ...(target.isSignedIn ? { token } : {}), ...target.request(next++) });
      latencies.push(performance.now() - start);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, sender));
  return { latencies, statuses };
}

/** Keeps the callers off the server's processors, so that their own work doesn't count as its block. */
function separateFrom(serverPid: number): void {
  const pin = (processors: string, pid: number) =>
    spawnSync('taskset', ['-a', '-c', '-p', processors, String(pid)]).status === 0;
  const last = availableParallelism() - 1;
  const isDone = last > 0 && pin(`1-${last}`, serverPid) && pin('0', process.pid);
  if (!isDone) console.log('callers and server share processors, which adds to the blocks');
}

const forSeconds = (seconds: number): (() => boolean) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
};
const showStatuses = ({ statuses }: Load): string =>
  [...statuses].map(([status, count]) => `${status === 0 ? 'none' : status}: ${count}`).join(', ');
const showTurns = ({ block, work }: WorstTurns): string =>
  `longest block ${block.toFixed(0)} ms, longest work ${work.toFixed(0)} ms`;
const showLatencies = ({ latencies }: Load): string =>
  `p95 ${percentile(latencies, 0.95).toFixed(0)} ms, max ${Math.max(...latencies).toFixed(0)} ms`;

async function prepare(): Promise<void> {
  const bench = await openBench(COMPANIES);
  try {
    // Both, or the server would build the other one during the measurement.
    for (const client of [NEIGHBOUR, 'acme']) await ensureFirstBuild(bench.platform, client);
  } finally {
    await bench.close();
  }
}

/** Hammers every target, or those whose name contains `only`, for the seconds and prints a line for each. Returns true if all are within budget. */
export async function hammer(seconds: number, only?: string): Promise<boolean> {
  await prepare();
  const server = await startServerProcess(benchFolder(COMPANIES), PORT, {
    QUARRY_DEMO: 'on',
    QUARRY_DEMO_PASSWORD: BENCH_PASSWORD,
    QUARRY_DEMO_COMPANIES: String(COMPANIES),
    QUARRY_MONITORING_TOKEN: MONITORING_TOKEN,
    LOG_LEVEL: 'error',
  });
  try {
    separateFrom(server.pid);
    let ours = await signIn(DEMO_SIGN_INS.staff);
    let theirs = await signIn(DEMO_SIGN_INS.user);
    await neighbour(theirs, forSeconds(3));
    await worstTurns();
    const rest = await neighbour(theirs, forSeconds(Math.max(5, seconds / 2)));
    console.log(`nothing else running: neighbour ${showLatencies(rest)}; ${showTurns(await worstTurns())}`);
    const beyond = { block: [] as string[], work: [] as string[] };
    for (const target of targets.filter(({ name }) => name.includes(only ?? ''))) {
      // Tokens last fifteen minutes. Once wrong attempts have closed the sign-in, the last ones must do.
      ours = await signIn(DEMO_SIGN_INS.staff).catch(() => ours);
      theirs = await signIn(DEMO_SIGN_INS.user).catch(() => theirs);
      await worstTurns();
      const isOver = forSeconds(seconds);
      const [hammered, small] = await Promise.all([hammerTarget(target, ours, isOver), neighbour(theirs, isOver)]);
      const turns = await worstTurns();
      if (turns.block > BUDGET_MS) beyond.block.push(target.name);
      if (turns.work > BUDGET_MS) beyond.work.push(target.name);
      const rate = (hammered.latencies.length / seconds).toFixed(0);
      console.log(
        `${target.name}: ${rate} requests/s (${showStatuses(hammered)}); ${showTurns(turns)}; ` +
          `neighbour ${showLatencies(small)} (${showStatuses(small)})`,
      );
    }
    const list = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '));
    console.log(`blocks beyond ${BUDGET_MS} ms: ${list(beyond.block)}`);
    console.log(`work beyond ${BUDGET_MS} ms: ${list(beyond.work)}`);
    return beyond.work.length === 0;
  } finally {
    await server.stop();
  }
}

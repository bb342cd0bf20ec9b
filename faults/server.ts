import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ended, holderOf, isAlive, postmasterOf, type Started, startNode } from './processes.ts';

const SUPERVISOR = 'faults/supervisor.mjs';
const READY = 'Quarry is ready at';
const READY_TIMEOUT_MS = 120_000;

/** Password of the demo sign-ins. */
export const PASSWORD = 'Quarry-Faults-Pass-7!';

/** A server with whoever starts it again, on a data folder of its own. */
export interface Server {
  readonly url: string;
  readonly dataDir: string;
  readonly supervisor: Started;
  /** The process of the server itself. */
  pid(): number;
  /** Waits until a server that was started since the last call is ready. Returns how long that took in milliseconds. */
  ready(): Promise<number>;
  /** Kills the server, not the one who starts it again. */
  kill(signal?: NodeJS.Signals): void;
  /** Kills the database server alone. */
  killDatabase(): void;
  /** Asks both to stop, through the supervisor, and waits for the end. */
  stop(): Promise<Ended>;
}

/** A port of 127.0.0.1 that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('No port')),
      );
    });
  });
}

/** What the environment of a server or command says. */
export function environmentOf(
  dataDir: string,
  options: { port?: number; demoCompanies?: number } = {},
): NodeJS.ProcessEnv {
  const { port, demoCompanies } = options;
  return {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    QUARRY_DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...(port === undefined ? {} : { PORT: String(port), QUARRY_PUBLIC_URL: `http://127.0.0.1:${port}` }),
    ...(demoCompanies === undefined
      ? { QUARRY_DEMO: 'off' }
      : { QUARRY_DEMO: 'on', QUARRY_DEMO_PASSWORD: PASSWORD, QUARRY_DEMO_COMPANIES: String(demoCompanies) }),
  };
}

const logs: (() => string)[] = [];

/** Starts a server under a supervisor; it is not ready yet. */
export async function startSupervised(
  dataDir: string,
  options: { demoCompanies?: number; detached?: boolean } = {},
): Promise<Server> {
  const { demoCompanies, detached } = options;
  const port = await freePort();
  const supervisor = startNode([SUPERVISOR], environmentOf(dataDir, { port, demoCompanies }), { detached });
  logs.push(supervisor.said);
  let isOver = false;
  void supervisor.ended.then(() => {
    isOver = true;
  });
  let begin = Date.now();
  let seen = 0;
  const readies = () => supervisor.said().split(READY).length - 1;
  const pid = () => {
    const holder = holderOf(dataDir);
    if (holder === null) throw new Error(`Nobody holds ${dataDir}`);
    return holder;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    supervisor,
    pid,
    async ready() {
      while (readies() <= seen) {
        if (isOver || Date.now() - begin > READY_TIMEOUT_MS) {
          throw new Error(`The server did not get ready:\n${supervisor.said().slice(-4_000)}`);
        }
        await sleep(20);
      }
      seen = readies();
      return Date.now() - begin;
    },
    kill(signal = 'SIGKILL') {
      process.kill(pid(), signal);
      begin = Date.now();
      seen = readies();
    },
    killDatabase() {
      const postmaster = postmasterOf(dataDir);
      if (postmaster === null) throw new Error('There is no database server');
      process.kill(postmaster, 'SIGKILL');
      begin = Date.now();
      seen = readies();
    },
    async stop() {
      supervisor.child.kill('SIGTERM');
      return supervisor.ended;
    },
  };
}

/** Kills whatever still runs on a data folder of this run. */
export function killRestOf(dataDir: string): void {
  for (const pid of [holderOf(dataDir), postmasterOf(dataDir)]) {
    if (pid !== null && isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
}

/** Serious lines of the logs of all servers so far. */
export const allSeriousLines = (): string[] => logs.flatMap((said) => seriousLines(said()));

/** Serious lines of a log. */
export function seriousLines(said: string): string[] {
  return said
    .split('\n')
    .filter((line) => line.startsWith('{"level":5') || line.startsWith('{"level":6'))
    .map((line) => line.slice(0, 1_500));
}

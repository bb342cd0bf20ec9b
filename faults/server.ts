import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ended, holderOf, isAlive, postmasterOf, type Started, startNode } from './processes.ts';

const SUPERVISOR = 'faults/supervisor.mjs';
const READY = 'Quarry is ready at';
const READY_TIMEOUT_MS = 120_000;

/** Password of the demo sign-ins. */
export const PASSWORD = 'Quarry-Faults-Pass-7!';

/** A server under a supervisor, on its own data folder. */
export interface Server {
  readonly url: string;
  readonly dataDir: string;
  readonly supervisor: Started;
  /** The server's process, not the supervisor's. */
  pid(): number;
  /** Waits until the server is ready after the last start or kill, and returns the milliseconds since then. */
  ready(): Promise<number>;
  /** Kills the server, not the supervisor. */
  kill(signal?: NodeJS.Signals): void;
  /** Kills only the database server. */
  killDatabase(): void;
  /** Stops the supervisor, and through it the server. */
  stop(): Promise<Ended>;
}

/** A free port on 127.0.0.1. */
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

interface ServerOptions {
  readonly demoCompanies?: number;
  readonly minFreeDiskMb?: number;
  readonly smtpUrl?: string;
  /** Further settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Environment variables for a server or command. */
export function environmentOf(dataDir: string, options: { port?: number } & ServerOptions = {}): NodeJS.ProcessEnv {
  const { port, demoCompanies, minFreeDiskMb, smtpUrl, settings } = options;
  return {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    QUARRY_DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
    ...(minFreeDiskMb === undefined ? {} : { QUARRY_MIN_FREE_DISK_MB: String(minFreeDiskMb) }),
    ...(port === undefined ? {} : { PORT: String(port), QUARRY_PUBLIC_URL: `http://127.0.0.1:${port}` }),
    ...(demoCompanies === undefined
      ? { QUARRY_DEMO: 'off' }
      : { QUARRY_DEMO: 'on', QUARRY_DEMO_PASSWORD: PASSWORD, QUARRY_DEMO_COMPANIES: String(demoCompanies) }),
    ...settings,
  };
}

const logs: (() => string)[] = [];

/** Starts a server under a supervisor, without waiting until it is ready. */
export async function startSupervised(
  dataDir: string,
  options: { detached?: boolean } & ServerOptions = {},
): Promise<Server> {
  const { detached, ...environment } = options;
  const port = await freePort();
  const supervisor = startNode([SUPERVISOR], environmentOf(dataDir, { port, ...environment }), { detached });
  logs.push(supervisor.output);
  let isOver = false;
  void supervisor.ended.then(() => {
    isOver = true;
  });
  let begin = Date.now();
  let seenCount = 0;
  const readyCount = () => supervisor.output().split(READY).length - 1;
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
      while (readyCount() <= seenCount) {
        if (isOver || Date.now() - begin > READY_TIMEOUT_MS) {
          throw new Error(`The server did not become ready:\n${supervisor.output().slice(-4_000)}`);
        }
        await sleep(20);
      }
      seenCount = readyCount();
      return Date.now() - begin;
    },
    kill(signal = 'SIGKILL') {
      process.kill(pid(), signal);
      begin = Date.now();
      seenCount = readyCount();
    },
    killDatabase() {
      const postmaster = postmasterOf(dataDir);
      if (postmaster === null) throw new Error('There is no database server');
      process.kill(postmaster, 'SIGKILL');
      begin = Date.now();
      seenCount = readyCount();
    },
    async stop() {
      supervisor.child.kill('SIGTERM');
      return supervisor.ended;
    },
  };
}

/** Kills the processes that still use a data folder. */
export function killRemainingIn(dataDir: string): void {
  for (const pid of [holderOf(dataDir), postmasterOf(dataDir)]) {
    if (pid !== null && isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
}

/** Errors in the logs of all servers so far. */
export const allSeriousLines = (): string[] => logs.flatMap((output) => seriousLines(output()));

/** Lines of level `error` and above. */
export function seriousLines(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{"level":5') || line.startsWith('{"level":6'))
    .map((line) => line.slice(0, 1_500));
}

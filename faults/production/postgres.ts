import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chooseAccount } from '@quarry/postgres/embedded/account';
import { freePort } from '../server.ts';

const INIT_SCRIPT = fileURLToPath(new URL('../../docs/production/postgres-init.sh', import.meta.url));
const PASSWORD = 'a password of the check';

/** A PostgreSQL of the operating system, as the compose file prepares it. */
export interface SystemPostgres {
  readonly version: string;
  /** For Quarry's role. */
  readonly connectionString: string;
  stop(): Promise<void>;
}

/** Starts Debian's newest PostgreSQL in a new folder. Null if there is none. */
export async function startSystemPostgres(root: string): Promise<SystemPostgres | null> {
  const binaries = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);
  if (binaries === undefined || !existsSync(join(binaries, 'postgres')) || !existsSync('/usr/bin/psql')) return null;
  const folder = join(root, 'system-postgres');
  mkdirSync(folder);
  // PostgreSQL refuses to run as root.
  const { ids } = chooseAccount(join(folder, 'none'));
  if (ids !== null) chownSync(folder, ids.uid, ids.gid);
  chmodSync(folder, 0o700);
  const cluster = join(folder, 'cluster');
  const auth = ['--username=postgres', '--auth-local=trust', '--auth-host=scram-sha-256'];
  execFileSync(join(binaries, 'initdb'), ['-D', cluster, ...auth], { ...ids, cwd: '/', stdio: 'pipe' });
  const port = await freePort();
  const address = ['-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
  const server = spawn(join(binaries, 'postgres'), ['-D', cluster, ...address], { ...ids, cwd: '/', stdio: 'ignore' });
  const stop = async () => {
    if (server.exitCode !== null) return;
    server.kill('SIGINT');
    await once(server, 'exit');
  };
  process.once('exit', () => server.kill('SIGQUIT'));
  try {
    const environment = { PATH: process.env.PATH, PGHOST: folder, PGPORT: String(port), POSTGRES_PASSWORD: PASSWORD };
    while (!isReady(join(binaries, 'pg_isready'), environment)) {
      if (server.exitCode !== null) throw new Error(`${binaries}/postgres ended with ${server.exitCode}`);
      await sleep(50);
    }
    execFileSync('/bin/sh', [INIT_SCRIPT], { env: environment, stdio: 'pipe' });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    version: execFileSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    connectionString: `postgres://quarry:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/quarry`,
    stop,
  };
}

function isReady(program: string, env: NodeJS.ProcessEnv): boolean {
  try {
    execFileSync(program, ['-U', 'postgres'], { env, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

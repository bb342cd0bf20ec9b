import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openTestServer } from '../../packages/clickhouse/src/testing/http-server.ts';
import type { Checks } from '../checks.ts';
import { runNode, type Started, startNode } from '../processes.ts';
import { freePort } from '../server.ts';
import { openObjectStore } from './object-store.ts';
import { buildIn, exportDataset, signInFirst, until } from './person.ts';
import { startSystemPostgres } from './postgres.ts';

/** Large enough that a worker is killed in the middle of its build. */
const COMPANIES = 30_000;
const EMAIL = 'ada@acme.example';
const READY_MS = 60_000;
/** The lease of a killed worker's job has to expire first. */
const TAKE_OVER_MS = 180_000;

interface Process extends Started {
  readonly url: string;
}

/**
 * Runs two API and two worker processes as in the compose file, on a PostgreSQL prepared by its script. A cluster is
 * replaced by an embedded engine behind ClickHouse's HTTP interface, and the object store by one in memory.
 */
export async function checkSeveralProcesses(checks: Checks, root: string): Promise<void> {
  const postgres = await startSystemPostgres(root);
  if (postgres === null) {
    checks.note('several processes: skipped, because there is no PostgreSQL with psql below /usr/lib/postgresql');
    return;
  }
  const clickhouse = await openTestServer({ path: join(root, 'clickhouse') });
  const objects = await openObjectStore();
  const environment = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    MAIL: 'off',
    LOG_LEVEL: 'warn',
    QUARRY_SECRET_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: postgres.connectionString,
    CLICKHOUSE_URL: clickhouse.url,
    S3_BUCKET: 'quarry',
    S3_ENDPOINT: objects.url,
    S3_ACCESS_KEY_ID: 'quarry',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  const started: Started[] = [];
  const folderOf = (name: string) => {
    mkdirSync(join(root, name), { recursive: true });
    return { QUARRY_DATA_DIR: join(root, name) };
  };
  const command = async (cli: string, ...args: string[]): Promise<string> => {
    const ended = await runNode([`apps/server/src/cli/${cli}.ts`, ...args], { ...environment, ...folderOf('command') });
    if (ended.code !== 0) throw new Error(`${cli} ${args.join(' ')}: ${ended.stderr}`);
    return ended.stdout;
  };
  const start = async (name: string): Promise<Process> => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const own = { ...folderOf(name), QUARRY_ROLE: name.replace(/-.*/, ''), PORT: String(port), QUARRY_PUBLIC_URL: url };
    const process = startNode(['apps/server/src/main.ts'], { ...environment, ...own });
    started.push(process);
    await until(`${name} is ready:\n${process.output()}`, READY_MS, async () => {
      if (process.child.exitCode !== null) throw new Error(`${name} ended: ${process.output()}`);
      const response = await fetch(`${url}/readyz`).catch(() => null);
      return response?.status === 200 ? true : null;
    });
    return { ...process, url };
  };
  try {
    await command('universe', 'generate', '--companies', String(COMPANIES), '--seed', '1');
    await command('clients', 'create', 'acme');
    const password =
      /: (\S+)\s*$/.exec(await command('users', 'create', EMAIL, '--client', 'acme', '--admin'))?.[1] ?? '';
    const [apiOne, apiTwo, workerOne] = [await start('api-1'), await start('api-2'), await start('worker-1')];
    const person = await signInFirst(apiOne.url, EMAIL, password, 'acme');

    await command('clients', 'build', 'acme');
    await until('a worker builds', READY_MS, () => buildIn(person, apiOne.url, ['PROCESSING']));
    // Frozen until there is another, so that it can't be done before it is killed.
    workerOne.child.kill('SIGSTOP');
    const frozen = await buildIn(person, apiOne.url, ['PROCESSING']);
    checks.that(frozen !== null, 'the first worker is killed in the middle of its build');
    await start('worker-2');
    workerOne.child.kill('SIGKILL');
    const build = await until('the build ends', TAKE_OVER_MS, () => buildIn(person, apiTwo.url, ['COMPLETE', 'ERROR']));
    checks.same(build.status, 'COMPLETE', 'the second worker completed the build of the killed one');
    await start('worker-1');

    const found = z.object({ companiesCnt: z.number() });
    const counts = [];
    for (const { url } of [apiOne, apiTwo]) {
      counts.push((await person.ask(url, 'POST', '/companies/search', { limit: 1 }, found)).companiesCnt);
    }
    checks.that(
      new Set(counts).size === 1 && (counts[0] ?? 0) > 0,
      'both API processes find the same companies',
      counts,
    );
    const lines = await exportDataset(person, apiOne.url, apiTwo.url);
    checks.same(lines, counts[0], 'an export asked of one API process is complete at the other');
    for (const process of started.filter(({ child }) => child.exitCode === null && child.signalCode === null)) {
      process.child.kill('SIGTERM');
      checks.same((await process.ended).code, 0, 'a process stops cleanly');
    }
    checks.note(
      `several processes on ${postgres.version}: ${counts[0]} companies built after a killed worker, ${lines} lines exported`,
    );
  } finally {
    for (const { child } of started) child.kill('SIGKILL');
    await clickhouse.close();
    await objects.close();
    await postgres.stop();
  }
}

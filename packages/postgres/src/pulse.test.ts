import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pidsOf, signal } from './embedded/postmaster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { type Database, isUnreachable, openDatabase, sql } from './index.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const hasProc = existsSync('/proc/self/cwd');
let root: string;
let server: EmbeddedPostgres;
let db: Database;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'quarry-pulse-'));
  chmodSync(root, 0o755);
  server = await startEmbeddedPostgres({ dataDir: join(root, 'postgres'), log });
  db = await openDatabase({ connectionString: server.connectionString, log, maxConnections: 14, answerMs: 500 });
});
afterAll(async () => {
  if (hasProc) signalAll('SIGCONT');
  await db.close();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

function signalAll(name: NodeJS.Signals): void {
  for (const pid of pidsOf(join(root, 'postgres/cluster'))) signal(pid, name);
}

const select = () => db.asSystem((tx) => tx.execute(sql`select 1`));
const failures = async (works: Promise<unknown>[]) =>
  (await Promise.allSettled(works)).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));

test.runIf(hasProc)('a frozen server fails running and new work, and is used again when it answers', async () => {
  const long = db.asSystem((tx) => tx.execute(sql`select pg_sleep(60)`));
  const probes = [select(), select(), select()];
  await Promise.all(probes);
  signalAll('SIGSTOP');
  const failed = await failures([long, ...Array.from({ length: 20 }, select), db.ping()]);
  expect(failed).toHaveLength(22);
  expect(failed.filter((error) => !isUnreachable(error))).toEqual([]);
  // Known by now, so nobody waits for a connection.
  const refused = await failures([select(), db.ping()]);
  expect(refused).toEqual([
    new Error('The database server does not answer'),
    new Error('The database server does not answer'),
  ]);
  signalAll('SIGCONT');
  await expect.poll(() => failures([select()]), { timeout: 20_000 }).toEqual([]);
  // No connection is lost to the freeze.
  expect(await failures([...Array.from({ length: 20 }, select), db.ping()])).toEqual([]);
});

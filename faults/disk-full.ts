import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { administer } from '@quarry/postgres';
import { readPasswords } from '@quarry/postgres/embedded/passwords';
import { z } from 'zod';
import { type Caller, signIn } from './caller.ts';
import { writeCompanyFile } from './company-file.ts';
import { isKept, noWrites, readWrites, startLoad } from './load.ts';
import { isAlive, postmasterOf, startNode } from './processes.ts';
import { openRecord } from './record.ts';
import type { Scenario, ScenarioParts } from './scenario.ts';
import { environmentOf, killRemainingIn, type Server, startSupervised } from './server.ts';
import { readTables } from './table-state.ts';
import { untilReady } from './until-ready.ts';
import { readView } from './view.ts';

const CLIENT = 'demo';
const DISK_MB = 900;
const MIN_FREE_MB = 30;
const SERVER_ROUNDS = ['build', 'export', 'saving', 'build', 'export', 'saving', 'build'] as const;
/** More segments than the database server keeps in reserve. */
const LOG_SEGMENTS = 12;
const IMPORT_ROUNDS = 3;
const IMPORT_LINES = 30_000;
const RECOVERY_LIMIT_MS = 180_000;
/** 0: no answer, because the server is being restarted. */
const ALLOWED = new Set([0, 200, 503]);

/** A small file system in a file. */
interface SmallDisk {
  readonly path: string;
  fill(): void;
  free(): void;
  remove(): void;
}

/** Null where loop devices cannot be mounted. */
function mountDisk({ folders }: ScenarioParts): SmallDisk | null {
  const image = folders.path('disk.img');
  const path = folders.path('disk');
  mkdirSync(path);
  writeFileSync(image, '');
  truncateSync(image, DISK_MB * 1024 * 1024);
  const isMounted =
    spawnSync('mkfs.ext4', ['-q', '-m', '0', image]).status === 0 &&
    spawnSync('mount', ['-o', 'loop', image, path]).status === 0;
  if (!isMounted) return null;
  chmodSync(path, 0o755);
  const filler = join(path, 'filler');
  return {
    path,
    fill() {
      // Ends when the disk is full: first in large steps, then in small ones.
      for (const [at, size] of ['1M', '4k'].entries()) {
        spawnSync('dd', ['if=/dev/zero', `of=${filler}-${at}`, `bs=${size}`], { stdio: 'ignore' });
      }
    },
    free() {
      for (const at of [0, 1]) rmSync(`${filler}-${at}`, { force: true });
    },
    remove() {
      killRemainingIn(join(path, 'data'));
      // A killed process may need a moment to let go.
      spawnSync('umount', ['--lazy', path]);
      rmSync(image, { force: true });
    },
  };
}

/** Fills the disk at random moments of builds, exports, saving and imports, and frees it a few seconds later. */
export const diskFull: Scenario = async (parts) => {
  const disk = mountDisk(parts);
  if (disk === null) {
    parts.checks.note('skipped: this machine does not allow mounting a file as a disk');
    return;
  }
  // First, because the folders can't be removed while the disk is mounted.
  process.prependOnceListener('exit', disk.remove);
  try {
    await fillDuringWork(parts, disk);
    await fillDuringImport(parts, disk);
  } finally {
    disk.remove();
    process.off('exit', disk.remove);
  }
};

const exported = z.object({ export: z.object({ id: z.string(), status: z.string() }) });

async function begin(kind: (typeof SERVER_ROUNDS)[number], caller: Caller, dataDir: string): Promise<string | null> {
  if (kind === 'saving') return null;
  if (kind === 'export') {
    const body = { exportType: 'DATASET', exportConfig: { format: 'csv' } };
    return (await caller.ask('POST', '/app/csv-exports', body, exported)).export.id;
  }
  const record = await openRecord(dataDir);
  const jobId = await record.requestBuild(CLIENT);
  await record.close();
  return jobId;
}

/** True once the acknowledged work is done. */
async function isDone(kind: (typeof SERVER_ROUNDS)[number], id: string | null, caller: Caller, dataDir: string) {
  if (id === null) return true;
  if (kind === 'export') {
    for (let second = 0; second < 120; second++) {
      const found = await caller.ask('GET', `/app/csv-exports/${id}`, undefined, exported);
      if (found.export.status === 'COMPLETE') return true;
      if (found.export.status === 'FAILED') return false;
      await sleep(1_000);
    }
    return false;
  }
  const record = await openRecord(dataDir);
  const job = await record.settled(id);
  await record.close();
  return job.status === 'COMPLETE';
}

/** Makes the database server need new log segments, for which there is no room. */
async function useUpLog(dataDir: string): Promise<void> {
  const passwords = readPasswords(join(dataDir, 'postgres'));
  if (passwords === null) throw new Error('The database has no passwords');
  const socket = encodeURIComponent(join(dataDir, 'postgres/socket'));
  const connectionString = `postgresql://postgres:${passwords.superuser}@/postgres?host=${socket}&port=5432`;
  for (let segment = 0; segment < LOG_SEGMENTS; segment++) {
    // It fails once the server has.
    await administer(connectionString, 'select pg_switch_wal()').catch(() => undefined);
    await sleep(100);
  }
}

async function fillDuringWork({ checks, chance, template }: ScenarioParts, disk: SmallDisk): Promise<void> {
  const dataDir = join(disk.path, 'data');
  execFileSync('cp', ['-a', template.dataDir, dataDir]);
  const server: Server = await startSupervised(dataDir, {
    demoCompanies: template.companies,
    minFreeDiskMb: MIN_FREE_MB,
  });
  await server.ready();
  let caller = await signIn(server.url, CLIENT);
  const before = await readView(caller);
  const writes = noWrites();
  const statuses = new Map<number, number>();
  for (const [at, kind] of SERVER_ROUNDS.entries()) {
    const what = `${kind} ${at + 1}`;
    const load = await startLoad(caller, writes, chance);
    const id = await begin(kind, caller, dataDir);
    await sleep(chance.between(0, 2_500));
    disk.fill();
    // The worst cases: no room for the database's log, or for a start.
    if (at % 3 === 2) await useUpLog(dataDir);
    if (at % 3 === 1) server.kill();
    await sleep(6_000);
    const status = await fetch(`${server.url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    );
    checks.that(status !== 200, `${what}: the server does not say that it is ready`, status);
    await sleep(chance.between(0, 6_000));
    disk.free();
    const readyMs = await untilReady(server.url, Date.now(), RECOVERY_LIMIT_MS);
    await load.stop();
    for (const [code, times] of load.statuses) statuses.set(code, (statuses.get(code) ?? 0) + times);
    const said = server.supervisor.output();
    checks.that(readyMs < RECOVERY_LIMIT_MS, `${what}: ready again by itself`, { readyMs, said: said.slice(-3_000) });
    caller = await signIn(server.url, CLIENT);
    const kept = await readWrites(caller);
    checks.that(isKept(writes, kept), `${what}: every acknowledged write is kept`, { writes, kept });
    checks.that(await isDone(kind, id, caller, dataDir), `${what}: the requested work completes`);
    checks.same((await readView(caller)).companies, before.companies, `${what}: the dataset is whole`);
    const restarts = said.split('trying again in').length - 1;
    checks.note(`disk full during ${what}: ready ${readyMs} ms after there was room, ${restarts} waits so far`);
  }
  checks.same(
    [...statuses.keys()].filter((status) => !ALLOWED.has(status)),
    [],
    'every answer is a success, 503 or missing',
  );
  checks.note(`answers by status ${JSON.stringify(Object.fromEntries(statuses))}`);
  const panics = readFileSync(join(dataDir, 'postgres/server.log'), 'utf8').split('PANIC: ').length - 1;
  checks.note(`the database server ended ${panics} times for lack of room for its log`);
  const postmaster = postmasterOf(dataDir);
  checks.same((await server.stop()).code, 0, 'the server stops');
  checks.that(postmaster !== null && !isAlive(postmaster), 'and leaves no database server', postmaster);
  rmSync(dataDir, { recursive: true, force: true });
}

async function fillDuringImport({ checks, chance, folders }: ScenarioParts, disk: SmallDisk): Promise<void> {
  const file = await writeCompanyFile(folders.path('full.jsonl'), IMPORT_LINES, chance);
  const start = (dataDir: string) =>
    startNode(
      ['apps/server/src/cli/universe.ts', 'import', file.path],
      environmentOf(dataDir, { minFreeDiskMb: MIN_FREE_MB }),
    );
  const undisturbedDir = folders.path('full-undisturbed');
  const undisturbed = await start(undisturbedDir).ended;
  const expected = await readTables(undisturbedDir, 'universe');
  for (let round = 1; round <= IMPORT_ROUNDS; round++) {
    const dataDir = join(disk.path, `import-${round}`);
    const started = start(dataDir);
    await sleep(chance.between(300, undisturbed.tookMs));
    disk.fill();
    const ended = await started.ended;
    checks.that(
      ended.code === 0 || (ended.code === 1 && /disk|space/i.test(ended.stderr) && !/\n\s+at /.test(ended.stderr)),
      `import ${round}: succeeds, or ends with a sentence about the disk`,
      { code: ended.code, said: ended.stderr.slice(-600) },
    );
    disk.free();
    const again = await start(dataDir).ended;
    checks.that(again.code === 0, `import ${round}: completes when there is room`, again.stderr.slice(-600));
    checks.same(await readTables(dataDir, 'universe'), expected, `import ${round}: the same companies as without`);
    checks.note(`disk full during import ${round}: ${ended.code === 0 ? 'too late' : ended.stderr.trim().slice(-160)}`);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

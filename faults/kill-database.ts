import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from './caller.ts';
import { isKept, noWrites, readWrites, startLoad } from './load.ts';
import { postmasterOf } from './processes.ts';
import { openRecord } from './record.ts';
import type { Scenario } from './scenario.ts';
import { startSupervised } from './server.ts';
import { lookAt } from './view.ts';

const CLIENT = 'demo';
const KILLS = 3;
const RECOVERY_LIMIT_MS = 15_000;
const STEADY_MS = 2_000;
/** What a caller may be told while a store is away. */
const ALLOWED = new Set([0, 200, 503]);

/** A process of the database server that serves a connection, found as the children of a postmaster. */
function backendOf(dataDir: string): number {
  const cluster = join(dataDir, 'postgres/cluster');
  const postmaster = postmasterOf(dataDir);
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const servers = pids.filter((pid) => {
    try {
      return pid !== postmaster && readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      // Gone since it was listed, or not ours to look at.
      return false;
    }
  });
  // The helpers of the server are older than any connection.
  const newest = servers.sort((one, other) => other - one)[0];
  if (newest === undefined) throw new Error('No connection of the database server was found');
  return newest;
}

/** Kills the embedded PostgreSQL: whole, so that the server has to start again; one connection, so that it goes on. */
export const killDatabase: Scenario = async ({ checks, chance, template, folders }) => {
  const dataDir = folders.copy(template.dataDir, 'database');
  const server = await startSupervised(dataDir, { demoCompanies: template.companies });
  await server.ready();
  let caller = await signIn(server.url, CLIENT);
  const before = await lookAt(caller);
  const writes = noWrites();
  const told = new Map<number, number>();
  const works = async (what: string): Promise<void> => {
    caller = await signIn(server.url, CLIENT);
    const kept = await readWrites(caller);
    checks.that(isKept(writes, kept), `${what}: every acknowledged write is kept`, { writes, kept });
    const record = await openRecord(dataDir);
    const job = await record.settled(await record.requestBuild(CLIENT));
    await record.close();
    checks.same(job.status, 'COMPLETE', `${what}: jobs run again`);
    checks.same((await lookAt(caller)).companies, before.companies, `${what}: the dataset is there`);
  };
  for (let round = 1; round <= KILLS; round++) {
    const pid = server.pid();
    const load = await startLoad(caller, writes, chance);
    await sleep(chance.between(200, 1_000));
    server.killDatabase();
    const readyMs = await server.ready();
    await load.stop();
    for (const [status, times] of load.statuses) told.set(status, (told.get(status) ?? 0) + times);
    checks.that(server.pid() !== pid, `database kill ${round}: the server was started again`);
    checks.that(readyMs < RECOVERY_LIMIT_MS, `database kill ${round}: ready again in time`, readyMs);
    await works(`database kill ${round}`);
    checks.note(`database killed: ready again after ${readyMs} ms`);
  }
  const asked = server.supervisor.said().split('ended to be started again').length - 1;
  checks.same(asked, KILLS, 'each time the server itself asked to be started again (exit code 75)');

  const pid = server.pid();
  const load = await startLoad(caller, writes, chance);
  await sleep(300);
  process.kill(backendOf(dataDir), 'SIGKILL');
  const begin = Date.now();
  const recoveredMs = await untilReady(server.url, begin);
  await sleep(500);
  await load.stop();
  for (const [status, times] of load.statuses) told.set(status, (told.get(status) ?? 0) + times);
  checks.same(server.pid(), pid, 'when one connection is killed, the server goes on');
  checks.that(recoveredMs < RECOVERY_LIMIT_MS, 'and answers again in time', recoveredMs);
  await works('killed connection');
  checks.note(
    `connection killed: ready again after ${recoveredMs} ms; answers by status ${JSON.stringify(Object.fromEntries(told))}`,
  );
  checks.same(
    [...told.keys()].filter((status) => !ALLOWED.has(status)),
    [],
    'no answer but success, 503 or none',
  );
  checks.same((await server.stop()).code, 0, 'the server stops');
};

/** Waits until the server has been ready for a while: at the first moment it may not have noticed the loss yet. */
async function untilReady(url: string, begin: number): Promise<number> {
  let readySince: number | null = null;
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    readySince = isReady ? (readySince ?? Date.now()) : null;
    if (readySince !== null && Date.now() - readySince > STEADY_MS) return readySince - begin;
    if (Date.now() - begin > RECOVERY_LIMIT_MS) return Date.now() - begin;
    await sleep(50);
  }
}

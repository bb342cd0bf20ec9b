import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from './caller.ts';
import { isKept, noWrites, readWrites, startLoad } from './load.ts';
import { databaseProcesses, postmasterOf } from './processes.ts';
import { openRecord } from './record.ts';
import type { Scenario } from './scenario.ts';
import { startSupervised } from './server.ts';
import { untilReady } from './until-ready.ts';
import { readView } from './view.ts';

const CLIENT = 'demo';
const KILLS = 3;
const RECOVERY_LIMIT_MS = 15_000;
/** Statuses that callers may get while a store is unavailable. */
const ALLOWED = new Set([0, 200, 503]);

/** The newest connection process of the database server. */
function backendOf(dataDir: string): number {
  const postmaster = postmasterOf(dataDir);
  // The server's helper processes are older than any connection.
  const newest = databaseProcesses(dataDir)
    .filter((pid) => pid !== postmaster)
    .sort((one, other) => other - one)[0];
  if (newest === undefined) throw new Error('No connection of the database server was found');
  return newest;
}

/** Kills the embedded PostgreSQL, so the server must restart; then one connection, so it must keep running. */
export const killDatabase: Scenario = async ({ checks, chance, template, folders }) => {
  const dataDir = folders.copy(template.dataDir, 'database');
  const server = await startSupervised(dataDir, { demoCompanies: template.companies });
  await server.ready();
  let caller = await signIn(server.url, CLIENT);
  const before = await readView(caller);
  const writes = noWrites();
  const statuses = new Map<number, number>();
  const expectWorking = async (what: string): Promise<void> => {
    caller = await signIn(server.url, CLIENT);
    const kept = await readWrites(caller);
    checks.that(isKept(writes, kept), `${what}: every acknowledged write is kept`, { writes, kept });
    const record = await openRecord(dataDir);
    const job = await record.settled(await record.requestBuild(CLIENT));
    await record.close();
    checks.same(job.status, 'COMPLETE', `${what}: jobs run again`);
    checks.same((await readView(caller)).companies, before.companies, `${what}: the dataset is there`);
  };
  for (let round = 1; round <= KILLS; round++) {
    const pid = server.pid();
    const load = await startLoad(caller, writes, chance);
    await sleep(chance.between(200, 1_000));
    server.killDatabase();
    const readyMs = await server.ready();
    await load.stop();
    for (const [status, times] of load.statuses) statuses.set(status, (statuses.get(status) ?? 0) + times);
    checks.that(server.pid() !== pid, `database kill ${round}: the server was restarted`);
    checks.that(readyMs < RECOVERY_LIMIT_MS, `database kill ${round}: ready again in time`, readyMs);
    await expectWorking(`database kill ${round}`);
    checks.note(`database killed: ready again after ${readyMs} ms`);
  }
  const requests = server.supervisor.output().split('asked for a restart').length - 1;
  checks.same(requests, KILLS, 'each time the server itself asked for a restart (exit code 75)');

  const pid = server.pid();
  const load = await startLoad(caller, writes, chance);
  await sleep(300);
  process.kill(backendOf(dataDir), 'SIGKILL');
  const begin = Date.now();
  const recoveredMs = await untilReady(server.url, begin, RECOVERY_LIMIT_MS);
  await sleep(500);
  await load.stop();
  for (const [status, times] of load.statuses) statuses.set(status, (statuses.get(status) ?? 0) + times);
  checks.same(server.pid(), pid, 'when one connection is killed, the server keeps running');
  checks.that(recoveredMs < RECOVERY_LIMIT_MS, 'and answers again in time', recoveredMs);
  await expectWorking('killed connection');
  checks.note(
    `connection killed: ready again after ${recoveredMs} ms; answers by status ${JSON.stringify(Object.fromEntries(statuses))}`,
  );
  checks.same(
    [...statuses.keys()].filter((status) => !ALLOWED.has(status)),
    [],
    'every answer is a success, 503 or missing',
  );
  checks.same((await server.stop()).code, 0, 'the server stops');
};

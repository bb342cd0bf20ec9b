import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from './caller.ts';
import { isKept, noWrites, readWrites, startLoad } from './load.ts';
import { databaseProcesses } from './processes.ts';
import { openRecord } from './record.ts';
import type { Scenario } from './scenario.ts';
import { startSupervised } from './server.ts';
import { untilReady } from './until-ready.ts';
import { readView } from './view.ts';

const CLIENT = 'demo';
const FREEZES = 3;
const PROBE_LIMIT_MS = 4_500;
const ANSWER_LIMIT_MS = 15_000;
const RECOVERY_LIMIT_MS = 15_000;
const ALLOWED = new Set([200, 503]);

/** Stops every process of the database server for a while. Nobody may wait long, and nothing may need a restart. */
export const frozenDatabase: Scenario = async ({ checks, chance, template, folders }) => {
  const dataDir = folders.copy(template.dataDir, 'frozen');
  const server = await startSupervised(dataDir, { demoCompanies: template.companies });
  await server.ready();
  const pid = server.pid();
  const caller = await signIn(server.url, CLIENT);
  const before = await readView(caller);
  const writes = noWrites();
  const signalAll = (name: NodeJS.Signals) => {
    for (const each of databaseProcesses(dataDir)) process.kill(each, name);
  };
  for (let round = 1; round <= FREEZES; round++) {
    const load = await startLoad(caller, writes, chance);
    await sleep(chance.between(200, 1_000));
    signalAll('SIGSTOP');
    const begin = Date.now();
    const probe = await fetch(`${server.url}/readyz`);
    const probedMs = Date.now() - begin;
    checks.that(probe.status === 503 && probedMs < PROBE_LIMIT_MS, `freeze ${round}: readiness says so in time`, {
      status: probe.status,
      probedMs,
    });
    await load.stop();
    const answeredMs = Date.now() - begin;
    checks.that(answeredMs < ANSWER_LIMIT_MS, `freeze ${round}: every request is answered in time`, answeredMs);
    checks.same(
      [...load.statuses.keys()].filter((status) => !ALLOWED.has(status)),
      [],
      `freeze ${round}: every answer is a success or 503`,
    );
    await sleep(chance.between(0, 5_000));
    signalAll('SIGCONT');
    const recoveredMs = await untilReady(server.url, Date.now(), RECOVERY_LIMIT_MS);
    checks.that(recoveredMs < RECOVERY_LIMIT_MS, `freeze ${round}: ready again in time`, recoveredMs);
    const again = await signIn(server.url, CLIENT);
    const kept = await readWrites(again);
    checks.that(isKept(writes, kept), `freeze ${round}: every acknowledged write is kept`, { writes, kept });
    const record = await openRecord(dataDir);
    const job = await record.settled(await record.requestBuild(CLIENT));
    await record.close();
    checks.same(job.status, 'COMPLETE', `freeze ${round}: jobs run again`);
    checks.same((await readView(again)).companies, before.companies, `freeze ${round}: the dataset is there`);
    checks.note(
      `frozen: probe answered after ${probedMs} ms, all requests after ${answeredMs} ms, ready ${recoveredMs} ms after the end; answers ${JSON.stringify(Object.fromEntries(load.statuses))}`,
    );
  }
  checks.same(server.pid(), pid, 'without a restart');
  checks.same((await server.stop()).code, 0, 'the server stops');
};

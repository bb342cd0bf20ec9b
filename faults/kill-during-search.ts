import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from './caller.ts';
import { isKept, noWrites, readWrites, startLoad } from './load.ts';
import { openRecord } from './record.ts';
import type { Scenario } from './scenario.ts';
import { seriousLines, startSupervised } from './server.ts';
import { readView } from './view.ts';

const KILLS = 10;
const CLIENT = 'demo';
const LATEST_MS = 2_000;

/** Kills the server while people search and write, and checks that every acknowledged write is kept. */
export const killDuringSearch: Scenario = async ({ checks, chance, template, folders }) => {
  const dataDir = folders.copy(template.dataDir, 'search');
  const server = await startSupervised(dataDir, { demoCompanies: template.companies });
  await server.ready();
  let caller = await signIn(server.url, CLIENT);
  const before = await readView(caller);
  const writes = noWrites();
  const statuses = new Map<number, number>();
  const readyTimes: number[] = [];
  for (let round = 1; round <= KILLS; round++) {
    const afterMs = chance.between(100, LATEST_MS);
    const load = await startLoad(caller, writes, chance);
    await sleep(afterMs);
    server.kill();
    await load.stop();
    for (const [status, times] of load.statuses) statuses.set(status, (statuses.get(status) ?? 0) + times);
    readyTimes.push(await server.ready());
    const again = await caller.send('GET', '/app/user-settings');
    checks.same(again.status, 200, `kill ${round}: people are still signed in`);
    caller = await signIn(server.url, CLIENT);
    const kept = await readWrites(caller);
    checks.that(
      isKept(writes, kept),
      `kill ${round} after ${Math.round(afterMs)} ms: every acknowledged write is kept`,
      { writes, kept },
    );
    for (const [kind, value] of Object.entries(kept)) {
      const written = Object.entries(writes).find(([name]) => name === kind)?.[1];
      if (written !== undefined) written.acknowledged = value;
    }
  }
  const after = await readView(caller);
  checks.same(after.companies, before.companies, 'the dataset is unchanged');
  checks.same(
    [...statuses.keys()].filter((status) => status !== 200 && status !== 0),
    [],
    'every answer is a success or missing',
  );
  const record = await openRecord(dataDir);
  const audited = await record.countAudit('client.settings-saved');
  await record.close();
  checks.that(
    audited >= writes.clientSettings.acknowledgedCount && audited <= writes.clientSettings.acknowledgedCount + KILLS,
    'each change has an entry in the audit trail',
    { audited, writes: writes.clientSettings },
  );
  checks.note(
    `${statuses.get(200) ?? 0} answers, ${statuses.get(0) ?? 0} missing; ${Object.values(writes)
      .map(({ sent }) => sent)
      .join(' + ')} writes; ready again after ${Math.min(...readyTimes)} to ${Math.max(...readyTimes)} ms`,
  );
  const ended = await server.stop();
  checks.same(ended.code, 0, 'the server stops');
  const serious = seriousLines(ended.stdout);
  checks.that(serious.length === 0, 'the log has no errors', serious.slice(0, 5));
};

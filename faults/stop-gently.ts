import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from './caller.ts';
import { noWrites, startLoad } from './load.ts';
import { holderOf, isAlive, postmasterOf, startNode } from './processes.ts';
import { openRecord } from './record.ts';
import type { Scenario } from './scenario.ts';
import { environmentOf, freePort, seriousLines, startSupervised } from './server.ts';
import { readView } from './view.ts';

const CLIENT = 'demo';
const STOPS = 3;
const EARLY_STOPS = 4;
const STOP_LIMIT_MS = 30_000;

/** Stops the server under load and while it starts: it must exit with 0 in time and leave nothing running. */
export const stopGently: Scenario = async ({ checks, chance, template, folders }) => {
  const dataDir = folders.copy(template.dataDir, 'stop');
  const remaining = () => ({ holder: holderOf(dataDir), postmaster: postmasterOf(dataDir) });
  const nothing = { holder: null, postmaster: null };
  const stopTimes: number[] = [];
  let unfinished: string | null = null;
  for (let round = 1; round <= STOPS; round++) {
    const server = await startSupervised(dataDir, { demoCompanies: template.companies });
    await server.ready();
    const caller = await signIn(server.url, CLIENT);
    const record = await openRecord(dataDir);
    if (unfinished !== null) {
      checks.same(
        (await record.settled(unfinished)).status,
        'COMPLETE',
        `stop ${round}: the build that was stopped before is finished`,
      );
    }
    const load = await startLoad(caller, noWrites(), chance);
    unfinished = await record.requestBuild(CLIENT);
    await sleep(chance.between(0, 800));
    const job = await record.job(unfinished);
    await record.close();
    const begin = Date.now();
    const ended = await server.stop();
    stopTimes.push(Date.now() - begin);
    await load.stop();
    checks.that(
      ended.code === 0 && Date.now() - begin < STOP_LIMIT_MS,
      `stop ${round} during ${job?.status}: ends with 0 in time`,
      { ...ended, job },
    );
    checks.same(remaining(), nothing, `stop ${round}: neither the lock nor the database server is left`);
    const statuses = [...load.statuses.keys()].filter((status) => ![0, 200, 503].includes(status));
    checks.same(statuses, [], `stop ${round}: every answer is a success, 503 or missing`);
    const serious = seriousLines(ended.stdout);
    checks.that(serious.length === 0, `stop ${round}: the log has no errors`, serious.slice(0, 3));
  }
  checks.note(`stops under load took ${stopTimes.join(', ')} ms`);

  for (let round = 1; round <= EARLY_STOPS; round++) {
    const server = await startSupervised(dataDir, { demoCompanies: template.companies });
    const afterMs = chance.between(50, 2_500);
    await sleep(afterMs);
    const begin = Date.now();
    const ended = await server.stop();
    const label = `stop ${Math.round(afterMs)} ms after the start`;
    checks.that(ended.code === 0 && Date.now() - begin < STOP_LIMIT_MS, `${label}: ends with 0 in time`, ended);
    checks.that(remaining().postmaster === null, `${label}: no database server is left`, remaining());
  }

  // A stop also interrupts the preparation of the demo at a first start.
  const fresh = folders.path('stop-first-start');
  const first = await startSupervised(fresh, { demoCompanies: template.companies });
  await sleep(chance.between(2_500, 4_000));
  const firstEnded = await first.stop();
  checks.same(
    [firstEnded.code, holderOf(fresh), postmasterOf(fresh)],
    [0, null, null],
    'a first start is stopped cleanly',
  );
  const again = await startSupervised(fresh, { demoCompanies: template.companies });
  await again.ready();
  const view = await readView(await signIn(again.url, CLIENT));
  checks.that(view.companies > 0, 'and the next start completes the demo', view);

  // A request that never finishes must not block the stop.
  const { hostname, port } = new URL(again.url);
  const slow = connect(Number(port), hostname);
  slow.on('error', () => undefined);
  slow.write(
    'POST /api/auth/sign-in HTTP/1.1\r\nHost: quarry\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  await sleep(300);
  const slowBegin = Date.now();
  const slowEnded = await again.stop();
  checks.that(
    slowEnded.code === 0 && Date.now() - slowBegin < STOP_LIMIT_MS,
    'an unfinished request is cut off',
    slowEnded,
  );
  slow.destroy();
  checks.note(`a stop with an unfinished request took ${Date.now() - slowBegin} ms`);

  // Ctrl+C reaches the server twice: from the terminal and from the supervisor.
  const terminal = await startSupervised(dataDir, { demoCompanies: template.companies, detached: true });
  await terminal.ready();
  process.kill(-terminal.supervisor.pid, 'SIGINT');
  const interrupted = await terminal.supervisor.ended;
  checks.same([interrupted.code, remaining()], [0, nothing], 'Ctrl+C stops the server cleanly');

  const alone = startNode(
    ['apps/server/src/main.ts'],
    environmentOf(dataDir, { port: await freePort(), demoCompanies: template.companies }),
  );
  while (!alone.output().includes('Quarry is ready at')) await sleep(50);
  const postmaster = postmasterOf(dataDir);
  alone.child.kill('SIGTERM');
  const aloneEnded = await alone.ended;
  checks.same([aloneEnded.code, aloneEnded.signal], [0, null], 'the server itself ends with 0, too');
  checks.that(postmaster !== null && !isAlive(postmaster), 'and stops its database server');
};

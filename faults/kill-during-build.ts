import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from '@quarry/postgres';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { type Caller, signIn } from './caller.ts';
import { openRecord, type SystemOfRecord } from './record.ts';
import type { Scenario } from './scenario.ts';
import { type Server, seriousLines, startSupervised } from './server.ts';
import { readTables, tableNames } from './table-state.ts';
import { firstIds, readView, type View } from './view.ts';

const KILLS = 10;
/** Kills right at the swap, before the job records its end. */
const KILLS_AT_SWAP = 3;
const CLIENT = 'demo';
const SWAP_LIMIT_MS = 30_000;
/** More than a job has attempts, because a kill can come too late. */
const MAX_KILLS_OF_ONE = 6;

/** Pages of companies missing from the small dataset. */
const EXCLUDED_PAGES = 15;

/** The dataset of a build: its excluded companies, and the view after an undisturbed build. */
interface Target {
  readonly excluded: readonly string[];
  readonly view: View;
}

const sameData = (one: View, other: View) => one.companies === other.companies && one.digest === other.digest;

/** Kills the server during builds, and checks what readers see and how the builds end. */
export const killDuringBuild: Scenario = async ({ checks, chance, template, folders }) => {
  const dataDir = folders.copy(template.dataDir, 'build');
  const server = await startSupervised(dataDir, { demoCompanies: template.companies });
  await server.ready();
  const setUp = await openRecord(dataDir);
  await setUp.sourceByCriteria(CLIENT);
  await setUp.close();
  const excluded = await firstIds(await signIn(server.url, CLIENT), EXCLUDED_PAGES);
  const small = await buildUndisturbed(server, excluded);
  const large = await buildUndisturbed(server, []);
  const difference = large.target.view.companies - small.target.view.companies;
  checks.same(difference, excluded.length, 'the two datasets differ by the excluded companies');
  const buildMs = Math.min(small.tookMs, large.tookMs);
  checks.note(
    `undisturbed builds: ${small.target.view.companies} companies in ${small.tookMs} ms, ${large.target.view.companies} in ${large.tookMs} ms`,
  );

  let current = large.target;
  const outcomes: string[] = [];
  for (let round = 1; round <= KILLS + KILLS_AT_SWAP; round++) {
    const next = current === large.target ? small.target : large.target;
    const afterMs = round > KILLS ? null : chance.between(0, buildMs);
    const outcome = await killOnce(server, { current, next, afterMs });
    outcomes.push(outcome.summary);
    for (const [holds, claim, detail] of outcome.findings)
      checks.that(
        holds,
        `kill ${round} ${afterMs === null ? 'at the swap' : `after ${Math.round(afterMs)} ms`}: ${claim}`,
        detail,
      );
    if (outcome.isBuilt) current = next;
  }
  checks.note(outcomes.join('; '));
  await killUntilGivenUp();
  await compareWithUndisturbed();
  await checkCleanUp();

  async function killUntilGivenUp(): Promise<void> {
    let record = await openRecord(dataDir);
    const next = current === large.target ? small.target : large.target;
    await record.exclude(CLIENT, next.excluded);
    const jobId = await record.requestBuild(CLIENT);
    let kills = 0;
    for (; kills < MAX_KILLS_OF_ONE; kills++) {
      const attempt = kills + 1;
      let job = await record.job(jobId);
      while (job?.status !== 'ERROR' && job?.status !== 'COMPLETE' && (job?.attempt ?? 0) < attempt) {
        await sleep(5);
        job = await record.job(jobId);
      }
      if (job?.status === 'ERROR' || job?.status === 'COMPLETE') break;
      await record.close();
      server.kill();
      await server.ready();
      record = await openRecord(dataDir);
    }
    const job = await record.settled(jobId);
    checks.same(job.status, 'ERROR', `a build that was killed ${kills} times is given up`);
    checks.that(job.error?.includes('given up') === true, 'the job says that it was given up', job.error);
    checks.that(
      sameData(await readView(await signIn(server.url, CLIENT)), current.view),
      'readers still see the old dataset',
    );
    // The next build must cope with the leftovers of the failed one.
    const again = await record.requestBuild(CLIENT);
    checks.same((await record.settled(again)).status, 'COMPLETE', 'the build after a given-up one succeeds');
    checks.that(sameData(await readView(await signIn(server.url, CLIENT)), next.view), 'and shows its own dataset');
    current = next;
    await record.close();
    checks.note(`a build given up after ${kills} kills: "${job.error}"`);
  }

  /** Compares the tables of a build that was killed with those of an undisturbed one. */
  async function compareWithUndisturbed(): Promise<void> {
    const next = current === large.target ? small.target : large.target;
    const resumed = await killOnce(server, { current, next, afterMs: buildMs * 0.6 });
    for (const [holds, claim, detail] of resumed.findings) checks.that(holds, `last kill: ${claim}`, detail);
    if (resumed.isBuilt) current = next;
    const record = await openRecord(dataDir);
    const killed = (await record.dataset(CLIENT)).current;
    await record.settled(await record.requestBuild(CLIENT));
    const undisturbed = (await record.dataset(CLIENT)).current;
    await record.close();
    await server.stop();
    const tables = new Map((await readTables(dataDir, `client_${CLIENT}`)).map((table) => [table.name, table]));
    for (const version of [killed, undisturbed]) {
      const [wide, rows] = [tables.get(`dataset_${version}`), tables.get(`rows_${version}`)];
      checks.that(
        wide !== undefined && wide.rows === rows?.rows && wide.rows === current.view.companies,
        `both tables of version ${version} are full`,
        { wide, rows },
      );
    }
    checks.same(
      tables.get(`dataset_${killed}`)?.digest,
      tables.get(`dataset_${undisturbed}`)?.digest,
      'a resumed build writes what an undisturbed one writes',
    );
  }

  /** After the grace period, a start removes the tables of all old versions. */
  async function checkCleanUp(): Promise<void> {
    const again = await startSupervised(dataDir, { demoCompanies: template.companies });
    await again.ready();
    const record = await openRecord(dataDir);
    await record.db.asSystem((tx) =>
      tx
        .update(datasetVersions)
        .set({ retiredAt: sql`now() - interval '1 hour'` })
        .where(eq(datasetVersions.status, 'RETIRED')),
    );
    await record.close();
    again.kill();
    await again.ready();
    const after = await openRecord(dataDir);
    const { current: version, versions } = await after.dataset(CLIENT);
    await after.close();
    checks.same(
      versions.map((each) => each.status),
      ['READY'],
      'old versions are removed after the grace period',
    );
    checks.same(
      tableNames(dataDir, `client_${CLIENT}`),
      ['dataset', 'members', 'rows', 'values'].map((name) => `${name}_${version}`),
      'no table of another version is left',
    );
    const ended = await again.stop();
    checks.same(ended.code, 0, 'the server stops');
    const serious = [...new Set([...seriousLines(server.supervisor.output()), ...seriousLines(ended.stdout)])];
    checks.that(serious.length === 0, 'the log has no errors', serious.slice(0, 5));
  }
};

async function buildUndisturbed(
  server: Server,
  excluded: readonly string[],
): Promise<{ target: Target; tookMs: number }> {
  const record = await openRecord(server.dataDir);
  await record.exclude(CLIENT, excluded);
  const begin = Date.now();
  const job = await record.settled(await record.requestBuild(CLIENT));
  const tookMs = Date.now() - begin;
  await record.close();
  if (job.status !== 'COMPLETE') throw new Error(`The build failed: ${job.error}`);
  return { target: { excluded, view: await readView(await signIn(server.url, CLIENT)) }, tookMs };
}

/** Waits until readers see another version. */
async function waitForSwap(record: SystemOfRecord, oldVersion: number | null): Promise<void> {
  const end = Date.now() + SWAP_LIMIT_MS;
  while ((await record.dataset(CLIENT)).current === oldVersion) {
    if (Date.now() > end) throw new Error('The build did not finish in time');
  }
}

type Finding = readonly [holds: boolean, claim: string, detail?: unknown];

/** Requests a build, kills the server after `afterMs` (null: at the swap), and checks at once and after the build. */
async function killOnce(
  server: Server,
  { current, next, afterMs }: { current: Target; next: Target; afterMs: number | null },
): Promise<{ findings: Finding[]; isBuilt: boolean; summary: string }> {
  const findings: Finding[] = [];
  let record: SystemOfRecord = await openRecord(server.dataDir);
  await record.exclude(CLIENT, next.excluded);
  const before = await record.dataset(CLIENT);
  const jobId = await record.requestBuild(CLIENT);
  if (afterMs === null) await waitForSwap(record, before.current);
  else await sleep(afterMs);
  const atKill = await record.job(jobId);
  server.kill();
  await record.close();
  const readyMs = await server.ready();
  const caller: Caller = await signIn(server.url, CLIENT);
  const atOnce = await readView(caller);
  findings.push([
    sameData(atOnce, current.view) || sameData(atOnce, next.view),
    'readers see the old or the new dataset, whole',
    { atOnce, old: current.view, next: next.view },
  ]);
  record = await openRecord(server.dataDir);
  findings.push([(await record.job(jobId)) !== null, 'the acknowledged request is kept']);
  const job = await record.settled(jobId);
  const isBuilt = job.status === 'COMPLETE';
  findings.push([isBuilt || job.status === 'ERROR', 'the build ends complete or with an error', job]);
  const { current: version, versions } = await record.dataset(CLIENT);
  await record.close();
  const settled = await readView(caller);
  const expected = isBuilt ? next.view : current.view;
  findings.push([
    sameData(settled, expected),
    'in the end readers see what the job says',
    { settled, expected, status: job.status },
  ]);
  const ready = versions.filter(({ status }) => status === 'READY');
  findings.push([
    ready.length === 1 && ready[0]?.version === version && ready[0].rowCount === settled.companies,
    'exactly the current version is ready',
    { version, versions },
  ]);
  findings.push([
    versions.every(({ status }) => status !== 'BUILDING') || !isBuilt,
    'no version is left building',
    versions,
  ]);
  const names = tableNames(server.dataDir, `client_${CLIENT}`);
  findings.push([
    names.includes(`dataset_${version}`) && names.includes(`rows_${version}`),
    'both tables of the current version exist',
    names,
  ]);
  return {
    findings,
    isBuilt,
    summary: `${afterMs === null ? 'at the swap' : `${Math.round(afterMs)} ms`} ${atKill?.status} ${atKill?.message ?? '-'} → ${job.status} at attempt ${job.attempt}, ready after ${readyMs} ms`,
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from './caller.ts';
import { holderOf } from './processes.ts';
import { openRecord } from './record.ts';
import type { Scenario } from './scenario.ts';
import { startSupervised } from './server.ts';
import { readTables } from './table-state.ts';
import { readView } from './view.ts';

const KILLS = 6;
const LATEST_MS = 3_000;
const CLIENT = 'demo';

/** Kills the first start repeatedly; the demo must end up the same as after an undisturbed start. */
export const killDuringStart: Scenario = async ({ checks, chance, template, folders }) => {
  const dataDir = folders.path('start');
  const server = await startSupervised(dataDir, { demoCompanies: template.companies });
  const moments: number[] = [];
  let killed: number | null = null;
  for (let kill = 1; kill <= KILLS; kill++) {
    // Before it holds the folder, a process has done nothing.
    while (holderOf(dataDir) === killed) await sleep(5);
    const afterMs = chance.between(0, LATEST_MS);
    await sleep(afterMs);
    killed = server.pid();
    server.kill();
    moments.push(Math.round(afterMs));
  }
  await server.ready();
  const view = await readView(await signIn(server.url, CLIENT));
  const record = await openRecord(dataDir);
  const { current, versions } = await record.dataset(CLIENT);
  await record.close();
  checks.that(
    versions.some(({ version, status }) => version === current && status === 'READY'),
    'the dataset is ready',
    versions,
  );
  checks.that(view.companies > 0, 'readers see it', view);
  checks.same((await server.stop()).code, 0, 'the server stops');
  const readCompanies = async (folder: string) =>
    (await readTables(folder, 'universe')).filter(({ name }) => name !== 'generations');
  checks.same(await readCompanies(dataDir), await readCompanies(template.dataDir), 'the same companies as undisturbed');
  checks.note(`kills of a first start ${moments.join(', ')} ms after it took the folder`);
};

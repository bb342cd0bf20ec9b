/**
 * Kills, stops and duplicates real processes and checks the result: `node faults/run.ts [scenario …]`. A seed determines
 * the times; set `QUARRY_FAULTS_SEED` to repeat a run. Exits with 1 if a check fails.
 */
import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chance } from './chance.ts';
import { startChecks } from './checks.ts';
import { damagedParts } from './damaged-parts.ts';
import { makeDataFolders } from './data-folders.ts';
import { diskFull } from './disk-full.ts';
import { frozenDatabase } from './frozen-database.ts';
import { killDatabase } from './kill-database.ts';
import { killDuringBuild } from './kill-during-build.ts';
import { killDuringImport } from './kill-during-import.ts';
import { killDuringSearch } from './kill-during-search.ts';
import { killDuringStart } from './kill-during-start.ts';
import { killDuringSync } from './kill-during-sync.ts';
import { killRemaining } from './processes.ts';
import type { Scenario, Template } from './scenario.ts';
import { secondProcess } from './second-process.ts';
import { allSeriousLines, killRemainingIn, startSupervised } from './server.ts';
import { smtpDown } from './smtp-down.ts';
import { stopGently } from './stop-gently.ts';

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  start: killDuringStart,
  import: killDuringImport,
  search: killDuringSearch,
  build: killDuringBuild,
  sync: killDuringSync,
  database: killDatabase,
  frozen: frozenDatabase,
  disk: diskFull,
  damage: damagedParts,
  smtp: smtpDown,
  second: secondProcess,
  stop: stopGently,
};
const COMPANIES = 20_000;
/** A scenario that takes longer hangs. */
const LIMIT_MINUTES = 10;
const LONGER_LIMITS: Readonly<Record<string, number>> = { disk: 30, sync: 30 };

const seed = Number(process.env.QUARRY_FAULTS_SEED ?? randomInt(2 ** 31));
const args = process.argv.slice(2);
const names = args.length === 0 ? Object.keys(SCENARIOS) : args;
const folders = makeDataFolders();

function clear(): void {
  killRemaining();
  for (const entry of readdirSync(folders.root, { withFileTypes: true })) {
    if (entry.isDirectory()) killRemainingIn(join(folders.root, entry.name));
  }
  folders.remove();
}
process.once('exit', clear);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Ends the run if a scenario hangs. */
function startLimit(name: string): NodeJS.Timeout {
  const minutes = LONGER_LIMITS[name] ?? LIMIT_MINUTES;
  return setTimeout(() => {
    console.log(`FAILED: ${name} is not finished after ${minutes} minutes`);
    process.exit(1);
  }, minutes * 60_000);
}

async function makeTemplate(): Promise<Template> {
  const dataDir = folders.path('template');
  const server = await startSupervised(dataDir, { demoCompanies: COMPANIES });
  const readyMs = await server.ready();
  const ended = await server.stop();
  if (ended.code !== 0) throw new Error(`The first start did not stop cleanly:\n${ended.stderr}`);
  console.log(`A demo of ${COMPANIES} companies was ready after ${(readyMs / 1_000).toFixed(1)} s.`);
  return { dataDir, companies: COMPANIES };
}

console.log(`Seed ${seed} (QUARRY_FAULTS_SEED=${seed} repeats it), data in ${folders.root}`);
const begin = Date.now();
const templateLimit = startLimit('the first start');
const template = await makeTemplate();
clearTimeout(templateLimit);
const totals = { passed: 0, failed: 0 };
for (const [at, name] of names.entries()) {
  const scenario = SCENARIOS[name];
  if (scenario === undefined)
    throw new Error(`Unknown scenario ${name}. Choose from ${Object.keys(SCENARIOS).join(', ')}.`);
  const checks = startChecks(name);
  const limit = startLimit(name);
  try {
    await scenario({ checks, chance: chance(seed + at), folders, template });
  } catch (error) {
    for (const line of allSeriousLines().slice(0, 10)) console.log(line);
    checks.that(
      false,
      `the scenario finishes: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  clearTimeout(limit);
  checks.note(`${checks.counts.passed} checks passed, ${checks.counts.failed} failed`);
  totals.passed += checks.counts.passed;
  totals.failed += checks.counts.failed;
}
console.log(
  `${totals.passed} checks passed, ${totals.failed} failed, in ${Math.round((Date.now() - begin) / 1_000)} s`,
);
process.exit(totals.failed === 0 ? 0 : 1);

import { closeSync, openSync, readdirSync, readSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Caller, signIn } from './caller.ts';
import type { Chance } from './chance.ts';
import { openRecord } from './record.ts';
import type { Scenario } from './scenario.ts';
import { startSupervised } from './server.ts';
import { tableNames } from './table-state.ts';
import { readView, type View } from './view.ts';

const CLIENT = 'demo';
const ROUNDS = 10;
const DAMAGES = ['truncated', 'flipped', 'deleted'] as const;
const NOTICE_LIMIT_MS = 60_000;
/** Tables of a client that outlive its builds. */
const KEPT = /^(?:dataset|rows|members)_\d+$/;
const problemList = z.object({ problems: z.array(z.object({ id: z.string(), message: z.string() })) });

interface Damage {
  readonly kind: (typeof DAMAGES)[number];
  readonly table: string;
  readonly part: string;
  readonly file: string | null;
}

/** A part's name: partition, first and last block, and how often it was merged. */
const PART = /^[^.]+_(\d+)_(\d+)_(\d+)(?:_\d+)?$/;

/** True if `other` was merged from `part`, which is about to be deleted. */
function isReplacedBy(part: string, other: string): boolean {
  const [, from = 0, to = 0, level = 0] = (PART.exec(part) ?? []).map(Number);
  const [, otherFrom = 0, otherTo = 0, otherLevel = 0] = (PART.exec(other) ?? []).map(Number);
  return otherFrom <= from && otherTo >= to && otherLevel > level;
}

/** The parts of a stopped server's kept tables. Deletes replaced ones, which would take over for a damaged part. */
function keptParts(dataDir: string): { table: string; part: string; folder: string }[] {
  const databases = ['universe', `client_${CLIENT}`];
  const tables = databases.flatMap((database) => tableNames(dataDir, database).map((name) => ({ database, name })));
  return tables
    .filter(({ database, name }) => database === 'universe' || KEPT.test(name))
    .flatMap(({ database, name }) => {
      const folder = join(dataDir, 'clickhouse/data', database, name);
      const parts = readdirSync(folder).filter((entry) => PART.test(entry) && !entry.startsWith('tmp'));
      const replaced = parts.filter((part) => parts.some((other) => isReplacedBy(part, other)));
      for (const part of replaced) rmSync(join(folder, part), { recursive: true });
      return parts
        .filter((part) => !replaced.includes(part))
        .map((part) => ({ table: `${database}.${name}`, part, folder: join(folder, part) }));
    });
}

/** Damages one random part of a stopped server. */
function damageOne(dataDir: string, chance: Chance, kind: Damage['kind']): Damage {
  const { table, part, folder } = chance.pick(keptParts(dataDir));
  if (kind === 'deleted') {
    rmSync(folder, { recursive: true });
    return { kind, table, part, file: null };
  }
  const files = readdirSync(folder).filter((name) => name.endsWith('.bin') && statSync(join(folder, name)).size > 50);
  const file = chance.pick(files);
  const path = join(folder, file);
  const { size } = statSync(path);
  if (kind === 'truncated') truncateSync(path, Math.floor(size / 2));
  else flipByte(path, Math.floor(chance.between(0, size)));
  return { kind, table, part, file };
}

function flipByte(path: string, at: number): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, at);
  writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 0xff]), 0, 1, at);
  closeSync(file);
}

async function problemsOf(url: string): Promise<z.infer<typeof problemList>['problems']> {
  const answer = await fetch(`${url}/readyz`);
  return problemList.parse(await answer.json()).problems;
}

/** The dataset, or null if the server refuses to answer because data is damaged. */
async function viewOrRefusal(caller: Caller): Promise<View | null> {
  try {
    return await readView(caller);
  } catch (error) {
    if (error instanceof Error && error.message.includes('DATA_DAMAGED')) return null;
    throw error;
  }
}

/** Damages a random part before each of ten starts. Each must be named, and no answer may pass as whole without its rows. */
export const damagedParts: Scenario = async ({ checks, chance, template, folders }) => {
  let before: View | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const dataDir = folders.copy(template.dataDir, `damaged-${round}`);
    if (before === null) {
      const whole = await startSupervised(dataDir, { demoCompanies: template.companies });
      await whole.ready();
      before = await readView(await signIn(whole.url, CLIENT));
      checks.same(await problemsOf(whole.url), [], 'an undamaged server has no problems');
      await whole.stop();
    }
    const kind = DAMAGES[round % DAMAGES.length] ?? 'deleted';
    const damage = damageOne(dataDir, chance, kind);
    const what = `${kind} ${damage.file ?? 'part'} of ${damage.table} ${damage.part}`;
    const server = await startSupervised(dataDir, { demoCompanies: template.companies });
    await server.ready();
    const begin = Date.now();
    let named: { id: string; message: string } | undefined;
    while (named === undefined && Date.now() - begin < NOTICE_LIMIT_MS) {
      named = (await problemsOf(server.url)).find(({ id }) => id === `table:${damage.table}`);
      if (named === undefined) await sleep(100);
    }
    const noticedMs = Date.now() - begin;
    checks.that(named !== undefined, `${what}: noticed`, await problemsOf(server.url));
    checks.that(named?.message.includes(damage.table) === true, `${what}: the table is named`, named);
    if (kind !== 'deleted') {
      const bare = damage.part.replace(/_\d+$/, '');
      checks.that(named?.message.includes(bare) === true, `${what}: the part is named`, named);
    }
    checks.same((await fetch(`${server.url}/readyz`)).status, 503, `${what}: not ready`);
    const caller = await signIn(server.url, CLIENT);
    const view = await viewOrRefusal(caller);
    checks.that(view === null || view.digest === before.digest, `${what}: nothing passes as whole`, { view, before });
    const record = await openRecord(dataDir);
    const versions = await record.dataset(CLIENT);
    const job = await record.settled(await record.requestBuild(CLIENT));
    const after = await record.dataset(CLIENT);
    await record.close();
    const isKept = job.status === 'ERROR' && after.current === versions.current;
    const isWhole = job.status === 'COMPLETE' && (await viewOrRefusal(caller))?.companies === before.companies;
    checks.that(isKept || isWhole, `${what}: no build replaces companies with fewer`, { job: job.status, after });
    checks.note(
      `${what}: named ${noticedMs} ms after the start; search ${view === null ? 'refused' : 'whole'}, build ${job.status}`,
    );
    await server.stop();
    folders.remove(dataDir);
  }
};

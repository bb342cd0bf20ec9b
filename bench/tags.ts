/**
 * Tags over the whole dataset, saved over HTTP: `npm run bench -- tags [companies]`. Budgets: Fresh within 5 s of the
 * request, also after a hundred edits in a row and right after a build; counts and members match the explorer. Also
 * prints the time of a handwritten statement that computes the same column.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ident, inline, sql } from '@quarry/clickhouse';
import type { FilterGroup, FilterRule } from '@quarry/filters';
import { z } from 'zod';
import { enqueueBuildOf } from './enqueue-build.ts';
import { type BenchSearch, benchSearches } from './explorer-searches.ts';
import { type Bench, openBench } from './open-bench.ts';
import { ensurePlainTables } from './plain-tables.ts';
import { median } from './statistics.ts';

const SECONDS = 5;
const ROUNDS = 3;
const EDITS = 100;
const PATH = '/app/talk-tracks';
const FILTERS = [
  'eight countries',
  'size between',
  'description contains one of three',
  'uses one of three technologies',
  'hiring in Europe with funding',
  'nested or',
];

const tag = z.object({ id: z.string(), companyCount: z.number().nullable(), processingStatus: z.string() });
const savedTag = z.object({ talkTrack: tag });
const allTags = z.object({ talkTracks: z.array(tag) });
const found = z.object({ companiesCnt: z.number() });
const built = z.object({ datasetVersion: z.string() });
const writtenRow = z.object({ members: z.number() });

const secondsSince = (start: number): number => (performance.now() - start) / 1000;
const listTags = async (bench: Bench) => allTags.parse(await bench.request('GET', PATH)).talkTracks;
const edit = (bench: Bench, id: string, filters: FilterGroup) => bench.request('PUT', `${PATH}/${id}`, { filters });

async function removeTags(bench: Bench): Promise<void> {
  for (const { id } of await listTags(bench)) await bench.request('DELETE', `${PATH}/${id}`);
}

async function save(bench: Bench, name: string, filters: FilterGroup): Promise<string> {
  return savedTag.parse(await bench.post(PATH, { name, filters })).talkTrack.id;
}

/** Polls until the tag is Fresh and returns its count. */
async function untilFresh(bench: Bench, id: string): Promise<number> {
  for (;;) {
    const one = (await listTags(bench)).find((each) => each.id === id);
    if (one?.processingStatus === 'Fresh') return one.companyCount ?? -1;
    await sleep(20);
  }
}

async function countOf(bench: Bench, filters: FilterGroup): Promise<number> {
  const body = { filters, limit: 1, parts: ['companies'] };
  return found.parse(await bench.post('/app/companies/search', body)).companiesCnt;
}

/** The number of companies that wrongly have or lack the tag. */
async function countWrong(bench: Bench, id: string, filters: FilterGroup): Promise<number> {
  const on = (operator: string): FilterRule => ({ id: operator, field: '__tags', operator, value: [id] });
  const wrong: FilterGroup = {
    id: 'wrong',
    combinator: 'or',
    rules: [
      { id: 'without', combinator: 'and', rules: [filters, on('notContainsAnyOf')] },
      {
        id: 'with',
        combinator: 'and',
        rules: [{ id: 'others', combinator: 'or', not: true, rules: [filters] }, on('containsAnyOf')],
      },
    ],
  };
  return countOf(bench, wrong);
}

/** Computes and writes the tag's column for all rows with one statement. */
async function byHand({ platform: { warehouse }, dataset }: Bench, { where }: BenchSearch): Promise<number> {
  const table = ident('bench', 'tagged');
  await warehouse.command(sql`DROP TABLE IF EXISTS ${table} SYNC`, { lane: 'analysis' });
  const start = performance.now();
  await warehouse.command(
    inline(sql`CREATE TABLE ${table} ENGINE = MergeTree ORDER BY company_id
      AS SELECT company_id, if(${where}, ['00000000-0000-4000-8000-000000000000'], []) AS tags
      FROM ${ident('bench', `plain_${dataset.version}`)}`),
    { lane: 'analysis' },
  );
  const seconds = secondsSince(start);
  await warehouse.rows(sql`SELECT toUInt32(countIf(notEmpty(tags))) AS members FROM ${table}`, writtenRow);
  return seconds;
}

/** Times a tag from the request until it is Fresh, and compares its companies with the explorer's. */
async function timeTag(
  bench: Bench,
  name: string,
  filters: FilterGroup,
): Promise<{ seconds: number; isCorrect: boolean }> {
  const start = performance.now();
  const id = await save(bench, name, filters);
  const count = await untilFresh(bench, id);
  const seconds = secondsSince(start);
  const [expected, wrong] = [await countOf(bench, filters), await countWrong(bench, id, filters)];
  const isCorrect = count === expected && wrong === 0;
  if (!isCorrect) console.log(`${name}: ${count} companies instead of ${expected}, ${wrong} of them wrong`);
  return { seconds, isCorrect };
}

async function timeEdits(bench: Bench, first: FilterGroup): Promise<{ seconds: number; isCorrect: boolean }> {
  const atLeast = (employees: number): FilterGroup => ({
    id: 'root',
    combinator: 'and',
    rules: [{ id: 'size', field: 'employee_count', operator: 'gte', value: employees }],
  });
  const id = await save(bench, 'Edited often', first);
  let newest = first;
  let last = performance.now();
  for (let at = 1; at <= EDITS; at++) {
    newest = atLeast(at);
    last = performance.now();
    await edit(bench, id, newest);
  }
  const count = await untilFresh(bench, id);
  const seconds = secondsSince(last);
  return {
    seconds,
    isCorrect: count === (await countOf(bench, newest)) && (await countWrong(bench, id, newest)) === 0,
  };
}

async function timeDuringMerge(bench: Bench, filters: FilterGroup): Promise<{ seconds: number; isCorrect: boolean }> {
  const { warehouse } = bench.platform;
  const { datasetVersion } = built.parse(await bench.request('GET', '/app/client'));
  const table = ident(bench.dataset.database, `dataset_${datasetVersion}`);
  // The tag cancels the merge, which fails this statement.
  const merge = warehouse.command(sql`OPTIMIZE TABLE ${table} FINAL`, { lane: 'jobs' }).then(
    () => console.log('the merge finished before the tag'),
    () => undefined,
  );
  await sleep(500);
  const one = await timeTag(bench, 'During a merge', filters);
  await merge;
  return one;
}

/** Saves the tags and prints the times. Returns true if they are within budget. */
export async function tags(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    await removeTags(bench);
    const { rows } = await ensurePlainTables(bench);
    console.log(`${rows.toLocaleString('en')} rows, ${ROUNDS} rounds, medians in s`);
    const chosen = benchSearches([]).filter(({ name }) => FILTERS.includes(name));
    let isWithin = chosen.length === FILTERS.length;
    for (const search of chosen) {
      const { name, filters } = search;
      if (!filters) throw new Error(`${name} has no filter`);
      const [ours, plain]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        plain.push(await byHand(bench, search));
        const one = await timeTag(bench, `${name} ${round}`, filters);
        ours.push(one.seconds);
        isWithin &&= one.isCorrect && one.seconds <= SECONDS;
      }
      console.log(
        `${name.padEnd(36)} ${median(plain).toFixed(2).padStart(6)} ${median(ours).toFixed(2).padStart(6)}  x${(median(ours) / median(plain)).toFixed(2)}  (max ${Math.max(...ours).toFixed(2)}, budget ${SECONDS})`,
      );
    }
    const [first] = chosen;
    if (!first?.filters) throw new Error('There is no filter to edit');
    const edited = await timeEdits(bench, first.filters);
    console.log(
      `${EDITS} edits of one tag: Fresh ${edited.seconds.toFixed(2)} s after the last (budget ${SECONDS}), ${edited.isCorrect ? 'correct' : 'WRONG'}`,
    );
    await removeTags(bench);
    await (await enqueueBuildOf(bench.platform, bench.client)).finished;
    const early = await timeTag(bench, 'After a build', first.filters);
    console.log(`first tag right after a build: ${early.seconds.toFixed(2)} s (budget ${SECONDS})`);
    const merged = await timeDuringMerge(bench, first.filters);
    console.log(`a tag while the whole table is merged: ${merged.seconds.toFixed(2)} s (budget ${SECONDS})`);
    await removeTags(bench);
    const others = [edited, early, merged];
    return isWithin && others.every(({ seconds, isCorrect }) => isCorrect && seconds <= SECONDS);
  } finally {
    await bench.close();
  }
}

import { randomUUID } from 'node:crypto';
import { sql } from '@quarry/clickhouse';
import { RANDOM_ORDER, type SegmentDefinition } from '@quarry/contracts';
import type { FilterGroup, FilterNode } from '@quarry/filters';
import { eq, sql as postgresSql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { segments } from '@quarry/postgres/tables/segments';
import { seed } from '@quarry/testing/random';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { company, openTestWorld, type TestWorld } from '#server/features/builds/testing/test-world.ts';
import { stays } from '#server/features/datasets/segment-members.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { readSegmentRow } from './segment.ts';
import { readSizes } from './segment-sizes.ts';
import {
  apply,
  findMembers,
  isActive,
  merge,
  type OracleCompany,
  type OracleSegment,
  recentChanges,
} from './testing/segment-oracle.ts';
import { updateSegments } from './update-segments.ts';

const CLIENT = 'oracle';
const COMPANIES = 120;
const SEGMENTS = 300;
const DAY = 86_400;
const START = Math.floor(Date.UTC(2026, 0, 1) / 1_000);

let world: TestWorld;
let clientId: string;
const oracle = new Map<string, OracleSegment>();
/** What the universe knows; merged companies are gone. */
const known = new Map<number, { employees: number | null; country: string; aliases: string[] }>();
const excluded = new Set<number>();

let state = seed;
/** A number below the limit; equal seeds give equal numbers. */
function random(limit: number): number {
  state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) | 0;
  return ((state ^ (state >>> 13)) >>> 0) % limit;
}
const chance = (percent: number) => random(100) < percent;
const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;

beforeAll(async () => {
  console.log(`QUARRY_SEED=${seed}`);
  vi.useFakeTimers({ toFake: ['Date'], now: START * 1_000 });
  world = await openTestWorld();
  clientId = await world.client(CLIENT, {
    fieldDefinitions: [
      ['primary_domain', 'domain'],
      ['company_name', 'name'],
      ['employee_count', 'employee_count'],
      ['country', 'country'],
    ].map(([field, externalName = '']) => ({
      internalName: `firmographics/${field}`,
      externalName,
      displayName: externalName,
    })),
  });
}, 120_000);
afterAll(async () => {
  vi.useRealTimers();
  await world.close();
});

const idOf = (number: number) => String(number);
const segmentIds = Array.from({ length: SEGMENTS }, () => randomUUID());

/** A definition that uses segments before this place only, so that there are no cycles. */
function anyDefinition(at: number): SegmentDefinition {
  const others = () => Array.from({ length: 1 + random(3) }, () => pick(segmentIds.slice(0, Math.max(1, at))));
  const anyRule = (id: string): FilterNode => {
    const field = pick(at === 0 ? ['employee_count', 'country'] : ['employee_count', 'country', '__segments']);
    if (field === '__segments')
      return { id, field, operator: pick(['containsAnyOf', 'notContainsAnyOf']), value: others() };
    if (field === 'country')
      return { id, field, operator: pick(['isOneOf', 'notOneOf']), value: [pick(['DE', 'FR', 'US'])] };
    return { id, field, operator: pick(['gte', 'lt', 'notEqualTo']), value: random(60) };
  };
  const filters: FilterGroup = {
    id: 'root',
    combinator: pick(['and', 'or']),
    not: chance(20),
    rules: Array.from({ length: 1 + random(3) }, (_each, rule) => anyRule(`rule${rule}`)),
  };
  const domains = (percent: number) =>
    chance(percent)
      ? Array.from(
          { length: 1 + random(COMPANIES) },
          () => `${pick(['', 'https://www.'])}${pick(['company', 'alias'])}${random(COMPANIES)}.com`,
        )
      : [];
  return {
    filters: chance(25) ? null : filters,
    inclusions: { domains: domains(25) },
    exclusions: { domains: domains(25), segmentIds: at > 0 && chance(25) ? others() : [] },
    limitOptions: chance(50)
      ? {
          limit: 1 + random(40),
          orderBy: pick([RANDOM_ORDER, RANDOM_ORDER, 'employee_count', 'country', 'name', '__quality_score']),
          orderDirection: pick(['asc', 'desc']),
        }
      : null,
  };
}
const COUNTRIES = ['DE', 'FR', 'US', ''] as const;

/** Gives companies random data, new ones too. */
async function putCompanies(numbers: readonly number[], version: number): Promise<void> {
  for (const number of numbers) {
    const aliases = known.get(number)?.aliases ?? (chance(30) ? [`alias${number}.com`] : []);
    known.set(number, {
      employees: version > 1 && chance(10) ? null : 3 + random(60),
      country: pick(COUNTRIES),
      aliases,
    });
  }
  const row = (number: number) => ({
    employee_count: known.get(number)?.employees,
    country: known.get(number)?.country,
  });
  await world.put(
    'companies',
    numbers.map((number) => company(number, { ...row(number), version })),
  );
  const aliases = numbers.flatMap((number) => (known.get(number)?.aliases ?? []).map((value) => ({ number, value })));
  await world.put(
    'identities',
    aliases.map(({ number, value }) => ({ kind: 'alias', value, company_id: idOf(number), version })),
  );
}

const rowOfDataset = {
  id: z.string(),
  domain: z.string(),
  quality: z.number(),
  name: z.string(),
  employee_count: z.number().nullable(),
  country: z.string(),
};

/** The companies of the dataset, from its table: how a build fills it is tested elsewhere. */
async function readDataset(): Promise<OracleCompany[]> {
  const dataset = await world.open(clientId);
  const rows = await world.read(
    sql`SELECT toString(__company_id) AS id, __domain AS domain, __quality_score AS quality, name, employee_count, country
      FROM ${dataset.table()}`,
    rowOfDataset,
  );
  return rows.map(({ id, domain, quality, name, employee_count, country }) => ({
    id,
    domains: [domain, ...(known.get(Number(id))?.aliases ?? [])],
    quality,
    values: { name, employee_count, country: country === '' ? null : country, __quality_score: quality },
  }));
}

const at = () => Math.floor(Date.now() / 1_000);

/** Saves definitions as people do, and computes them. */
async function save(places: readonly number[]): Promise<void> {
  for (const place of places) {
    const id = segmentIds[place] ?? '';
    const definition = anyDefinition(place);
    const values = { ...definition, isDynamic: chance(50) };
    await world.db.asClient(clientId, (tx) =>
      tx
        .insert(segments)
        .values({ id, clientId, name: `Segment ${place}`, ...values })
        .onConflictDoUpdate({
          target: segments.id,
          set: { ...values, revision: postgresSql`${segments.revision} + 1` },
        }),
    );
    const before = oracle.get(id) ?? { id, firstComputedAt: null, stays: new Map() };
    oracle.set(id, { ...before, definition, isDynamic: values.isDynamic });
  }
  await world.db.asSystem((tx) =>
    tx
      .update(clients)
      .set({ derivedRevision: postgresSql`${clients.derivedRevision} + 1` })
      .where(eq(clients.id, clientId)),
  );
  await world.job(clientId, updateSegments);
  const dataset = await readDataset();
  for (const place of places.toSorted((one, other) => one - other)) {
    const segment = oracle.get(segmentIds[place] ?? '');
    if (segment !== undefined) apply(segment, findMembers(segment, dataset, oracle), at());
  }
}

/** Builds a new version of the dataset; dynamic segments follow it. */
async function build(): Promise<void> {
  await world.db.asSystem((tx) =>
    tx
      .update(clients)
      .set({ excludeCompanyIds: [...excluded].map(idOf) })
      .where(eq(clients.id, clientId)),
  );
  await world.build(clientId);
  const dataset = await readDataset();
  const there = new Set(dataset.map(({ id }) => id));
  for (const id of segmentIds) {
    const segment = oracle.get(id);
    if (segment === undefined || segment.isDynamic) continue;
    const staying = [...segment.stays.keys()].filter((each) => isActive(segment, each) && there.has(each));
    apply(segment, new Set(staying), at());
  }
  for (const id of segmentIds) {
    const segment = oracle.get(id);
    if (segment?.isDynamic === true) apply(segment, findMembers(segment, dataset, oracle), at());
  }
}

const storedStay = { id: z.string(), company: z.string(), since: z.number(), until: z.number().nullable() };

/** Compares stays and counters of every segment with the oracle's. */
async function expectSame(): Promise<void> {
  const dataset = await world.open(clientId);
  const stored = await world.read(
    sql`SELECT toString(segment_id) AS id, toString(company_id) AS company,
        toUnixTimestamp(added_at) AS since, toUnixTimestamp(removed_at) AS until
      FROM ${stays(CLIENT, dataset.segmentRuns)}`,
    storedStay,
  );
  const bySegment = Map.groupBy(stored, ({ id }) => id);
  const rows = (await world.db.asClient(clientId, (tx) => tx.select().from(segments))).map(readSegmentRow);
  const read: ClientScope['read'] = (query) => world.db.asClient(clientId, query);
  const client = {
    id: clientId,
    name: CLIENT,
    datasetVersion: dataset.version,
    exclusionsRevision: 0,
    derivedRevision: Date.now(),
  };
  // Counting uses only this part of a scope.
  const scope = {
    read,
    client,
    warehouse: world.warehouse,
    caches: {},
    request: { signal: undefined },
  } as unknown as ClientScope;
  const sizes = await readSizes(scope, rows, new Date());
  const text = (company: string, since: number, until: number | null) =>
    `${company} ${since - START} ${until === null ? '' : until - START}`;
  for (const row of rows) {
    const segment = oracle.get(row.id);
    if (segment === undefined) throw new Error('An unknown segment');
    const found = (bySegment.get(row.id) ?? []).map(({ company: id, since, until }) => text(id, since, until));
    const expected = [...segment.stays].flatMap(([id, each]) => each.map(([since, until]) => text(id, since, until)));
    expect(found.toSorted(), JSON.stringify(segment.definition)).toEqual(expected.toSorted());
    const { added, removed } = recentChanges(segment, at());
    expect(sizes.get(row.id), JSON.stringify([...segment.stays])).toMatchObject({
      sizeCompanies: [...segment.stays.keys()].filter((id) => isActive(segment, id)).length,
      sizeCompaniesAddedRecently: added,
      sizeCompaniesRemovedRecently: removed,
    });
    expect(row).toMatchObject({ problem: null, computedRevision: row.revision, runRows: expected.length });
  }
}

const someOf = (numbers: Iterable<number>, percent: number) => [...numbers].filter(() => chance(percent));
const passDays = (days: number) => vi.setSystemTime(Date.now() + days * DAY * 1_000);

test('300 random segments have the companies that one would pick by hand, through all changes', async () => {
  await putCompanies(
    Array.from({ length: COMPANIES }, (_each, number) => number + 1),
    1,
  );
  await build();
  await save(segmentIds.map((_id, place) => place));
  await expectSame();

  passDays(3);
  await putCompanies(someOf(known.keys(), 40), 2);
  for (const number of someOf(known.keys(), 10)) excluded.add(number);
  await build();
  await expectSame();

  passDays(2);
  await save(someOf(segmentIds.keys(), 40));
  await expectSame();

  passDays(4);
  await putCompanies(
    [...someOf(known.keys(), 40), ...Array.from({ length: 30 }, (_each, number) => COMPANIES + 1 + number)],
    3,
  );
  for (const number of someOf(excluded, 60)) excluded.delete(number);
  const merges = [
    [5, 6],
    [7, 8],
    [9, 260],
  ] as const;
  await world.put(
    'merged_companies',
    merges.map(([gone, survivor]) => ({
      company_id: idOf(gone),
      merged_into: idOf(survivor),
      merged_at: new Date().toISOString(),
      version: 3,
    })),
  );
  for (const [gone, survivor] of merges) {
    for (const segment of oracle.values()) merge(segment, idOf(gone), idOf(survivor));
    known.get(survivor)?.aliases.push(...(known.get(gone)?.aliases ?? []));
    known.delete(gone);
  }
  await build();
  await expectSame();

  passDays(5);
  await save(someOf(segmentIds.keys(), 30));
  await build();
  await expectSame();
}, 240_000);

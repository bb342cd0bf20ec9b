import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, createTable, ident, sql } from '@quarry/clickhouse';
import type { FilterGroup } from '@quarry/filters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { datasetDatabase, datasetTables } from '../../datasets/table.ts';
import { membersTable } from '../../datasets/table-definitions.ts';
import { isNetNewTo } from '../../markets/previews/net-new.sql.ts';
import { generateUniverse } from '../generate/generate-universe.ts';
import { mandatoryRules } from '../mandatory-rules.ts';
import { universeQuality } from '../quality.ts';
import { openTestUniverse, type TestUniverse } from '../testing/test-universe.ts';
import { readTable } from '../universe-table.ts';
import { compileCriteria, type UniverseCriteria } from './compile-criteria.ts';
import { countCompanies } from './count-companies.ts';
import { parseBlockConfigs } from './data-point.ts';
import { explainCompany } from './explain-company.ts';
import { previewCompanies } from './preview-companies.ts';
import { readDataPoints } from './read-values.ts';

const today = '2026-11-20';
const configs = parseBlockConfigs([
  { configId: 'open', blockName: 'jobs', label: 'Open jobs', config: {} },
  { configId: 'sales', blockName: 'team_members', label: 'Sales', config: { departments: ['Sales'] } },
]);
const client = { name: 'bench', datasetVersion: '1' };
const criteria: FilterGroup = {
  id: 'root',
  combinator: 'and',
  rules: [
    { id: 'size', field: 'firmographics/founded_year', operator: 'gte', value: 1990 },
    {
      id: 'either',
      combinator: 'or',
      not: true,
      rules: [
        { id: 'jobs', field: 'jobs/count', configId: 'open', operator: 'lt', value: 1 },
        { id: 'sales', field: 'team_members/count#sales', operator: 'equalTo', value: 0 },
      ],
    },
  ],
};

let universe: TestUniverse;
let compiled: UniverseCriteria;
/** The companies that match, best first, by a hand-written statement. */
let matching: { id: string; isMember: boolean; quality: number }[];

const byHand = z.object({ id: z.string(), isMember: z.boolean(), quality: z.number() });

beforeAll(async () => {
  universe = await openTestUniverse();
  const { warehouse } = universe;
  await generateUniverse({ warehouse, companies: 1500, seed: 3, today });
  await createDatabase(warehouse, datasetDatabase(client.name));
  await createTable(warehouse, membersTable(client.name, 1));
  const { database, members } = datasetTables(client.name, 1);
  await warehouse.command(
    sql`INSERT INTO ${ident(database, members)} (company_id, added_at, is_hidden)
      SELECT company_id, now(), company_id % 5 = 0 FROM ${readTable('companies')} WHERE company_id % 2 = 0`,
    { lane: 'jobs' },
  );
  compiled = compileCriteria(criteria, { today, configs });
  matching = await warehouse.rows(
    sql`SELECT toString(company_id) AS id, toBool(company_id % 2 = 0) AS isMember, ${universeQuality(today)} AS quality
      FROM ${readTable('companies')} WHERE ${mandatoryRules()} AND founded_year >= 1990
        AND NOT (company_id IN (SELECT company_id FROM ${readTable('collections')} WHERE block = 'jobs')
          AND company_id NOT IN (SELECT company_id FROM ${readTable('jobs')} WHERE is_open))
        AND NOT (company_id IN (SELECT company_id FROM ${readTable('collections')} WHERE block = 'team_members')
          AND company_id NOT IN (SELECT company_id FROM ${readTable('team_members')} WHERE is_current AND department = 'Sales'))
      ORDER BY quality DESC, company_id DESC`,
    byHand,
  );
});
afterAll(() => universe.close());

describe('previewCompanies', () => {
  const preview = (options: Partial<Parameters<typeof previewCompanies>[0]> = {}) =>
    previewCompanies({
      warehouse: universe.warehouse,
      criteria: compiled,
      isNetNew: isNetNewTo(client, []),
      netNewOnly: false,
      rows: 20,
      today,
      ...options,
    });
  const idsOf = (companies: typeof matching): string[] => companies.slice(0, 20).map(({ id }) => id);

  it('counts exactly and returns the 20 best, overall and net-new; hidden members are not net-new', async () => {
    const fresh = matching.filter(({ isMember }) => !isMember);
    expect(fresh.length).toBeGreaterThan(40);
    expect(await preview()).toEqual({
      total: matching.length,
      totalNetNew: fresh.length,
      best: idsOf(matching),
      bestNetNew: idsOf(fresh),
    });
  });

  it('returns the same over many ranges, and reports progress', async () => {
    const done: number[] = [];
    const inRanges = { ...compiled, companiesPerRange: 100 };
    expect(await preview({ criteria: inRanges, onProgress: (fraction) => done.push(fraction) })).toEqual(
      await preview(),
    );
    expect(done).toHaveLength(15);
    expect(done.at(-1)).toBe(1);
  });

  it('leaves out everything but net-new companies on request, and the companies that the client excludes', async () => {
    const fresh = matching.filter(({ isMember }) => !isMember);
    const excludedIds = idsOf(fresh).slice(0, 3);
    expect(await preview({ netNewOnly: true, isNetNew: isNetNewTo(client, excludedIds) })).toEqual({
      total: null,
      totalNetNew: fresh.length - 3,
      best: [],
      bestNetNew: idsOf(fresh.slice(3)),
    });
  });

  it('counts everything as net-new before the first build', async () => {
    const found = await preview({ isNetNew: isNetNewTo({ ...client, datasetVersion: null }, []) });
    expect(found.totalNetNew).toBe(matching.length);
    expect(found.bestNetNew).toEqual(found.best);
  });

  it('leaves no statement running when aborted', async () => {
    const slow = { ...compiled, companiesPerRange: 500, matching: slowMatching };
    const running = z.object({ running: z.number() });
    const count = () =>
      universe.one(
        sql`SELECT toUInt32(countIf(query LIKE '%sleepEachRow%' AND query NOT LIKE '%system.processes%')) AS running FROM system.processes`,
        running,
      );
    for (let round = 0; round < 3; round++) {
      const stop = new AbortController();
      const aborted = expect(preview({ criteria: slow, signal: stop.signal })).rejects.toMatchObject({
        kind: 'aborted',
      });
      while ((await count()).running === 0) await sleep(5);
      stop.abort();
      await aborted;
    }
    while ((await count()).running > 0) await sleep(20);
    expect(await preview()).toMatchObject({ total: matching.length });
  });
});

const slowMatching: UniverseCriteria['matching'] = (range, condition, extraColumns) =>
  sql`SELECT * FROM (${compiled.matching(range, condition, extraColumns)}) WHERE sleepEachRow(0.05) = 0 SETTINGS function_sleep_max_microseconds_per_block = 600000000`;

describe('countCompanies', () => {
  it('agrees with the preview, in total and without a rule', async () => {
    const { warehouse } = universe;
    const counts = await countCompanies({ warehouse, criteria: compiled, isNetNew: isNetNewTo(client, []) });
    expect(counts).toMatchObject({
      totalCompanies: matching.length,
      totalNetNewCompanies: matching.filter(({ isMember }) => !isMember).length,
    });
    const withoutJobs = { ...criteria, rules: [criteria.rules[0], { ...criteria.rules[1], rules: [ruleAt(1)] }] };
    const relaxed = compileCriteria(withoutJobs as FilterGroup, { today, configs });
    const { total } = await previewCompanies({
      warehouse,
      criteria: relaxed,
      isNetNew: isNetNewTo(client, []),
      netNewOnly: false,
      rows: 20,
      today,
    });
    expect(counts.rules[1]?.withoutRule).toBe(total);
    expect(counts.rules).toHaveLength(3);
  });
});

describe('explainCompany', () => {
  const explain = (companyId: string) =>
    explainCompany({
      warehouse: universe.warehouse,
      criteria,
      today,
      configs,
      companyId,
      isNetNew: isNetNewTo(client, []),
    });

  it('agrees with the preview on companies that match and companies that do not', async () => {
    const all = await universe.warehouse.rows(
      sql`SELECT toString(company_id) AS id FROM ${readTable('companies')} ORDER BY company_id LIMIT 40`,
      z.object({ id: z.string() }),
    );
    const matchingIds = new Set(matching.map(({ id }) => id));
    const found = await Promise.all(all.map(({ id }) => explain(id)));
    expect(found.map(({ isMatch }) => isMatch)).toEqual(all.map(({ id }) => matchingIds.has(id)));
    expect(new Set(found.flatMap(({ rules }) => rules.map(({ verdict }) => verdict)))).toEqual(
      new Set(['matches', 'fails', 'unknown']),
    );
    for (const { groups, isMatch } of found) {
      expect(groups.map(({ groupId }) => groupId)).toEqual(['root', 'either']);
      expect(groups[0]?.isMatch).toBe(isMatch);
    }
  });

  it('tells none from unknown', async () => {
    const points = compiled.dataPoints;
    const uncollected = await universe.one(
      sql`SELECT toString(company_id) AS id FROM ${readTable('companies')} WHERE company_id NOT IN (SELECT company_id FROM ${readTable('collections')} WHERE block = 'jobs') LIMIT 1`,
      z.object({ id: z.string() }),
    );
    const jobless = await universe.one(
      sql`SELECT toString(company_id) AS id FROM ${readTable('companies')} WHERE company_id IN (SELECT company_id FROM ${readTable('collections')} WHERE block = 'jobs') AND company_id NOT IN (SELECT company_id FROM ${readTable('jobs')} WHERE is_open) LIMIT 1`,
      z.object({ id: z.string() }),
    );
    const values = await readDataPoints(universe.warehouse, { companyIds: [uncollected.id, jobless.id], points });
    expect(values.get(uncollected.id)?.['jobs/count#open']).toBeNull();
    expect(values.get(jobless.id)?.['jobs/count#open']).toBe(0);
  });

  it('rejects an unknown company', async () => {
    await expect(explain('1')).rejects.toMatchObject({ errorCode: 'NOT_FOUND' });
  });
});

function ruleAt(at: number): FilterGroup['rules'][number] | undefined {
  const [, either] = criteria.rules;
  return either !== undefined && 'rules' in either ? either.rules[at] : undefined;
}

import { sql } from '@quarry/clickhouse';
import { listDataBlockFieldOptions, listMarketFieldOptions } from '@quarry/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { generateUniverse } from '#server/features/universe/generate/generate-universe.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let caller: Caller;
let people: { company: string; country: string; seniority: string; position: string }[];
let jobs: { company: string; title: string; isOpen: boolean }[];
let companies: { country: string; name: string; tags: string[] }[];

type Option = { value: string; count: number };

beforeAll(async () => {
  server = await startTestServer();
  const { warehouse } = server.platform;
  await generateUniverse({ warehouse, companies: 400, seed: 3 });
  const id = await createTestClient(server.platform, 'ours');
  const { token } = await signedInPerson(server.platform, { memberOf: { [id]: ['USER'] } });
  caller = { token, client: 'ours' };
  const options = { lane: 'jobs' } as const;
  const text = z.string();
  companies = await warehouse.rows(
    sql`SELECT country, name, tags FROM ${readTable('companies')}`,
    z.object({ country: text, name: text, tags: z.array(text) }),
    options,
  );
  people = await warehouse.rows(
    sql`SELECT toString(company_id) AS company, country, seniority, position FROM ${readTable('team_members')} WHERE is_current`,
    z.object({ company: text, country: text, seniority: text, position: text }),
    options,
  );
  jobs = await warehouse.rows(
    sql`SELECT toString(company_id) AS company, trimBoth(title) AS title, is_open AS isOpen FROM ${readTable('jobs')}`,
    z.object({ company: text, title: text, isOpen: z.boolean() }),
    options,
  );
}, 120_000);
afterAll(() => server.close());

/** The first 30 options, computed in plain TypeScript. */
function topOptions(values: readonly string[], search = ''): Option[] {
  const folded = search.toLowerCase();
  return [...Map.groupBy(values, (value) => value)]
    .map(([value, all]) => ({ value, count: all.length }))
    .filter(({ value }) => value !== '' && value.toLowerCase().includes(folded))
    .toSorted(
      (one, other) =>
        Number(other.value.toLowerCase().startsWith(folded)) - Number(one.value.toLowerCase().startsWith(folded)) ||
        other.count - one.count ||
        (one.value < other.value ? -1 : 1),
    )
    .slice(0, 30);
}

describe('the values for a rule of a market', () => {
  const listOptions = async (fieldName: string, prefix?: string) =>
    server.call(listMarketFieldOptions, { fieldName, ...(prefix === undefined ? {} : { prefix }) }, caller);
  const options = async (fieldName: string, prefix?: string) => {
    const { source, optionsList, keywordOptionsPaths } = await listOptions(fieldName, prefix);
    expect([source, keywordOptionsPaths]).toEqual(['optionsList', []]);
    return optionsList;
  };

  test('are the most frequent ones of the universe, prefix matches first', async () => {
    const countries = companies.map(({ country }) => country);
    expect(await options('firmographics/country')).toEqual(topOptions(countries));
    expect(await options('firmographics/country', ' e ')).toEqual(topOptions(countries, 'e'));
    const names = companies.map(({ name }) => name);
    const middle = names[0]?.slice(1, 4).toUpperCase() ?? '';
    expect((await options('firmographics/company_name', middle)).length).toBeGreaterThan(0);
    expect(await options('firmographics/company_name', middle)).toEqual(topOptions(names, middle));
    const tags = companies.flatMap(({ tags }) => [...new Set(tags)]);
    expect(await options('firmographics/tags', 'a')).toEqual(topOptions(tags, 'a'));
    expect(await options('firmographics/company_name', "'; DROP")).toEqual([]);
    expect(await options('firmographics/company_name', '%')).toEqual([]);
  });

  test('of people and jobs come from their rows', async () => {
    expect(await options('team_members/seniorities')).toEqual(topOptions(people.map(({ seniority }) => seniority)));
    expect(await options('team_members/countries')).toEqual(topOptions(people.map(({ country }) => country)));
    expect(await options('team_members/positions', 'sales')).toEqual(
      topOptions(
        people.map(({ position }) => position),
        'sales',
      ),
    );
    expect(await options('jobs/titles', 'eng')).toEqual(
      topOptions(
        jobs.map(({ title }) => title),
        'eng',
      ),
    );
    expect((await options('jobs/titles', 'eng')).length).toBeGreaterThan(0);
  });

  test('that are keywords come from the config', async () => {
    for (const [block, path] of [
      ['software_reviews', 'positiveKeywords'],
      ['software_features', 'keywords'],
      ['main_page_text', 'keywords'],
    ]) {
      expect(await listOptions(`${block}/matched_keywords`)).toEqual({
        source: 'dataBlockConfiguration',
        optionsList: [],
        keywordOptionsPaths: [path],
      });
    }
  });

  test('are not suggested for other types than texts, and unknown fields are not found', async () => {
    for (const field of [
      'firmographics/employee_count',
      'firmographics/is_hiring',
      'firmographics/as_of',
      'jobs/count',
    ])
      expect(await options(field)).toEqual([]);
    for (const fieldName of ['nope', 'firmographics/nope', 'a/b/c', '__proto__/constructor', '#'])
      expect((await server.refused(listMarketFieldOptions, { fieldName }, caller)).status).toBe(404);
    const input = { fieldName: 'firmographics/country', plModelId: 'model' };
    expect(await server.refused(listMarketFieldOptions, input, caller)).toMatchObject({
      status: 404,
      body: { errorCode: 'NOT_FOUND', context: { plModelId: 'model' } },
    });
  });
});

describe('the values of a data block’s field', () => {
  const values = async (field: string, search: string, config?: unknown) =>
    (
      await server.call(
        listDataBlockFieldOptions,
        { field, search, ...(config === undefined ? {} : { dataBlockConfig: JSON.stringify(config) }) },
        caller,
      )
    ).values;

  test('contain the search text, under a config if there is one', async () => {
    const countries = companies.map(({ country }) => country);
    expect(await values('firmographics/country', 'u')).toEqual(topOptions(countries, 'u'));
    const open = jobs.filter(({ isOpen, title }) => isOpen && /\bengineer\b/i.test(title));
    const titlesOfCompanies = [...Map.groupBy(open, ({ company }) => company).values()].flatMap((rows) => [
      ...new Set(rows.map(({ title }) => title)),
    ]);
    expect(titlesOfCompanies.length).toBeGreaterThan(0);
    const config = { titleKeywords: ['engineer'] };
    expect(await values('jobs/titles', '', config)).toEqual(topOptions(titlesOfCompanies));
    expect(await values('jobs/titles', '', { blockName: 'jobs', config })).toEqual(topOptions(titlesOfCompanies));
    expect(await values('jobs/titles', 'sen', config)).toEqual(topOptions(titlesOfCompanies, 'sen'));
    expect(await values('jobs/count', '', config)).toEqual([]);
  });

  test('of keywords are those that match companies', async () => {
    const found = await values('software_features/matched_keywords', '', { keywords: ['s*', 'zzzz-nowhere'] });
    expect(found.map(({ value }) => value)).toEqual(['s*']);
    expect(found[0]?.count).toBeGreaterThan(0);
    expect(await values('software_features/matched_keywords', '')).toEqual([]);
  });

  test('are refused for unknown fields and invalid configs', async () => {
    const status = async (field: string, dataBlockConfig?: string) =>
      (await server.refused(listDataBlockFieldOptions, { field, dataBlockConfig }, caller)).status;
    expect(await status('jobs/nope')).toBe(404);
    for (const broken of [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '{"titleKeyword":[]}',
      '{"onlyOpenJobs":true,"onlyOldJobs":true}',
    ])
      expect(await status('jobs/titles', broken)).toBe(422);
    expect(await status('jobs/titles', JSON.stringify({ blockName: 'team_members', config: {} }))).toBe(422);
    expect(await status('firmographics/country', '{}')).toBe(422);
    expect(await status('main_page_text/matched_keywords', '{"keywords":["***"]}')).toBe(422);
  });
});

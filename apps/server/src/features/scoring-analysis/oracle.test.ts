import { createAnalysisReport, excludeCompanies, type SchemaField, searchCompanies } from '@quarry/contracts';
import { sample } from '@quarry/testing/random';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dataset, openDataset } from '#server/features/datasets/dataset.ts';
import { readDatasetSchema } from '#server/features/datasets/dataset-schema.ts';
import { readClient } from '#server/features/datasets/read-client.ts';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { type AnalysedField, analysedFields } from './analysed-fields.ts';
import { suggestFindings } from './suggest-findings.ts';
import { countPlainly } from './testing/count-plainly.ts';
import { untilCalculated } from './testing/until-calculated.ts';

const COMPANIES = 300;
const PAGE = 100;
let server: TestServer;
let caller: Caller;
let rows: Awaited<ReturnType<typeof readRows>>;
let fields: readonly AnalysedField[];
let dataset: Dataset;
let schema: readonly SchemaField[];

async function readRows() {
  const pages = await Promise.all(
    Array.from({ length: COMPANIES / PAGE }, (_page, at) =>
      server.call(searchCompanies, { limit: PAGE, offset: at * PAGE, parts: ['companies'] }, caller),
    ),
  );
  return pages.flatMap(({ companies }) => companies);
}

beforeAll(async () => {
  server = await startTestServer();
  const { platform } = server;
  const ours = await buildTestDataset(platform, { name: 'ours', companies: COMPANIES });
  const { token } = await signedInPerson(platform, { memberOf: { [ours.id]: ['USER', 'ADMIN'] } });
  caller = { token, client: ours.name };
  rows = await readRows();
  const client = await readClient(platform, ours.id);
  const read = <T>(query: Parameters<typeof platform.db.asClient<T>>[1]) => platform.db.asClient(ours.id, query);
  dataset = await openDataset({ client, read, caches: platform.caches });
  schema = await read((tx) => readDatasetSchema(tx, client));
  fields = analysedFields(dataset, schema);
}, 120_000);
afterAll(() => server.close());

test('compares neither names, addresses and texts nor what the system adds', () => {
  const names = fields.map(({ column }) => column.fieldName);
  expect(names).toEqual(
    expect.arrayContaining(['industry', 'technologies', 'investors', 'is_hiring', 'last_round_date']),
  );
  for (const left of ['name', 'domain', 'website', 'linked_in_url', 'former_names', '__tags', '__quality_score']) {
    expect(names).not.toContain(left);
  }
});

test('compares nothing that tells where records come from or from when they are', () => {
  expect(fields.map(({ column }) => column.fieldName)).not.toContain('is_synthetic');
  for (const internalName of ['source', 'sources', 'industry_scheme', 'as_of']) {
    const changed = schema.map((field) =>
      field.fieldName === 'industry' && field.dataBlockField !== null
        ? { ...field, dataBlockField: { ...field.dataBlockField, internalName } }
        : field,
    );
    expect(analysedFields(dataset, changed)).toHaveLength(fields.length - 1);
  }
});

const cases = sample(
  fc.record({
    targets: fc.uniqueArray(fc.nat(COMPANIES - 1), { minLength: 1, maxLength: 80 }),
    others: fc.option(fc.uniqueArray(fc.nat(COMPANIES - 1), { minLength: 2, maxLength: 120 })),
  }),
  6,
);

/** Compares the report of companies, by their places, with counting them one by one. */
async function expectSameAsPlainly(drawn: (typeof cases)[number]): Promise<void> {
  const found = fields.filter(({ column, type }) => {
    const distinct = new Set(
      rows.map((row) => row[column.fieldName]).filter((value) => value !== null && value !== ''),
    );
    return type !== 'String' || distinct.size <= 50;
  });
  // The dataset leaves out companies without enough employees.
  const placed = (places: readonly number[]) => [...new Set(places.map((at) => at % rows.length))];
  const targets = placed(drawn.targets);
  const others = drawn.others === null ? null : placed(drawn.others);
  const domainsOf = (places: readonly number[]) => places.flatMap((at) => rows[at]?.__domain ?? []);
  const inputs =
    others === null
      ? { goodDomains: domainsOf(targets) }
      : { goodDomains: domainsOf(targets), otherDomains: domainsOf(others), mode: 'vsOther' as const };
  const { item } = await server.call(createAnalysisReport, { name: 'Oracle', inputs }, caller);
  const report = await untilCalculated(server, caller, item.id);
  const isTarget = new Set(targets);
  const isOther = new Set(others);
  const companies = rows
    .map((row, at) => ({
      row,
      isTarget: isTarget.has(at),
      isCompared: isTarget.has(at) || others === null || isOther.has(at),
    }))
    .filter(({ isCompared }) => isCompared);
  const sizes = {
    targets: targets.length,
    heldTargets: 0,
    others: companies.length - targets.length,
    heldOthers: 0,
  };
  if (sizes.others === 0) {
    expect(report).toMatchObject({
      status: 'Error',
      error: 'All other domains in your dataset are target domains too',
    });
    return;
  }
  expect(report.results).toMatchObject({ goodSetSize: sizes.targets, otherSetSize: sizes.others });
  const counted = found.map(({ column, type, displayName, ...field }) =>
    countPlainly({ ...field, fieldName: column.fieldName, type, displayName }, companies),
  );
  expect(report.results?.scores).toEqual(suggestFindings(counted, sizes, 'all'));
}

test('finds in the engine what counting company by company finds', async () => {
  for (const drawn of cases) await expectSameAsPlainly(drawn);
}, 120_000);

test('finds the same with more targets than others', async () => {
  const targets = [...rows.keys()].filter((at) => at % 5 !== 0);
  await expectSameAsPlainly({ targets, others: null });
});

test('finds the same without what the build has counted', async () => {
  const [excluded] = rows.splice(0, 1);
  await server.call(excludeCompanies, { companies: { companyIds: [excluded?.__company_id ?? ''] } }, caller);
  await expectSameAsPlainly({ targets: [...rows.keys()].slice(0, 40), others: null });
});

import { sql } from '@quarry/clickhouse';
import { array, boolean, constant, constantFrom, integer, oneof, option, record, sample } from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestUniverse, type TestUniverse } from '../testing/test-universe.ts';
import { readTable } from '../universe-table.ts';
import { CONTENT_FIELDS, type CompanyRecord } from './company-record.ts';
import { importCompanies } from './import-companies.ts';
import { normaliseRecord } from './normalise-record.ts';
import { batchRows } from './row-batch.ts';
import { ReferenceUniverse } from './testing/reference-universe.ts';

let universe: TestUniverse;
beforeAll(async () => {
  universe = await openTestUniverse();
});
afterAll(() => universe.close());
beforeEach(() => universe.empty());

// Few names and values, so that rows meet, repeat and contradict each other.
const domain = integer({ min: 1, max: 20 }).map((at) => `company${at}.com`);
const page = integer({ min: 1, max: 20 }).map((at) => `https://www.linkedin.com/company/page${at}`);
const either = <T>(...values: T[]) => oneof({ weight: 2, arbitrary: constant(null) }, constantFrom(...values));
const row = record({
  name: constantFrom('A', 'B', 'C'),
  domain: option(domain, { freq: 6 }),
  linked_in_url: oneof({ weight: 2, arbitrary: constant(null) }, page),
  aliases: oneof({ weight: 6, arbitrary: constant(null) }, array(domain, { maxLength: 2 })),
  description: either('x', 'y'),
  industry: either('one', 'two'),
  subindustry: either('three', 'four'),
  employee_count: either(0, 5),
  employee_count_min: either(0, 1),
  founded_year: either(1999, 2000),
  founded_year_basis: either('text'),
  country: either('DE', 'FR'),
  region: either('north', 'south'),
  city: either('this', 'that'),
  revenue_usd: either(0, 7),
  is_hiring: option(boolean()),
  tags: either(['a'], ['b', 'a']),
  technologies: either(['t'], ['u', 't']),
  source: either('s', 't'),
  sources: either(['u'], ['t', 'u']),
  as_of: either('2020-01-01', '2021-01-01', '2022-02-02'),
  total_funding_usd: either(1, 2),
  funding_as_of: either('2020-01-01'),
});
const file = record({ rows: array(row, { minLength: 30, maxLength: 60 }), batchSize: constantFrom(7, 20, 1000) });

const storedRow = z.looseObject({ company_id: z.string(), domain: z.string(), linked_in_id: z.string() });

async function storedCompanies() {
  const rows = await universe.warehouse.rows(
    sql`SELECT * FROM (
        SELECT * FROM (SELECT * FROM ${readTable('companies')}) AS company
        LEFT JOIN (SELECT company_id, technologies FROM ${readTable('technographics')}) AS used USING (company_id)
      ) AS company
      LEFT JOIN (SELECT company_id, total_funding_usd, as_of AS funding_as_of FROM ${readTable('funding')}) AS money
        USING (company_id)`,
    storedRow,
  );
  return new Map(
    rows.map((each) => [
      each.company_id,
      {
        domain: each.domain,
        linkedInId: each.linked_in_id,
        content: Object.fromEntries(CONTENT_FIELDS.map((field) => [field, each[field]])),
      },
    ]),
  );
}

async function storedNames() {
  const rows = await universe.warehouse.rows(
    sql`SELECT concat(kind, ' ', value) AS name, company_id FROM ${readTable('identities')}`,
    z.object({ name: z.string(), company_id: z.string() }),
  );
  return new Map(rows.map(({ name, company_id }) => [name, company_id]));
}

function expectedNames({ domains, pages }: ReferenceUniverse) {
  return new Map([
    ...[...domains].map(([name, { id, isAlias }]) => [`${isAlias ? 'alias' : 'domain'} ${name}`, id] as const),
    ...[...pages].map(([name, id]) => [`linkedin ${name}`, id] as const),
  ]);
}

it.each(sample(array(file, { minLength: 3, maxLength: 3 }), { numRuns: 5, seed: 20_260_101 }))(
  'merges random files as if row after row (case %#)',
  async (...files) => {
    const reference = new ReferenceUniverse();
    for (const { rows, batchSize } of [...files, ...files.slice(-1)]) {
      const items = rows.map((each, at) => normaliseRecord(at + 1, each));
      const records = items.filter((item): item is CompanyRecord => 'content' in item);
      const source = async function* () {
        yield items;
      };
      const report = await importCompanies({
        warehouse: universe.warehouse,
        batches: batchRows(source(), batchSize),
      });
      expect(report).toMatchObject({ ...reference.import(records), rejected: items.length - records.length });
      expect(await storedCompanies()).toEqual(reference.companies);
      expect(await storedNames()).toEqual(expectedNames(reference));
    }
  },
);

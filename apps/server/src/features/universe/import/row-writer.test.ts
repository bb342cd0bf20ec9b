import { sql } from '@quarry/clickhouse';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestUniverse, type TestUniverse } from '../testing/test-universe.ts';
import { readTable } from '../universe-table.ts';
import { importCompanies } from './import-companies.ts';
import { normaliseRecord } from './normalise-record.ts';
import { batchRows } from './row-batch.ts';

let universe: TestUniverse;
beforeAll(async () => {
  universe = await openTestUniverse();
});
afterAll(() => universe.close());

const SCRIPTS = ['a', 'é', '漢', '😀'];
// Around the lengths at which a text is written in another way, or its count of bytes takes one more byte.
const LENGTHS = [1, 23, 24, 25, 31, 32, 63, 64, 100, 127, 128, 5461, 9000];

const VALUES = SCRIPTS.flatMap((script) =>
  LENGTHS.map((length) => ({
    description: script.repeat(length),
    tags: Array.from({ length: Math.min(length, 200) }, (_, at) => `${script}${at}`),
    revenue_usd: -length / 3,
    is_hiring: length % 2 === 0,
    as_of: length === 1 ? '1900-01-01' : '2299-12-31',
  })),
);

async function* records() {
  yield VALUES.map((values, at) =>
    normaliseRecord(at + 1, { name: `Company ${at}`, domain: `company-${at}.test`, ...values }),
  );
}

it('hands texts of every length and script, lists, numbers and days to the engine unchanged', async () => {
  await importCompanies({ warehouse: universe.warehouse, batches: batchRows(records(), 1000) });
  const rows = await universe.warehouse.rows(
    sql`SELECT description, tags, revenue_usd, is_hiring, as_of, is_nonprofit, city, name_text
      FROM ${readTable('companies')} ORDER BY toUInt32(extract(domain, '\\d+'))`,
    z.unknown(),
  );
  expect(rows).toEqual(
    VALUES.map((values, at) => ({ ...values, is_nonprofit: null, city: '', name_text: `company ${at}` })),
  );
});

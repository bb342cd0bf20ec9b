import { sql, text } from '@quarry/clickhouse';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestUniverse, type TestUniverse } from '../testing/test-universe.ts';
import { readTable } from '../universe-table.ts';
import type { MappedRow } from './company-record.ts';
import { importCompanies } from './import-companies.ts';
import { normaliseRecord } from './normalise-record.ts';
import { batchRows } from './row-batch.ts';

let universe: TestUniverse;
beforeAll(async () => {
  universe = await openTestUniverse();
});
afterAll(() => universe.close());
beforeEach(() => universe.empty());

const TABLES = ['companies', 'identities', 'funding', 'technographics'] as const;

async function* records(rows: readonly MappedRow[]) {
  for (const [index, row] of rows.entries()) yield [normaliseRecord(index + 1, row)];
}

const importRows = (
  rows: readonly MappedRow[],
  { batchSize = 1000, isDryRun = false }: { batchSize?: number; isDryRun?: boolean } = {},
) => importCompanies({ warehouse: universe.warehouse, batches: batchRows(records(rows), batchSize), isDryRun });

const counts = async (rows: readonly MappedRow[], options: { batchSize?: number; isDryRun?: boolean } = {}) => {
  const report = await importRows(rows, options);
  expect(report.read).toBe(report.created + report.updated + report.unchanged + report.rejected);
  return [report.created, report.updated, report.unchanged, report.rejected];
};

const company = (domain: string) =>
  universe.one(
    sql`SELECT *, company_id IN (SELECT company_id FROM ${readTable('identities')} WHERE kind = 'alias') AS has_alias
      FROM ${readTable('companies')} WHERE domain = ${text(domain)}`,
    z.record(z.string(), z.unknown()),
  );

const page = (id: string) => `https://www.linkedin.com/company/${id}`;

describe('importCompanies', () => {
  it('counts created, updated, unchanged and rejected rows', async () => {
    const acme = { name: 'Acme', domain: 'acme.com', industry: 'Tools', employee_count: '1,200' };
    expect(await counts([acme, { name: 'Beta', website: 'https://www.beta.example/x' }, { domain: 'x.com' }])).toEqual([
      2, 0, 0, 1,
    ]);
    expect(await counts([acme, { name: 'Beta', website: 'https://www.beta.example/x' }])).toEqual([0, 0, 2, 0]);
    expect(await counts([{ ...acme, industry: 'Hammers' }])).toEqual([0, 1, 0, 0]);
    expect(await company('acme.com')).toMatchObject({ industry: 'Hammers', employee_count: 1200, version: '2' });
  });

  it('keeps values that a later row leaves empty', async () => {
    await importRows([
      { name: 'Acme', domain: 'acme.com', city: 'Berlin', country: 'DE', employee_count_min: 11, tags: ['a'] },
    ]);
    await importRows([{ name: 'Acme', domain: 'acme.com', tags: [], city: ' ', employee_count: 40 }]);
    expect(await company('acme.com')).toMatchObject({
      city: 'Berlin',
      country: 'DE',
      tags: ['a'],
      employee_count: 40,
      employee_count_min: null,
    });
    await importRows([{ name: 'Acme', domain: 'acme.com', country: 'France' }]);
    expect(await company('acme.com')).toMatchObject({ city: '', country: 'FR' });
  });

  it('uses older data only to fill gaps', async () => {
    await importRows([{ name: 'Acme', domain: 'acme.com', industry: 'New', as_of: '2026-01-01' }]);
    expect(
      await counts([{ name: 'Old', domain: 'acme.com', industry: 'Old', city: 'Rome', as_of: '2020-01-01' }]),
    ).toEqual([0, 1, 0, 0]);
    expect(await company('acme.com')).toMatchObject({
      name: 'Acme',
      industry: 'New',
      city: 'Rome',
      as_of: '2026-01-01',
    });
  });

  it.each([1, 2, 1000])(
    'changes nothing the second time, even if a file repeats companies (batches of %i)',
    async (batchSize) => {
      const rows: MappedRow[] = [
        { name: 'A', domain: 'a.com', industry: 'One', total_funding_usd: 5, technologies: ['x'] },
        { name: 'A again', domain: 'www.a.com', industry: 'Two', city: 'Paris' },
        { name: 'B', domain: 'b.com', linked_in_url: page('bee') },
        { name: 'B elsewhere', domain: 'c.com', linked_in_url: page('bee'), technologies: ['y'] },
        { name: 'C', domain: 'c.com', city: 'Oslo' },
        { name: 'Only a page', linked_in_url: page('dee') },
        { name: 'D', domain: 'd.com', linked_in_url: page('dee') },
        { name: 'A with the page of B', domain: 'a.com', linked_in_url: page('bee') },
        { name: 'E', domain: 'e.com', linked_in_url: page('eee') },
        { name: 'E other page', domain: 'e.com', linked_in_url: page('eee2') },
        { name: 'F', domain: 'f.com', linked_in_url: page('eee2') },
      ];
      expect(await counts(rows, { batchSize })).toEqual([5, 4, 2, 0]);
      const before = await universe.fingerprints(TABLES);
      expect(await counts(rows, { batchSize })).toEqual([0, 0, 11, 0]);
      expect(await universe.fingerprints(TABLES)).toEqual(before);
      expect(await company('a.com')).toMatchObject({ name: 'A', industry: 'One', city: 'Paris', linked_in_id: '' });
      expect(await company('b.com')).toMatchObject({ name: 'B', city: 'Oslo', has_alias: 1 });
      expect(await company('d.com')).toMatchObject({ name: 'Only a page', linked_in_id: 'dee' });
      expect(await company('f.com')).toMatchObject({ linked_in_id: 'eee2' });
    },
  );

  it('ends the same after an interrupted run', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      name: `Company ${index}`,
      domain: `company${index % 40}.example`,
      linked_in_url: index % 3 === 0 ? page(`p${index % 25}`) : '',
      city: index % 2 === 0 ? 'Bonn' : '',
      industry: `Industry ${index}`,
      as_of: '2026-01-01',
    }));
    await importRows(rows, { batchSize: 20 });
    const whole = await universe.fingerprints(TABLES);
    for (const cut of [1, 13, 22, 47]) {
      await universe.empty();
      await importRows(rows.slice(0, cut), { batchSize: 20 });
      await importRows(rows, { batchSize: 20 });
      expect(await universe.fingerprints(TABLES)).toEqual(whole);
      expect(await counts(rows, { batchSize: 25 })).toEqual([0, 0, 60, 0]);
    }
  });

  it('follows overrides and merges', async () => {
    await importRows([
      { name: 'A', domain: 'a.com', linked_in_url: page('aaa') },
      { name: 'B', domain: 'b.com', linked_in_url: page('bbb') },
    ]);
    const [a, b] = await Promise.all([company('a.com'), company('b.com')]);
    await universe.warehouse.insert({ database: 'universe', table: 'domain_overrides' }, [
      { domain: 'a2.com', linked_in_id: 'aaa', set_at: '2026-01-01T00:00:00Z', version: 1 },
    ]);
    expect(await counts([{ name: 'A2', domain: 'a2.com', linked_in_url: page('other') }])).toEqual([0, 1, 0, 0]);
    expect(await company('a.com')).toMatchObject({ company_id: a.company_id, name: 'A2' });
    await universe.warehouse.insert({ database: 'universe', table: 'merged_companies' }, [
      { company_id: b.company_id, merged_into: a.company_id, merged_at: '2026-01-01T00:00:00Z', version: 1 },
    ]);
    await importRows([{ name: 'A3', domain: 'b.com' }]);
    expect(await company('a.com')).toMatchObject({ name: 'A3' });
  });

  it('brings new rows together that an override links, in the order of the file', async () => {
    await universe.warehouse.insert({ database: 'universe', table: 'domain_overrides' }, [
      { domain: 'a2.com', linked_in_id: 'aaa', set_at: '2026-01-01T00:00:00Z', version: 1 },
    ]);
    const rows = [
      { name: 'A', domain: 'a.com', linked_in_url: page('aaa') },
      { name: 'A2', domain: 'a2.com', city: 'Rome' },
    ];
    expect(await counts(rows)).toEqual([1, 1, 0, 0]);
    expect(await company('a.com')).toMatchObject({ name: 'A', city: 'Rome', linked_in_id: 'aaa' });
    expect(await counts(rows)).toEqual([0, 0, 2, 0]);
  });

  it('follows an override that was set after the row was imported', async () => {
    const row = { name: 'A', domain: 'a.com' };
    await importRows([row]);
    await universe.warehouse.insert({ database: 'universe', table: 'domain_overrides' }, [
      { domain: 'a.com', linked_in_id: 'aaa', set_at: '2026-01-01T00:00:00Z', version: 1 },
    ]);
    expect(await counts([row])).toEqual([0, 1, 0, 0]);
    expect(await company('a.com')).toMatchObject({ linked_in_id: 'aaa' });
    expect(await counts([row])).toEqual([0, 0, 1, 0]);
  });

  it('merges an unchanged row again if an earlier row of the file changed its company', async () => {
    const row = { name: 'A', domain: 'a.com', region: 'North' };
    await importRows([{ ...row, country: 'DE', region: 'South' }]);
    await importRows([row]);
    const moved = { name: 'A', domain: 'a.com', country: 'FR' };
    expect(await counts([moved, row])).toEqual([0, 2, 0, 0]);
    expect(await company('a.com')).toMatchObject({ country: 'FR', region: 'North' });
  });

  it('writes nothing in a dry run', async () => {
    expect(
      await counts(
        [
          { name: 'A', domain: 'a.com' },
          { name: 'A', domain: 'a.com' },
        ],
        { isDryRun: true, batchSize: 1 },
      ),
    ).toEqual([1, 0, 1, 0]);
    const { rows } = await universe.one(
      sql`SELECT count() AS rows FROM ${readTable('companies')}`,
      z.object({ rows: z.coerce.number() }),
    );
    expect(rows).toBe(0);
  });

  it('rejects pages of shared sites, but takes their home page for the owner', async () => {
    const report = await importRows([
      { name: 'GitHub', website: 'https://github.com/' },
      { name: 'Some project', website: 'https://github.com/some/project' },
      { name: 'Shop', website: 'https://www.facebook.com/shop' },
      { name: 'Mail', domain: 'gmail.com' },
      { name: 'Odd', domain: 'not a domain' },
    ]);
    expect(report).toMatchObject({ created: 1, rejected: 4 });
    expect(report.rejections).toEqual({
      'A page on a site that many companies share': 1,
      'On the blocklist (social network)': 1,
      'On the blocklist (free mail)': 1,
      'Not a domain': 1,
    });
  });

  it('leaves out unclear values, and counts them', async () => {
    const report = await importRows([
      {
        name: 'A\u0000\u0007 \ud800',
        domain: 'a.com',
        employee_count: 'many',
        founded_year: 3000,
        country: 'Atlantis',
        as_of: '2026-02-30',
        revenue_usd: Number.POSITIVE_INFINITY,
        is_hiring: 'perhaps',
        categories: [{ x: 1 }],
        city: { name: 'x' },
        description: "'); DROP TABLE universe.companies; --",
      },
    ]);
    expect(report.ignoredValues).toEqual({
      employee_count: 1,
      founded_year: 1,
      country: 1,
      as_of: 1,
      revenue_usd: 1,
      is_hiring: 1,
      categories: 1,
      city: 1,
    });
    expect(await company('a.com')).toMatchObject({
      name: 'A \ufffd',
      description: "'); DROP TABLE universe.companies; --",
    });
  });
});

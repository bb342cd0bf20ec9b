import { join } from 'node:path';
import { sql, text } from '@quarry/clickhouse';
import {
  type CompanyRow,
  createTag,
  deleteTag,
  exportConfig,
  type FieldValue,
  searchCompanies,
  updateTag,
} from '@quarry/contracts';
import { COUNTRY_NAMES, type FilterGroup } from '@quarry/filters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { datasetDatabase } from '#server/features/datasets/table.ts';
import { untilFresh } from '#server/features/tags/testing/until-fresh.ts';
import { partsOf } from './export.ts';
import { LINKEDIN_COMPANIES } from './linkedin-template.ts';
import { folderOf } from './run-export.ts';
import { type ExportsWorld, ODD_NAMES, openExportsWorld, readStrictCsv } from './testing/exports-world.ts';

let world: ExportsWorld;

beforeAll(async () => {
  world = await openExportsWorld();
}, 120_000);
afterAll(() => world.close());

const parquetRow = z.record(z.string(), z.unknown());
const BOM = '\ufeff';
/** How a formula begins: with one of these characters, also full-width, or with a control character before it. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const filters = {
  id: 'root',
  combinator: 'and' as const,
  rules: [{ id: 'r', field: 'employee_count', operator: 'gte', value: 20 }],
};

const countryName = (code: FieldValue | undefined): string =>
  typeof code === 'string' ? (COUNTRY_NAMES[code] ?? code) : '';

async function everyCompany(search: Partial<Parameters<typeof world.server.call<typeof searchCompanies>>[1]>) {
  const found: CompanyRow[] = [];
  for (;;) {
    const { companies } = await world.server.call(
      searchCompanies,
      { ...search, offset: found.length, limit: 100, parts: ['companies'] },
      { token: world.user.token, client: world.client.name },
    );
    found.push(...companies);
    if (companies.length < 100) return found;
  }
}

/** The rows of all parts; each part must have the header. */
async function rowsOf(id: string, mark = BOM): Promise<string[][]> {
  const parts = (await world.texts(id)).map((text) => {
    expect(text.startsWith(BOM)).toBe(mark === BOM);
    return readStrictCsv(text.slice(mark.length));
  });
  for (const [header] of parts) expect(header).toEqual(parts[0]?.[0]);
  return [parts[0]?.[0] ?? [], ...parts.flatMap((rows) => rows.slice(1))];
}

describe('the files of an export', () => {
  test.each([
    ['employee_count', 'asc'],
    ['__quality_score', 'desc'],
    ['city', 'desc'],
    ['technologies', 'asc'],
  ] as const)('have each row of the search once, in its order, by %s', async (sortby, sortdirection) => {
    const expected = await everyCompany({ filters, sortby, sortdirection });
    expect(expected.length).toBeGreaterThan(100);
    const id = await world.createExport({ filters, sortby, sortdirection, columns: ['__company_id', 'country'] });
    await world.run(id, { limits: { rows: 37 } });
    const { status, parts, rowCount } = await world.row(id);
    expect([status, rowCount]).toEqual(['COMPLETE', expected.length]);
    expect(parts).toHaveLength(Math.ceil(expected.length / 37));
    const [header, ...rows] = await rowsOf(id);
    expect(header).toEqual(['Company ID', 'Country']);
    expect(rows).toEqual(expected.map((company) => [company.__company_id, countryName(company.country)]));
  });

  test.each(['DISPLAYED', 'RAW'] as const)('hold every kind of value: %s', async (values) => {
    const columns = [
      'name',
      'industry',
      'revenue',
      'visits_growth',
      'last_round_date',
      'is_hiring',
      'technologies',
      'country',
    ];
    const written = (column: string, value: FieldValue): string => {
      if (Array.isArray(value)) return value.join('; ');
      if (values === 'DISPLAYED' && column === 'country') return countryName(value);
      if (values === 'DISPLAYED' && typeof value === 'boolean') return value ? 'Yes' : 'No';
      return String(value ?? '');
    };
    const expected = new Map((await everyCompany({})).map((company) => [company.__company_id, company]));
    const id = await world.createExport({ columns: ['__company_id', ...columns], values });
    await world.run(id);
    const [, ...rows] = await rowsOf(id);
    expect(rows).toHaveLength(expected.size);
    const seen = new Set<string>();
    for (const [companyId = '', ...cells] of rows) {
      if (companyId in ODD_NAMES) continue;
      columns.forEach((column, at) => {
        const value = expected.get(companyId)?.[column] ?? null;
        if (value !== null) seen.add(column);
        if (column === 'visits_growth' && value !== null) expect(Number(cells[at])).toBeCloseTo(Number(value) * 100, 8);
        else expect(cells[at]).toBe(written(column, value));
      });
    }
    expect([...seen].sort()).toEqual(columns.toSorted());
    expect(rows.some(([, , , , , date]) => /^\d{4}-\d\d-\d\d$/.test(date ?? ''))).toBe(true);
  });

  test('never hold a formula, and preserve odd texts', async () => {
    const id = await world.createExport({
      filters: { ...filters, rules: [{ id: 'r', field: 'domain', operator: 'containsText', value: ['odd'] }] },
      columns: ['__company_id', 'name', 'categories', 'employee_count'],
      sortby: 'employee_count',
      sortdirection: 'asc',
    });
    await world.run(id);
    const [, ...rows] = await rowsOf(id);
    const names = new Map(rows.map(([companyId = '', name = '']) => [companyId, name]));
    expect(names.size).toBe(Object.keys(ODD_NAMES).length);
    for (const [companyId, name] of Object.entries(ODD_NAMES)) {
      expect(names.get(companyId)).toBe(FORMULA.test(name) ? `'${name}` : name);
    }
    expect(rows[0]?.[2]).toBe(`'=a; b; c; "d"`);
    for (const value of rows.flat()) expect(value).not.toMatch(FORMULA);
  });

  test('have every visible column and the ids by default, under current names', async () => {
    const id = await world.createExport({});
    await world.run(id);
    const [header] = await rowsOf(id);
    expect(header).toContain('Company name');
    expect(header).toContain('Quality score');
    expect(header?.slice(-2)).toEqual(['Company ID', 'LinkedIn ID']);
    expect(header?.length).toBeGreaterThan(30);
  });

  test('are one file with only a header if nothing is found', async () => {
    const id = await world.createExport({ search: 'no company is called like this', columns: ['name'] });
    await world.run(id);
    expect(await world.texts(id)).toEqual([`${BOM}Company name\r\n`]);
    expect(await world.row(id)).toMatchObject({ status: 'COMPLETE', rowCount: 0 });
  });

  test('for LinkedIn follow its template, in parts limited by rows and bytes', async () => {
    const id = await world.createExport({}, 'DATASET_LINKEDIN_ADS');
    await world.run(id, { limits: { bytes: 4000 } });
    const [header, ...rows] = await rowsOf(id, '');
    expect(header?.join()).toBe(
      'companyname,companywebsite,companyemaildomain,linkedincompanypageurl,stocksymbol,industry,city,state,companycountry,zipcode',
    );
    expect(header).toHaveLength(LINKEDIN_COMPANIES.length);
    const companies = await everyCompany({});
    expect(rows.map(([, , domain]) => domain)).toEqual(companies.map(({ __domain }) => __domain));
    expect(rows.map(([, , , page]) => page)).toEqual(
      companies.map(({ __linked_in_id: page }) => (page ? `https://www.linkedin.com/company/${page}` : '')),
    );
    expect(rows.every((row) => row[4] === '' && row[9] === '')).toBe(true);
    const sizes = (await world.texts(id)).map((text) => Buffer.byteLength(text));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4000);
    // No part had room for the next part's first row.
    expect(sizes.slice(0, -1).every((size) => size > 3000)).toBe(true);
    const { parts, note } = await world.row(id);
    expect(parts).toEqual(sizes.map((bytes) => expect.objectContaining({ bytes })));
    expect(note === null).toBe(rows.length >= 300);
  });

  test('in Parquet have typed columns with the same names', async () => {
    const id = await world.createExport({
      columns: ['__company_id', 'name', 'revenue', 'technologies', 'last_round_date', 'is_hiring'],
      format: 'parquet',
      filters,
    });
    await world.run(id, { limits: { rows: 100 } });
    const parts = partsOf(await world.row(id));
    expect(parts.length).toBeGreaterThan(1);
    const read: unknown[] = [];
    for (const { key, bytes } of parts) {
      const content = Buffer.from(await world.server.platform.files.getBytes(key));
      expect(content.length).toBe(bytes);
      expect([content.subarray(0, 4).toString(), content.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
      const path = join(world.server.platform.config.dataDir, 'files', key);
      read.push(
        ...(await world.server.platform.warehouse.rows(sql`SELECT * FROM file(${text(path)}, 'Parquet')`, parquetRow)),
      );
    }
    const expected = await everyCompany({ filters });
    expect(read).toEqual(
      expected.map((company) => ({
        'Company ID': company.__company_id,
        'Company name': company.name,
        'Annual revenue': company.revenue,
        Technologies: company.technologies,
        'Last round date': company.last_round_date,
        'Is hiring': company.is_hiring,
      })),
    );
  });
});

describe('an interrupted export', () => {
  // The first checkpoint follows the freezing of rows; the last one completes the export.
  const moments = [1, 2, 4, 5].flatMap((crashAt) => ['city', '__quality_score'].map((sortby) => ({ crashAt, sortby })));
  test.each(moments)(
    'before checkpoint $crashAt resumes to the same files, by $sortby',
    async ({ crashAt, sortby }) => {
      const config = exportConfig.parse({ columns: ['__company_id', 'name', 'technologies'], sortby });
      const limits = { rows: 100 };
      const smooth = await world.createExport(config);
      await world.run(smooth, { limits });
      const parts = (await world.texts(smooth)).length;
      expect(parts).toBe(3);
      const id = await world.createExport(config);
      const first = await world.run(id, { limits, crashAt });
      expect(first.crashed).toBe(true);
      expect((await world.row(id)).status).toBe('PROCESSING');
      const second = await world.run(id, { limits, checkpoint: first.checkpoint });
      expect(second.crashed).toBe(false);
      expect(await world.texts(id)).toEqual(await world.texts(smooth));
      // Only the parts are left.
      const { objects } = await world.server.platform.files.listAll(folderOf(await world.row(id)), { recursive: true });
      expect([...objects]).toHaveLength(parts);
      expect(await world.frozenTables()).toEqual([]);
    },
  );

  test('of an older release, whose checkpoint held SQL, starts over', async () => {
    const config = exportConfig.parse({ columns: ['__company_id', 'name', 'technologies'] });
    const limits = { rows: 100 };
    const smooth = await world.createExport(config);
    await world.run(smooth, { limits });
    const id = await world.createExport(config);
    expect((await world.run(id, { limits, crashAt: 3 })).crashed).toBe(true);
    expect(partsOf(await world.row(id))).toHaveLength(1);
    const [name = ''] = await world.frozenTables();
    const table = { database: datasetDatabase(world.client.name), name };
    const columns = [{ header: 'Company name', type: 'String', value: '`name`' }];
    const checkpoint = { kind: 'SNAPSHOT', table, rowCount: 414, columns, where: 'WHERE (1)', after: null };
    expect((await world.run(id, { limits, checkpoint })).crashed).toBe(false);
    expect(await world.texts(id)).toEqual(await world.texts(smooth));
    const { objects } = await world.server.platform.files.listAll(folderOf(await world.row(id)), { recursive: true });
    expect([...objects]).toHaveLength(partsOf(await world.row(id)).length);
    expect(await world.frozenTables()).toEqual([]);
  });

  test('has values in its checkpoint, not SQL', async () => {
    const id = await world.createExport({ columns: ['name'], filters });
    const { checkpoint } = await world.run(id, { limits: { rows: 30 }, crashAt: 3 });
    expect(checkpoint).toMatchObject({
      kind: 'SNAPSHOT',
      plan: { config: { filters }, columns: [{ header: 'Company name', fieldName: 'name' }], tags: [] },
      after: { score: expect.stringMatching(/^\d+$/), id: expect.stringMatching(/^\d+$/) },
    });
    expect(JSON.stringify(checkpoint)).not.toMatch(/WHERE|ifNull|toString\(/);
    await world.run(id, { limits: { rows: 30 }, checkpoint });
  });

  test('names the sources of companies', async () => {
    const id = await world.createExport({ columns: ['__company_id', '__sources'] });
    await world.run(id, {});
    const [, ...rows] = await rowsOf(id);
    expect(new Set(rows.map(([, sources]) => sources))).toEqual(new Set(['Sourcing criteria']));
  });

  test.each(['city', '__quality_score'])('keeps the tags and names of its start, by %s', async (sortby) => {
    const caller = { token: world.user.token, client: world.client.name };
    const tagged = (low: number): FilterGroup => ({
      id: 'root',
      combinator: 'and',
      rules: [{ id: 'r', field: 'employee_count', operator: 'gte', value: low }],
    });
    const make = async (name: string, low: number) =>
      (await world.server.call(createTag, { name, filters: tagged(low) }, caller)).talkTrack.id;
    const [many, some] = [await make(`Zürich; "gut" ${sortby}`, 20), await make(`=Alle ${sortby}`, 200)];
    await untilFresh(world.server, caller);
    const rules = [{ id: 'r', field: '__tags', operator: 'containsAnyOf', value: [many] }];
    const id = await world.createExport({
      columns: ['__company_id', '__tags', 'employee_count'],
      filters: { id: 'root', combinator: 'and', rules },
      sortby,
    });
    const first = await world.run(id, { limits: { rows: 30 }, crashAt: 3 });
    expect(partsOf(await world.row(id))).toHaveLength(1);
    await world.server.call(updateTag, { id: many, name: `Renamed ${sortby}`, filters: tagged(4000) }, caller);
    await world.server.call(deleteTag, { id: some }, caller);
    await untilFresh(world.server, caller);
    await world.run(id, { limits: { rows: 30 }, checkpoint: first.checkpoint });
    const [, ...rows] = await rowsOf(id);
    expect(rows).toHaveLength((await everyCompany({ filters: tagged(20) })).length);
    for (const [, names, employees] of rows) {
      const both = `'=Alle ${sortby}; Zürich; "gut" ${sortby}`;
      expect(names).toBe(Number(employees) >= 200 ? both : `Zürich; "gut" ${sortby}`);
    }
    await world.server.call(deleteTag, { id: many }, caller);
    await untilFresh(world.server, caller);
  });
});

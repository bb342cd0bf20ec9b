import { isDeepStrictEqual } from 'node:util';
import { ident, join, sql, uint } from '@quarry/clickhouse';
import { fieldValue } from '@quarry/contracts';
import { type FieldValue, traitsOf } from '@quarry/filters';
import { assertEach, sample } from '@quarry/testing/random';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DynamicBlock } from '../blocks/declaration.ts';
import { BLOCKS } from '../blocks/index.ts';
import type { ParsedConfig } from '../criteria/data-point.ts';
import { generateUniverse } from '../generate/generate-universe.ts';
import { openTestUniverse, type TestUniverse } from '../testing/test-universe.ts';
import { readTable } from '../universe-table.ts';
import { aggregateRows, collectedCompanies, emptyValue } from './block-rows.sql.ts';
import { readDeepPreview } from './deep-preview.ts';
import { anyConfig } from './testing/random-config.ts';
import { type DetailRow, insertOddRows, readDetail } from './testing/read-detail.ts';
import { newestFirst, READ_FIELDS, snippetOf } from './testing/read-fields.ts';

const CONFIGS = 25;
const DYNAMIC = BLOCKS.filter((block): block is DynamicBlock => block.isParameterisedWithDynamicConfig);
const DATES: Readonly<Record<string, string>> = {
  jobs: 'posted_at',
  team_members: 'started_at',
  software_reviews: 'reviewed_at',
  main_page_text: 'fetched_at',
};

let universe: TestUniverse;
let companies: string[];
const rowsOf = new Map<string, Map<string, DetailRow[]>>();
const collected = new Map<string, Set<string>>();
const id = z.object({ company_id: z.string() });

beforeAll(async () => {
  universe = await openTestUniverse();
  await generateUniverse({ warehouse: universe.warehouse, companies: 250, seed: 5, today: '2026-06-30' });
  await insertOddRows(universe.warehouse);
  const known = await universe.warehouse.rows(sql`SELECT company_id FROM ${readTable('companies')}`, id);
  companies = [...known.map((row) => row.company_id), ...Array.from({ length: 62 }, (_, at) => String(at + 1))];
  for (const block of DYNAMIC) {
    const rows = await readDetail(universe.warehouse, block.table);
    rowsOf.set(
      block.blockName,
      Map.groupBy(rows, (row) => row.company_id),
    );
    const ids = await universe.warehouse.rows(collectedCompanies(block, sql`true`), id);
    collected.set(block.blockName, new Set(ids.map((row) => row.company_id)));
  }
}, 60_000);
afterAll(() => universe.close());

const parsed = (block: DynamicBlock, config: unknown): ParsedConfig => ({
  configId: 'c1',
  label: 'A config',
  block,
  config: block.configSchema.parse(config),
});

const detailRows = (block: DynamicBlock, company: string): DetailRow[] =>
  rowsOf.get(block.blockName)?.get(company) ?? [];

/** The fields of every company, from the engine and `emptyValue`. */
async function readEngine(
  config: ParsedConfig,
  fields: readonly string[],
  where = sql`true`,
): Promise<Map<string, Record<string, FieldValue>>> {
  const { block } = config;
  const found = await universe.warehouse.rows(aggregateRows(config, fields, where), z.record(z.string(), fieldValue), {
    lane: 'jobs',
  });
  const byCompany = new Map(found.map(({ company_id, ...values }) => [String(company_id), values]));
  return new Map(
    companies.map((company) => {
      const isCollected = collected.get(block.blockName)?.has(company) === true;
      const none = Object.fromEntries(
        fields.map((name) => {
          const field = block.fields.find(({ internalName }) => internalName === name);
          return [name, isCollected && field !== undefined ? emptyValue(block, field) : null];
        }),
      );
      return [company, byCompany.get(company) ?? none];
    }),
  );
}

/** The engine returns '' for a missing text. */
const comparable = (fields: Readonly<Record<string, FieldValue>>): Record<string, FieldValue> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === '' ? null : value]));

describe.each(DYNAMIC)('$blockName', (block) => {
  const names = block.fields.map((field) => field.internalName);
  const read = READ_FIELDS[block.blockName];

  it(`computes its fields from its rows, under ${CONFIGS} random configs`, async () => {
    const all = [...(rowsOf.get(block.blockName)?.values() ?? [])].flat();
    let matched = 0;
    let nones = 0;
    let unknowns = 0;
    const findProblem = async (input: unknown): Promise<string | null> => {
      const config = parsed(block, input);
      const engine = await readEngine(config, names);
      for (const company of companies) {
        const rows = detailRows(block, company);
        const isCollected = collected.get(block.blockName)?.has(company) === true;
        const reading = read?.(rows, config.config);
        const expected = isCollected ? reading?.fields : Object.fromEntries(names.map((name) => [name, null]));
        if (!isCollected) unknowns += 1;
        else if (reading?.matching.length === 0) nones += 1;
        else matched += 1;
        const found = comparable(engine.get(company) ?? {});
        const correct = comparable(expected ?? {});
        if (!isDeepStrictEqual(found, correct)) return JSON.stringify({ company, found, correct, rows }).slice(0, 5000);
      }
      return null;
    };
    await assertEach(anyConfig(block.blockName, all), { count: CONFIGS, batch: 1 }, (configs) =>
      Promise.all(configs.map(findProblem)),
    );
    for (const cases of [matched, nones, unknowns]) expect(cases).toBeGreaterThan(CONFIGS);
  }, 240_000);

  it('computes each field alone as with all others, only for the selected companies, in its storage type', async () => {
    const config = parsed(block, block.exampleConfig);
    const some = companies.filter((_, at) => at % 3 === 0);
    const whole = await readEngine(config, names);
    const where = sql`company_id IN (${join(some.map((company) => uint(company)))})`;
    for (const field of block.fields) {
      const name = field.internalName;
      const engine = await readEngine(config, [name], where);
      for (const company of some) expect(engine.get(company)?.[name]).toEqual(whole.get(company)?.[name]);
      const rows = await universe.warehouse.rows(aggregateRows(config, [name], where), id);
      for (const row of rows) expect(some).toContain(row.company_id);
      const [type] = await universe.warehouse.rows(
        sql`SELECT toTypeName(${ident(name)}) AS type FROM (${aggregateRows(config, [name], sql`true`)}) LIMIT 1`,
        z.object({ type: z.string() }),
      );
      expect(type?.type, name).toBe(STORAGE[traitsOf(field.type).form]);
    }
  });

  it('shows the rows behind a value, newest first, page by page', async () => {
    const all = [...(rowsOf.get(block.blockName)?.values() ?? [])].flat();
    let compared = 0;
    // Random configurations may match nothing.
    for (const input of [block.exampleConfig, ...sample(anyConfig(block.blockName, all), 3)]) {
      const config = parsed(block, input);
      const matchingOf = (company: string): DetailRow[] => [
        ...(read?.(detailRows(block, company), config.config).matching ?? []),
      ];
      const found = companies.filter((company) => matchingOf(company).length > 0);
      for (const company of [
        ...(found.length === 0 ? [] : sample(fc.constantFrom(...found), 10)),
        ...sample(fc.constantFrom(...companies), 3),
      ]) {
        const matching = matchingOf(company);
        matching.sort((a, b) => newestFirst(a, b, DATES[block.blockName] ?? 'none'));
        const expected = block.blockName === 'main_page_text' ? pageHits(matching, config) : matching;
        const [first, second] = await Promise.all(
          [0, 2].map((offset) => readDeepPreview(universe.warehouse, { config, companyId: company, limit: 2, offset })),
        );
        expect(first?.count).toBe(expected.length);
        expect(second?.count).toBe(expected.length);
        const items = [...(first?.items ?? []), ...(second?.items ?? [])];
        const columns = block.deepPreview.map((column) => column.name);
        expect(items).toEqual(
          expected.slice(0, 4).map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null]))),
        );
        compared += items.length;
      }
    }
    expect(compared).toBeGreaterThan(10);
  }, 120_000);
});

const STORAGE = {
  text: 'String',
  number: 'Nullable(Float64)',
  date: 'Nullable(Date32)',
  boolean: 'Nullable(Bool)',
  list: 'Array(String)',
} as const;

/** One row per keyword, from the newest page that has it. */
function pageHits(pages: readonly DetailRow[], { config }: ParsedConfig): Record<string, FieldValue>[] {
  const seen = new Set<string>();
  return pages.flatMap((page) =>
    z
      .array(z.string())
      .parse(config.keywords)
      .flatMap((keyword) => {
        const text = snippetOf([keyword], String(page.text));
        if (text === '' || seen.has(keyword)) return [];
        seen.add(keyword);
        return [{ keyword, snippet: text, url: page.url ?? null }];
      }),
  );
}

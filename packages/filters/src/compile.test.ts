import { renderBound, renderInline } from '@quarry/clickhouse';
import { ident, sql } from '@quarry/clickhouse/sql';
import type { Warehouse } from '@quarry/clickhouse/warehouse';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { anyRow } from '../testing/random-rows.ts';
import { fillTestTable, openTestEngine, TEST_TABLE, testColumns } from '../testing/test-table.ts';
import { compileFilter } from './compile.ts';
import type { FilterGroup, FilterNode, RuleValue } from './filter.ts';
import { InvalidFilterError } from './invalid-filter-error.ts';

const options = { today: '2026-03-31' };
const rule = (field: string, operator: string, value?: RuleValue): FilterNode => ({
  id: `${field} ${operator}`,
  field,
  operator,
  value,
});
const all = (...rules: FilterNode[]): FilterGroup => ({ id: 'g', combinator: 'and', rules });

let warehouse: Warehouse;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ warehouse, close } = await openTestEngine());
  await fillTestTable(warehouse, fc.sample(anyRow, { seed: 5, numRuns: 500 }));
});

afterAll(() => close());

async function count(criteria: FilterGroup | null): Promise<number> {
  const condition = compileFilter(criteria, testColumns, { ...options, staff: true });
  const statement = sql`SELECT count() AS found FROM ${ident(TEST_TABLE.table)} WHERE ${condition}`;
  const [row] = await warehouse.rows(statement, z.object({ found: z.coerce.number() }));
  return row?.found ?? -1;
}

test('values always stay in slots', () => {
  const condition = compileFilter(all(rule('city', 'isOneOf', ["x') OR 1=1 --"])), testColumns, options);
  expect(renderBound(condition).query).not.toContain('1=1');
  expect(renderInline(compileFilter(null, testColumns, options))).toBe('1');
  expect(renderInline(compileFilter(all(rule('hiring', 'isTrue')), testColumns, options))).toBe(
    '((ifNull(`hiring` = true, 0)))',
  );
});

test('a column may find texts in its own way', () => {
  const columns = () => ({ type: 'String' as const, value: sql`domain`, isDomain: true, isAny: () => sql`hash = 7` });
  const criteria = all(rule('domain', 'isOneOf', ['a.com']), rule('domain', 'notOneOf', ['b.com']));
  expect(renderInline(compileFilter(criteria, columns, options))).toBe('((hash = 7) AND (NOT (hash = 7)))');
});

test('relative dates count from today by the calendar', () => {
  const criteria = all(rule('founded', 'dateSinceRelative', { amount: 1, unit: 'months' }));
  expect(renderBound(compileFilter(criteria, testColumns, options))).toEqual({
    query: '((ifNull(`founded` >= {p1:Date32}, 0)))',
    params: { p1: '2026-02-28' },
  });
});

test('empty criteria match everything; a negated empty group matches nothing', async () => {
  expect(await count(null)).toBe(500);
  expect(await count(all())).toBe(500);
  expect(await count(all({ id: 'h', combinator: 'or', rules: [] }))).toBe(500);
  expect(await count({ ...all(), not: true })).toBe(0);
});

test('a rule and its negation partition all rows', async () => {
  const pairs: [string, string, string, RuleValue][] = [
    ['industry', 'isOneOf', 'notOneOf', ['acme', 'CAFÉ']],
    ['name', 'containsText', 'notContainsText', ['cafe']],
    ['city', 'matchesRegex', 'notMatchesRegex', '^a.*e$'],
    ['growth', 'equalTo', 'notEqualTo', 0.3],
    ['technologies', 'containsAnyOf', 'notContainsAnyOf', ['ACME', 'café']],
    ['notes', 'matchesAnyText', 'notMatchesAnyText', ['ACME']],
    ['founded', 'dateEqual', 'dateNotEqual', '2024-02-29'],
  ];
  for (const [field, positive, negative, value] of pairs) {
    const holds = await count(all(rule(field, positive, value)));
    expect(holds, field).toBeGreaterThan(0);
    expect(await count(all(rule(field, negative, value))), field).toBe(500 - holds);
  }
});

test('texts of numbers are compared as numbers', async () => {
  const number = sql`toUInt64(id)`;
  const columns = () => ({ type: 'String' as const, value: sql`toString(id)`, number });
  const find = async (operator: string, values: string[]) => {
    const condition = compileFilter(all(rule('id', operator, values)), columns, options);
    const statement = sql`SELECT count() AS found FROM ${ident(TEST_TABLE.table)} WHERE ${condition}`;
    const [row] = await warehouse.rows(statement, z.object({ found: z.coerce.number() }));
    return row?.found;
  };
  expect(await find('isOneOf', ['7', ' 8 ', '009', 'x', '18446744073709551616', '500'])).toBe(2);
  expect(await find('notOneOf', ['7', ' 8 ', '009', 'x', '18446744073709551616', '500'])).toBe(498);
  expect(await find('isOneOf', ['007'])).toBe(0);
});

test('the largest criteria run', async () => {
  const values = Array.from({ length: 5000 }, (_, at) => `value ${at}`);
  for (const [field, operator] of [
    ['name', 'isOneOf'],
    ['name', 'containsText'],
    ['technologies', 'containsAnyOf'],
    ['titles', 'notMatchesAnyText'],
  ] as const) {
    expect(await count(all(rule(field, operator, values)))).toBe(operator.startsWith('not') ? 500 : 0);
  }
  const many = Array.from({ length: 1000 }, (_, at) => rule('name', 'notOneOf', [`value ${at}`]));
  expect(await count(all(...many))).toBe(500);
  const mixed = Array.from({ length: 500 }, (_, at) => [
    rule('notes', 'matchesAnyText', [`value ${at}`]),
    rule('employees', 'equalTo', 1e9 + at),
  ]);
  expect(await count({ id: 'g', combinator: 'or', rules: mixed.flat() })).toBe(0);
});

test('searches for part of a word use the word index', async () => {
  const indexesFor = async (values: string[]) => {
    const where = compileFilter(all(rule('name', 'containsText', values)), testColumns, options);
    const lines = await warehouse.rows(
      sql`EXPLAIN indexes = 1 SELECT id FROM ${ident(TEST_TABLE.table)} WHERE ${where}`,
      z.object({ explain: z.string() }),
    );
    return lines.some(({ explain }) => explain.includes('name_index'));
  };
  expect(await indexesFor(['paym'])).toBe(true);
  expect(await indexesFor(['Holdings', 'FINTECH'])).toBe(true);
  expect(await indexesFor(['pay'])).toBe(false);
  expect(await indexesFor(['acme holdings'])).toBe(false);
  expect(await indexesFor(['Holdings', 'ab'])).toBe(false);
});

test('searches every text of a long list', async () => {
  const holds = await count(all(rule('name', 'containsText', ['acme'])));
  expect(holds).toBeGreaterThan(0);
  for (const place of [0, 254, 255, 256, 509, 510, 599]) {
    const values = Array.from({ length: 600 }, (_, at) => (at === place ? 'acme' : `value ${at}`));
    expect(await count(all(rule('name', 'containsText', values))), `place ${place}`).toBe(holds);
  }
});

test('throws for invalid criteria and names every broken rule', () => {
  const criteria = all(
    rule('gone', 'exists'),
    rule('name', 'matchesRegex', 'x'),
    { id: 'h', combinator: 'or', rules: [rule('employees', 'gt', 'x')] },
    rule('name', 'exists'),
  );
  try {
    compileFilter(criteria, testColumns, options);
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof InvalidFilterError)) throw error;
    expect(error.ruleIds).toEqual(['gone exists', 'name matchesRegex', 'employees gt']);
  }
  let deep = all();
  for (let level = 0; level < 10_000; level += 1) deep = all(deep);
  expect(() => compileFilter(deep, testColumns, options)).toThrow(
    new InvalidFilterError([], 'Groups are nested too deeply'),
  );
});

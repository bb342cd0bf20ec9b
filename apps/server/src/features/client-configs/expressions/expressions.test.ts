import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import {
  float,
  ident,
  join,
  openEmbedded,
  renderInline,
  type Sql,
  sql,
  text,
  texts,
  type Warehouse,
} from '@quarry/clickhouse';
import type { FieldType } from '@quarry/filters';
import { sample, seed } from '@quarry/testing/random';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { compileExpression, expressionProblem } from './compile.ts';
import { FUNCTIONS } from './functions.ts';

let warehouse: Warehouse;
let path: string;

beforeAll(async () => {
  path = await mkdtemp(joinPath(tmpdir(), 'quarry-expressions-'));
  warehouse = await openEmbedded({ path, peopleSessions: 1, jobSessions: 1, maxMemoryBytes: 1024 ** 3 });
});
afterAll(async () => {
  await warehouse.close();
  await rm(path, { recursive: true, force: true });
});

const TYPES: Readonly<Record<string, FieldType>> = {
  name: 'String',
  blank: 'Picklist',
  size: 'Number',
  unknown: 'Currency',
  zero: 'Percentage',
  founded: 'Date',
  is_hiring: 'Boolean',
  tags: 'Multipicklist',
  none: 'Array',
};
const VALUES: Readonly<Record<string, Sql>> = {
  name: sql`CAST(${text("Ötzi's Käse GmbH")} AS String)`,
  blank: sql`CAST('' AS String)`,
  size: sql`CAST(${float(250)} AS Nullable(Float64))`,
  unknown: sql`CAST(NULL AS Nullable(Float64))`,
  zero: sql`CAST(0 AS Nullable(Float64))`,
  founded: sql`CAST('2020-02-29' AS Nullable(Date32))`,
  is_hiring: sql`CAST(true AS Nullable(Bool))`,
  tags: sql`CAST(${texts(['a', 'b'])} AS Array(String))`,
  none: sql`CAST([] AS Array(String))`,
};
const typeOf = (name: string) => TYPES[name];
const columnOf = (name: string) => {
  const type = TYPES[name];
  return type === undefined ? undefined : { type, value: sql`${ident(name)}` };
};
const ROW = sql`(SELECT ${join(Object.entries(VALUES).map(([name, value]) => sql`materialize(${value}) AS ${ident(name)}`))})`;
const anyRow = z.object({ value: z.unknown() });

async function evaluate(expressions: readonly { readonly expression: string; readonly type: FieldType }[]) {
  const values = expressions.map(({ expression, type }) => compileExpression(expression, type, columnOf, '2026-03-15'));
  const cells = values.map((value) => sql`formatRowNoNewline('JSONCompactEachRow', ${value})`);
  const rows = await warehouse.rows(sql`SELECT arrayJoin([${join(cells)}]) AS value FROM ${ROW}`, anyRow, {
    lane: 'jobs',
  });
  return rows.map(({ value }) => JSON.parse(String(value))[0]);
}

const EXAMPLES: readonly (readonly [expression: string, type: FieldType, value: unknown])[] = [
  ['1 + 2 * 3 - 4 / 8', 'Number', 6.5],
  ['(1 + 2) * -size', 'Number', -750],
  ['7 % 4 + -7 % 4', 'Number', 0],
  ['size / zero', 'Number', null],
  ['size % zero', 'Number', null],
  ['size + unknown', 'Currency', null],
  ['1e308 * 10', 'Number', null],
  ['sqrt(-1)', 'Number', null],
  ['ln(0)', 'Number', null],
  ['power(2, 10)', 'Number', 1024],
  ['round(size / 3, 2)', 'Number', 83.33],
  ['round(2.5)', 'Number', 2],
  ['floor(1.5) + ceil(1.5) + abs(-1)', 'Number', 4],
  ["'it''s ' || name", 'String', "it's Ötzi's Käse GmbH"],
  ['name || blank', 'String', ''],
  ["concat(name, '-', blank, lower('X'))", 'String', "Ötzi's Käse GmbH-x"],
  ['upper(left(name, 4)) || right(name, 4)', 'String', 'ÖTZIGmbH'],
  ['left(name, -1)', 'String', ''],
  ['left(name, 1e20)', 'String', ''],
  ['substring(name, 8, 4)', 'String', 'Käse'],
  ['substring(name, 13)', 'String', 'GmbH'],
  ["replace(trim('  a b '), ' ', '_')", 'String', 'a_b'],
  ['length(name)', 'Number', 16],
  ['length(blank)', 'Number', null],
  ['blank IS NULL AND none IS NULL AND tags IS NOT NULL', 'Boolean', true],
  ["coalesce(blank, unknown_text, 'else')".replace('unknown_text', 'NULL'), 'Picklist', 'else'],
  ["CASE WHEN size >= 250 THEN 'large' WHEN size > 10 THEN 'medium' ELSE 'small' END", 'Picklist', 'large'],
  ["CASE name WHEN 'x' THEN 1 END", 'Number', null],
  ['CASE WHEN unknown > 5 THEN 1 ELSE 2 END', 'Number', 2],
  ['if(is_hiring, tags, none)', 'Multipicklist', ['a', 'b']],
  ['if(is_hiring, NULL, tags)', 'Array', []],
  ["size IN (1, 250) AND NOT name NOT IN ('x') OR FALSE", 'Boolean', false],
  ['size BETWEEN 1 AND 250 AND size NOT BETWEEN 1 AND 2', 'Boolean', true],
  ["name LIKE '%Käse%' AND name ILIKE 'ÖTZI_s%'", 'Boolean', true],
  ["starts_with(name, 'Ö') AND ends_with(name, 'H') AND NOT contains(name, 'x')", 'Boolean', true],
  ['unknown = 1 OR is_hiring', 'Boolean', true],
  ['unknown = 1', 'Boolean', null],
  ['unknown IN (1, 2)', 'Boolean', null],
  ["has(tags, 'b') = TRUE", 'Boolean', true],
  ['cardinality(tags) + cardinality(none)', 'Number', 2],
  ["array_concat(tags, array('b', blank, 'c'))", 'Array', ['a', 'b', 'b', 'c']],
  ["array_to_string(tags, ' + ')", 'String', 'a + b'],
  ["to_number('12.5') + coalesce(to_number('twelve'), 0)", 'Number', 12.5],
  ['to_text(size) || to_text(zero)', 'String', '2500'],
  ["to_date('2024-02-30')", 'Date', null],
  ["to_date('2024-02-03')", 'Date', '2024-02-03'],
  ['add_years(founded, 1)', 'Date', '2021-02-28'],
  ['day(add_months(founded, 12))', 'Number', 28],
  ["add_days(DATE '2026-12-31', 1)", 'Date', '2027-01-01'],
  ["datediff('month', founded, today())", 'Number', 73],
  ['year(founded) * 100 + month(founded)', 'Number', 202002],
  ["founded < DATE '2021-01-01'", 'Boolean', true],
  ['nullif(size, 250)', 'Number', null],
  ['"size" * 0.5', 'Percentage', 125],
];

test('expressions compute what SQL says; where that would fail, nothing', async () => {
  const found = await evaluate(EXAMPLES.map(([expression, type]) => ({ expression, type })));
  expect(EXAMPLES.map(([expression], at) => [expression, found[at]])).toEqual(
    EXAMPLES.map(([expression, , value]) => [expression, value]),
  );
  const written = EXAMPLES.map(([expression]) => expression.toLowerCase()).join(' ');
  const named = [...FUNCTIONS.keys()].filter((name) => /^[a-z_]+$/.test(name) && name !== 'negate');
  expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(written))).toEqual([]);
});

test.each<readonly [string, FieldType, string, number]>([
  ['', 'Number', 'The expression ends too early', 0],
  ['SELECT 1', 'Number', '“SELECT” cannot be used here', 0],
  ['(SELECT 1)', 'Number', '“SELECT” cannot be used here', 1],
  ['size; DROP TABLE x', 'Number', '“;” cannot be used here', 4],
  ['size -- comment', 'Number', 'There is no data point “comment” to compute with', 8],
  ["name = 'open", 'Boolean', "The quote ' is not closed", 7],
  ['size +', 'Number', 'The expression ends too early', 6],
  ['size BETWEEN 1', 'Boolean', 'The expression ends too early: “AND” is missing', 14],
  ["file('/etc/passwd')", 'String', 'There is no function “file”', 0],
  ['sleep(3)', 'Number', 'There is no function “sleep”', 0],
  ['system.tables', 'Number', '“.” cannot be used here', 6],
  ['revenue * 2', 'Number', 'There is no data point “revenue” to compute with', 0],
  ['name', 'Number', 'This must be a number, not a text', 0],
  ['size + name', 'Number', 'This must be a number, not a text', 7],
  ["size = 'x'", 'Boolean', 'This must be a number, not a text', 7],
  ['tags = none', 'Boolean', 'A list cannot be used here', 0],
  ['round(size, 99)', 'Number', 'This must be a number of digits from 0 to 10', 12],
  ['abs()', 'Number', '“abs” takes 1 arguments, not 0', 0],
  ["datediff('fortnight', founded, founded)", 'Number', 'This must be one of: day, week, month, quarter, year', 9],
  ["DATE '2024-02-30'", 'Date', '“2024-02-30” is no date: write it as YYYY-MM-DD', 0],
  ["name LIKE '50\\'", 'Boolean', 'This must be a text in quotes, without backslashes and not empty', 10],
  [`${'('.repeat(60)}1${')'.repeat(60)}`, 'Number', 'The expression is nested too deeply', 40],
  [Array.from({ length: 200 }, () => '1').join(' + '), 'Number', 'The expression is too long', 598],
])('%s is refused', (expression, type, message, at) => {
  expect(expressionProblem(expression, type, typeOf)).toEqual({ message, at });
});

test('nested expressions do not multiply', () => {
  const cases = `${'CASE '.repeat(30)}1${' WHEN 1 THEN 1 WHEN 2 THEN 2 END'.repeat(30)}`;
  expect(expressionProblem(cases, 'Number', typeOf)?.message).toBe('The expression is too long');
  for (const [before, after] of [
    ['(', ' % 7)'],
    ['(', ' IN (TRUE, FALSE))'],
  ] as const) {
    const start = after.includes('IN') ? 'is_hiring' : 'size';
    const type = start === 'size' ? 'Number' : 'Boolean';
    const length = (depth: number) =>
      renderInline(compileExpression(before.repeat(depth) + start + after.repeat(depth), type, columnOf, '2026-01-01'))
        .length;
    expect(length(30)).toBeLessThan(4 * length(10));
  }
});

const FORMS = { text: 'String', number: 'Number', date: 'Date', boolean: 'Boolean', list: 'Array' } as const;
type Form = keyof typeof FORMS;
const LEAVES: Readonly<Record<Form, readonly string[]>> = {
  text: ['name', 'blank', "'it''s'", "'\\n\\'", 'NULL'],
  number: ['size', 'unknown', 'zero', '0', '1e300', '-3.7', 'NULL'],
  date: ['founded', 'today()', "DATE '1900-01-01'", "DATE '2299-12-31'", 'NULL'],
  boolean: ['is_hiring', 'TRUE', 'NULL'],
  list: ['tags', 'none', 'NULL'],
};
const INFIX = new Set(['+', '-', '*', '/', '%', '||', '=', '<>', '<', '<=', '>', '>=', 'and', 'or']);

/** Writes a call as somebody would. */
function written(name: string, args: readonly string[]): string {
  const [first = '', ...others] = args;
  if (INFIX.has(name)) return `(${args.join(` ${name} `)})`;
  if (name === 'negate') return `(-${first})`;
  if (name === 'not') return `(NOT ${first})`;
  if (name.startsWith('is ')) return `(${first} IS NULL)`;
  if (name === 'between') return `(${first} BETWEEN ${others.join(' AND ')})`;
  if (name === 'like' || name === 'ilike') return `(${first} ${name} ${others.join()})`;
  return name === 'in' ? `(${first} IN (${others.join(', ')}))` : `${name}(${args.join(', ')})`;
}

/** An expression that gives this form, by calls of whatever functions give it. */
function expressionOf(form: Form, depth: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom(...LEAVES[form]);
  if (depth === 0) return leaf;
  const calls = [...FUNCTIONS].flatMap(([name, { parameters, result, isVariadic }]) => {
    if (result !== form && (result !== 'same' || (form === 'list' && name !== 'if'))) return [];
    const shared: Form = result === 'same' ? form : 'number';
    const inputs = isVariadic ? [...parameters, ...parameters.slice(-1)] : parameters;
    const args = inputs.map((parameter): fc.Arbitrary<string> => {
      if (parameter === 'unit') return fc.constantFrom("'day'", "'quarter'");
      if (parameter === 'digits') return fc.constantFrom('0', '2');
      if (parameter === 'constant') return fc.constantFrom("'%a_'", "'it''s'");
      return expressionOf(parameter === 'same' || parameter === 'scalar' ? shared : parameter, depth - 1);
    });
    return [fc.tuple(...args).map((written_) => written(name, written_))];
  });
  const cases = fc
    .tuple(expressionOf('boolean', 0), expressionOf(form, depth - 1), leaf)
    .map(([when, then, otherwise]) => `CASE WHEN ${when} THEN ${then} ELSE ${otherwise} END`);
  return fc.oneof(leaf, cases, ...calls);
}

test('no expression that is accepted makes a build fail', async () => {
  console.log(`QUARRY_SEED=${seed}`);
  for (const [form, type] of Object.entries(FORMS) as [Form, FieldType][]) {
    const expressions = sample(expressionOf(form, 2), 120).map((expression) => ({ expression, type }));
    expect(expressions.map(({ expression }) => expressionProblem(expression, type, typeOf))).toEqual(
      expressions.map(() => null),
    );
    expect(await evaluate(expressions)).toHaveLength(expressions.length);
  }
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { literal } from './literal.ts';
import { renderBound, renderInline } from './render.ts';
import type { Param, ParamValue } from './sql.ts';
import { float, ident, join, param, sql, text, texts, uint } from './sql.ts';
import type { Drivers } from './testing/open-drivers.ts';
import { DRIVER_NAMES, openDrivers } from './testing/open-drivers.ts';

let drivers: Drivers;
beforeAll(async () => {
  drivers = await openDrivers();
});
afterAll(async () => drivers.close());

/** A parameter and the engine's expected JSON for it. */
interface Sample {
  param: Param;
  answer: unknown;
}

const day = (from: string, to: string) =>
  fc
    .date({ min: new Date(`${from}T00:00:00Z`), max: new Date(`${to}T23:59:59.999Z`), noInvalidDate: true })
    .map((date) => date.toISOString());

const scalar = (type: string, values: fc.Arbitrary<ParamValue>, answer: (value: ParamValue) => unknown) => ({
  type,
  values,
  answer,
});

const bits = (signed: boolean, width: number) => {
  const [min, max] = signed
    ? [-(2n ** BigInt(width - 1)), 2n ** BigInt(width - 1) - 1n]
    : [0n, 2n ** BigInt(width) - 1n];
  return fc.oneof(fc.bigInt({ min, max }), fc.constantFrom(min, max, 0n));
};

const anyString = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '\0',
      '\\',
      "'",
      '"',
      '`',
      '\n',
      '\r',
      '\t',
      '\b',
      '{',
      '}',
      ':',
      '%',
      '😀',
      'é',
      ' ',
      ';',
      '-',
      '/',
      '*',
      '?',
    ),
  }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
  fc.constantFrom('', '\\N', 'NULL', '\\', "'", "\\'", '{p1:String}', '/*', '--', "']", '\ud800', '\udfff\ud800'),
);

const SCALARS = [
  scalar('String', anyString, (value) => String(value).toWellFormed()),
  scalar('Bool', fc.boolean(), (value) => value),
  scalar('Float64', fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => Number(value) + 0),
  ...[8, 16, 32].flatMap((width) => [
    scalar(`Int${width}`, bits(true, width).map(Number), (value) => value),
    scalar(`UInt${width}`, bits(false, width).map(Number), (value) => value),
  ]),
  ...[64, 128, 256].flatMap((width) => [
    scalar(`Int${width}`, bits(true, width), String),
    scalar(`UInt${width}`, bits(false, width).map(String), String),
  ]),
  scalar(
    'Date',
    day('1970-01-01', '2149-06-06').map((iso) => iso.slice(0, 10)),
    String,
  ),
  scalar(
    'Date32',
    day('1900-01-01', '2299-12-31').map((iso) => iso.slice(0, 10)),
    String,
  ),
  scalar("DateTime64(3, 'UTC')", day('1900-01-01', '2299-12-31'), (value) =>
    String(value).replace('T', ' ').slice(0, 23),
  ),
  scalar(
    "DateTime('UTC')",
    day('1970-01-02', '2106-02-06').map((iso) => `${iso.slice(0, 19)}Z`),
    (value) => String(value).replace('T', ' ').slice(0, 19),
  ),
  scalar('UUID', fc.uuid(), (value) => String(value).toLowerCase()),
];

const scalars: fc.Arbitrary<Sample> = fc
  .constantFrom(...SCALARS)
  .chain((of) => of.values.map((value) => ({ param: param(of.type, value), answer: of.answer(value) })));

const nullables: fc.Arbitrary<Sample> = fc.constantFrom(...SCALARS).chain((of) =>
  fc.option(of.values, { nil: null }).map((value) => ({
    param: param(`Nullable(${of.type})`, value),
    answer: value === null ? null : of.answer(value),
  })),
);

const arrays: fc.Arbitrary<Sample> = fc.constantFrom(...SCALARS).chain((of) =>
  fc.array(of.values, { maxLength: 6 }).map((values) => ({
    param: param(`Array(${of.type})`, values),
    answer: values.map(of.answer),
  })),
);

const nested: fc.Arbitrary<Sample> = fc.constantFrom(...SCALARS).chain((of) =>
  fc.array(fc.array(fc.option(of.values, { nil: null }), { maxLength: 4 }), { maxLength: 4 }).map((values) => ({
    param: param(`Array(Array(Nullable(${of.type})))`, values),
    answer: values.map((inner) => inner.map((value) => (value === null ? null : of.answer(value)))),
  })),
);

const Answer = z.object({ value: z.unknown(), type: z.string(), again: z.unknown() });

describe.each(DRIVER_NAMES)('values through the %s driver', (name) => {
  test('round-trip unchanged, with their exact type', async () => {
    const seed = Number(process.env.QUARRY_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
    console.log(`literals, ${name}: seed ${seed}`);
    const samples = fc.sample(fc.oneof(scalars, scalars, nullables, arrays, nested), { numRuns: 500, seed });
    for (const { param: value, answer } of samples) {
      // Twice in one statement, to catch a value that ends its literal too early.
      const [row] = await drivers[name].rows(
        sql`SELECT ${value} AS value, toTypeName(value) AS type, ${value} AS again`,
        Answer,
      );
      expect({ given: value, row }).toEqual({ given: value, row: { value: answer, type: value.type, again: answer } });
    }
  });

  test('long lists and long texts arrive complete', async () => {
    const domains = Array.from({ length: 60_000 }, (_, at) => `company-${at}'\\.example`);
    const long = 'ü\0\\'.repeat(300_000);
    const [row] = await drivers[name].rows(
      sql`SELECT length(${texts(domains)}) AS n, ${texts(domains)}[60000] AS last, lengthUTF8(${text(long)}) AS size`,
      z.object({ n: z.string(), last: z.string(), size: z.string() }),
    );
    expect(row).toEqual({ n: '60000', last: "company-59999'\\.example", size: String(900_000) });
  });

  test('tuples, decimals and odd identifiers', async () => {
    const [row] = await drivers[name].rows(
      sql`SELECT ${param('Array(Tuple(String, UInt64))', [["a'", 1n]])} AS pairs, toString(${param('Decimal(18, 4)', '-12.3400')}) AS d,
        1 AS ${ident('a`b\\c')}`,
      z.object({ pairs: z.array(z.tuple([z.string(), z.string()])), d: z.string(), 'a`b\\c': z.number() }),
    );
    expect(row).toEqual({ pairs: [["a'", '1']], d: '-12.34', 'a`b\\c': 1 });
  });
});

test.each<[string, ParamValue]>([
  ['String', null],
  ['String', 5],
  ['UInt64', -1],
  ['UInt64', '18446744073709551616'],
  ['UInt64', 2 ** 60],
  ['UInt64', '1; DROP TABLE x'],
  ['Int8', 128],
  ['Int32', 1.5],
  ['Float64', Number.NaN],
  ['Float64', Number.POSITIVE_INFINITY],
  ['Float64', '1'],
  ['Float32', 1e300],
  ['Bool', 1],
  ['Date32', '2021-02-29'],
  ['Date32', '1899-12-31'],
  ['Date32', '2020-1-1'],
  ["DateTime64(3, 'UTC')", '2020-01-01T00:00:00.0001Z'],
  ["DateTime64(3, 'UTC')", '2020-01-01T25:00:00Z'],
  ["DateTime64(3, 'UTC')", '2020-01-01T00:00:00+02:00'],
  ['DateTime64(3)', '2020-01-01T00:00:00Z'],
  ['UUID', "'"],
  ['Decimal(9, 2)', '12345678.9'],
  ['Array(String)', 'a'],
  ['Array(String)', ['a', null]],
  ['Tuple(String, String)', ['a']],
  ['Map(String, String)', []],
  ['String)', 'a'],
])('rejects as %s the value %j', (type, value) => {
  expect(() => literal(param(type, value))).toThrow(TypeError);
});

test.each([[''], ['a\0b'], ['\ud800']])('rejects the identifier %j', (name) => {
  expect(() => renderInline(sql`SELECT ${ident(name)}`)).toThrow(TypeError);
});

test('both renderings of one statement', () => {
  const rules = join([sql`name = ${text("O'Neil")}`, sql`size > ${float(10)}`], ' AND ');
  const statement = sql`SELECT count() FROM ${ident('client_demo', 'dataset_1')} WHERE ${rules} AND id = ${uint('7')}`;
  expect(renderInline(statement)).toBe(
    "SELECT count() FROM `client_demo`.`dataset_1` WHERE name = 'O\\'Neil' AND size > 10. AND id = toUInt64(7)",
  );
  expect(renderBound(statement)).toEqual({
    query:
      'SELECT count() FROM `client_demo`.`dataset_1` WHERE name = {p1:String} AND size > {p2:Float64} AND id = {p3:UInt64}',
    params: { p1: "O'Neil", p2: 10, p3: 7n },
  });
});

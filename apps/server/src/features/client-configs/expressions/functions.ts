import { join, type Sql, sql } from '@quarry/clickhouse';
import type { ValueForm } from '@quarry/filters';

/**
 * What an argument must be: a form of value; `same`, any form that all such arguments share; `scalar`, the same but no
 * list; or a constant, which is one of UNITS, a number of digits or a text.
 */
export type Parameter = ValueForm | 'same' | 'scalar' | 'unit' | 'digits' | 'constant';

/** A function that expressions may call. Where it has no result it gives null; it never fails. */
export interface ExpressionFunction {
  readonly parameters: readonly Parameter[];
  /** How many of the last parameters can be left out. */
  readonly optional: number;
  /** The last parameter can be repeated. */
  readonly isVariadic: boolean;
  readonly result: ValueForm | 'same';
  readonly render: (...args: readonly Sql[]) => Sql;
}

export const UNITS: ReadonlySet<string> = new Set(['day', 'week', 'month', 'quarter', 'year']);

function define(
  parameters: readonly Parameter[],
  result: ExpressionFunction['result'],
  render: ExpressionFunction['render'],
  { optional = 0, isVariadic = false }: { readonly optional?: number; readonly isVariadic?: boolean } = {},
): ExpressionFunction {
  return { parameters, result, render, optional, isVariadic };
}

const infix = (operator: Sql) => (a: Sql, b: Sql) => sql`${a} ${operator} ${b}`;
const calculation = (operator: Sql) => define(['number', 'number'], 'number', infix(operator));
const comparison = (operator: Sql) => define(['scalar', 'scalar'], 'boolean', infix(operator));
const VARIADIC = { isVariadic: true } as const;

/** A number of characters, items or days. */
const whole = (value: Sql) => sql`accurateCastOrNull(trunc(${value}), 'Int32')`;
/** The engine would count negative numbers from the end. */
const count = (value: Sql) => sql`greatest(${whole(value)}, 0)`;
/** The engine would make 1 March of 30 February. */
const strictDate = (value: Sql) =>
  sql`arrayMap(x -> if(toString(toDate32OrNull(x)) = x, toDate32OrNull(x), NULL), [${value}])[1]`;
/** Null instead of infinite. */
export const finite = (value: Sql): Sql => sql`arrayMap(x -> if(isFinite(x), x, NULL), [${value}])[1]`;
const blankIfNull = (value: Sql) => sql`ifNull(${value}, '')`;
const filled = (items: readonly Sql[]) => sql`arrayFilter(x -> x != '', [${join(items.map(blankIfNull))}])`;

/**
 * Everything that an expression can call, by name in lower case. Operators are among them. Each writes its arguments only
 * once, by a lambda if it needs to, so that nested calls don't multiply.
 */
export const FUNCTIONS: ReadonlyMap<string, ExpressionFunction> = new Map(
  Object.entries({
    '+': calculation(sql`+`),
    '-': calculation(sql`-`),
    '*': calculation(sql`*`),
    '/': define(['number', 'number'], 'number', (a: Sql, b: Sql) => sql`${a} / nullIf(${b}, 0)`),
    '%': define(
      ['number', 'number'],
      'number',
      (a: Sql, b: Sql) => sql`arrayMap((x, y) -> x - y * trunc(x / nullIf(y, 0)), [${a}], [${b}])[1]`,
    ),
    negate: define(['number'], 'number', (a: Sql) => sql`negate(${a})`),
    '||': define(['text', 'text'], 'text', (a: Sql, b: Sql) => sql`concat(${a}, ${b})`),
    '=': comparison(sql`=`),
    '<>': comparison(sql`!=`),
    '<': comparison(sql`<`),
    '<=': comparison(sql`<=`),
    '>': comparison(sql`>`),
    '>=': comparison(sql`>=`),
    and: define(['boolean', 'boolean'], 'boolean', infix(sql`AND`)),
    or: define(['boolean', 'boolean'], 'boolean', infix(sql`OR`)),
    not: define(['boolean'], 'boolean', (a: Sql) => sql`NOT ${a}`),
    between: define(
      ['scalar', 'scalar', 'scalar'],
      'boolean',
      (a: Sql, b: Sql, c: Sql) => sql`${a} BETWEEN ${b} AND ${c}`,
    ),
    in: define(
      ['scalar', 'scalar'],
      'boolean',
      (a: Sql, ...items) => sql`arrayMap(x -> if(isNull(x), NULL, has([${join(items)}], x)), [${a}])[1]`,
      VARIADIC,
    ),
    like: define(['text', 'constant'], 'boolean', infix(sql`LIKE`)),
    ilike: define(['text', 'constant'], 'boolean', infix(sql`ILIKE`)),
    'is null': define(['scalar'], 'boolean', (a: Sql) => sql`isNull(${a})`),
    'is empty': define(['list'], 'boolean', (a: Sql) => sql`empty(${a})`),

    if: define(['boolean', 'same', 'same'], 'same', (...args) => sql`if(${join(args)})`),
    coalesce: define(['scalar'], 'same', (...args) => sql`coalesce(${join(args)})`, VARIADIC),
    nullif: define(['scalar', 'scalar'], 'same', (...args) => sql`nullIf(${join(args)})`),

    abs: define(['number'], 'number', (a: Sql) => sql`abs(${a})`),
    round: define(['number', 'digits'], 'number', (...args) => sql`round(${join(args)})`, { optional: 1 }),
    floor: define(['number'], 'number', (a: Sql) => sql`floor(${a})`),
    ceil: define(['number'], 'number', (a: Sql) => sql`ceil(${a})`),
    sqrt: define(['number'], 'number', (a: Sql) => finite(sql`sqrt(${a})`)),
    ln: define(['number'], 'number', (a: Sql) => finite(sql`log(${a})`)),
    power: define(['number', 'number'], 'number', (...args) => finite(sql`pow(${join(args)})`)),

    lower: define(['text'], 'text', (a: Sql) => sql`lowerUTF8(${a})`),
    upper: define(['text'], 'text', (a: Sql) => sql`upperUTF8(${a})`),
    trim: define(['text'], 'text', (a: Sql) => sql`trimBoth(${a})`),
    length: define(['text'], 'number', (a: Sql) => sql`lengthUTF8(${a})`),
    left: define(['text', 'number'], 'text', (a: Sql, n: Sql) => sql`substringUTF8(${a}, 1, ${count(n)})`),
    right: define(['text', 'number'], 'text', (a: Sql, n: Sql) => sql`rightUTF8(${a}, ${count(n)})`),
    substring: define(
      ['text', 'number', 'number'],
      'text',
      (a: Sql, from: Sql, n?: Sql) =>
        sql`substringUTF8(${join([a, sql`greatest(${whole(from)}, 1)`, ...(n === undefined ? [] : [count(n)])])})`,
      { optional: 1 },
    ),
    replace: define(
      ['text', 'constant', 'constant'],
      'text',
      (a: Sql, from: Sql, to: Sql) => sql`replaceAll(${a}, ${from}, ${to})`,
    ),
    concat: define(['text'], 'text', (...args) => sql`concat('', ${join(args.map(blankIfNull))})`, VARIADIC),
    starts_with: define(['text', 'text'], 'boolean', (...args) => sql`startsWith(${join(args)})`),
    ends_with: define(['text', 'text'], 'boolean', (...args) => sql`endsWith(${join(args)})`),
    contains: define(['text', 'constant'], 'boolean', (...args) => sql`position(${join(args)}) > 0`),
    to_text: define(['number'], 'text', (a: Sql) => sql`toString(${a})`),
    to_number: define(['text'], 'number', (a: Sql) => sql`toFloat64OrNull(${a})`),
    to_date: define(['text'], 'date', (a: Sql) => strictDate(a)),

    has: define(['list', 'text'], 'boolean', (a: Sql, b: Sql) => sql`has(${a}, ${b})`),
    cardinality: define(['list'], 'number', (a: Sql) => sql`length(${a})`),
    array: define(['text'], 'list', (...args) => filled(args), VARIADIC),
    array_concat: define(['list', 'list'], 'list', (...args) => sql`arrayConcat(${join(args)})`, VARIADIC),
    array_to_string: define(['list', 'constant'], 'text', (...args) => sql`arrayStringConcat(${join(args)})`),

    year: define(['date'], 'number', (a: Sql) => sql`toYear(${a})`),
    month: define(['date'], 'number', (a: Sql) => sql`toMonth(${a})`),
    day: define(['date'], 'number', (a: Sql) => sql`toDayOfMonth(${a})`),
    datediff: define(['unit', 'date', 'date'], 'number', (...args) => sql`dateDiff(${join(args)})`),
    add_days: define(['date', 'number'], 'date', (a: Sql, n: Sql) => sql`addDays(${a}, ${whole(n)})`),
    add_months: define(['date', 'number'], 'date', (a: Sql, n: Sql) => sql`addMonths(${a}, ${whole(n)})`),
    add_years: define(['date', 'number'], 'date', (a: Sql, n: Sql) => sql`addYears(${a}, ${whole(n)})`),
  } satisfies Record<string, ExpressionFunction>),
);

/**
 * Statistics of every type of field, value suggestions and coverage over HTTP against handwritten SQL in the engine:
 * `npm run bench -- describe [companies]`. The statements by hand run on every core over a plain table whose categories
 * and lists have dictionaries; of several ways to write one, the fastest counts. The server keeps the first values of
 * every column and the counts of tabs in memory, so rounds after the first show what a second person waits for.
 * Statistics of the companies that a filter finds are computed at each look; by hand, too, they have the quartiles and
 * bars that the drawer shows. Budgets: each ratio 1, and 100 ms for the statistics of any field of a million companies.
 */
import { availableParallelism } from 'node:os';
import { float, ident, join, type Sql, sql, text } from '@quarry/clickhouse';
import { schemaField } from '@quarry/contracts';
import { type FieldType, traitsOf } from '@quarry/filters';
import { z } from 'zod';
import { dateEdges, numberEdges } from '../apps/server/src/features/data-points/histogram-edges.ts';
import { type Bench, openBench } from './open-bench.ts';
import { ensurePlainTables } from './plain-tables.ts';
import { median, timed } from './statistics.ts';

const ROUNDS = 7;
const SLOWEST_MS = 100;
const EVERY_CORE = { settings: { max_threads: availableParallelism() } } as const;

/** Fields of every type, with few and with many values, and a search text that some of their values contain. */
const FIELDS: readonly (readonly [name: string, search: string])[] = [
  ['employee_count', '12'],
  ['monthly_visits', '123'],
  ['revenue', '50'],
  ['visits_growth', '0.1'],
  ['last_round_date', '2024-0'],
  ['is_hiring', 'tr'],
  ['name', 'labs'],
  ['description', 'hospital'],
  ['linked_in_url', 'data'],
  ['industry', 'soft'],
  ['city', 'ber'],
  ['categories', 'health'],
  ['technologies', 'sales'],
  ['investors', 'capital'],
  ['former_names', 'data'],
];

/** Finds most companies, so that little is skipped. */
const SMALLER = {
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'rule', field: 'employee_count', operator: 'lte', value: 5000 }],
};

const IS_SMALLER = sql`employee_count <= 5000`;
const tabs = sql`SELECT count(), countIf(added_at >= now() - INTERVAL 30 DAY),
    countIf(updated_at >= now() - INTERVAL 30 DAY AND updated_at > added_at)`;

const anyRow = z.unknown();
const described = z.object({ uniqueCount: z.number() });
const account = z.object({ companiesSchema: z.array(schemaField) });

interface PlainField {
  readonly table: Sql;
  readonly column: Sql;
  readonly type: FieldType;
}

const isFilled = ({ type, column }: PlainField): Sql =>
  ['text', 'list'].includes(traitsOf(type).form) ? sql`notEmpty(${column})` : sql`isNotNull(${column})`;

const valuesOf = (field: PlainField): Sql =>
  traitsOf(field.type).form === 'list'
    ? sql`SELECT arrayJoin(${field.column}) AS v FROM ${field.table}`
    : sql`SELECT ${shown(field)} AS v FROM ${field.table} WHERE ${isFilled(field)}`;

/** 0 and -0 are one value. */
const shown = ({ type, column }: PlainField): Sql => (traitsOf(type).form === 'number' ? sql`${column} + 0` : column);

const MOST_FREQUENT = sql`ORDER BY c DESC, v LIMIT 50`;

/** The ways to write the statistics of a field; each returns the number of distinct values. */
function describedByHand({ platform: { warehouse } }: Bench, field: PlainField): (() => Promise<number>)[] {
  const { table, column, type } = field;
  const isNumber = traitsOf(type).form === 'number';
  const figures = isNumber
    ? sql`, min(${column}), max(${column}), avg(${column})`
    : sql`, min(${column}), max(${column})`;
  const hasFigures = isNumber || type === 'Date';
  const totals = sql`SELECT count(), countIf(${isFilled(field)}) ${hasFigures ? figures : sql``} FROM ${table}`;
  const values = sql`SELECT v, count() AS c FROM (${valuesOf(field)}) GROUP BY v ${MOST_FREQUENT}`;
  const readValues = async (statement: Sql) =>
    (await warehouse.rowsWithTotal(statement, anyRow, EVERY_CORE)).rowsBeforeLimit;
  const inTwo = async () => {
    await warehouse.rows(totals, anyRow, EVERY_CORE);
    return readValues(values);
  };
  if (traitsOf(type).form === 'list') return [inTwo];
  // All totals follow from the groups.
  const weighted = isNumber ? sql`, sum(assumeNotNull(v) * c) OVER () / sum(c) OVER ()` : sql``;
  const range = hasFigures ? sql`, min(v) OVER (), max(v) OVER () ${weighted}` : sql``;
  const inOne = () =>
    readValues(
      sql`SELECT v, c, sum(c) OVER () ${range} FROM (SELECT v, count() AS c FROM (${valuesOf(field)}) GROUP BY v) ${MOST_FREQUENT}`,
    );
  return [inTwo, inOne];
}

/** Of numbers as they are, and of days since 1970. */
const ordinal = ({ type, column }: PlainField): Sql =>
  type === 'Date' ? sql`toInt32(${column})` : sql`assumeNotNull(${column}) + 0`;

const distributionRow = z.object({ figures: z.array(z.number()), isWhole: z.boolean(), unique: z.number() });

/**
 * The ways to write the statistics of the companies that a filter finds: as above, numbers and dates with their quartiles
 * and the bars of their histogram.
 */
function describedFilteredByHand(bench: Bench, field: PlainField): (() => Promise<number>)[] {
  const { table, column, type } = field;
  const isNumber = traitsOf(type).form === 'number';
  if (!isNumber && type !== 'Date') return describedByHand(bench, field);
  const { warehouse } = bench.platform;
  const isWhole = (value: Sql) => (isNumber ? sql`toBool(min(${value} = trunc(${value})))` : sql`true`);
  const readBars = async (statement: Sql) => {
    const [row] = await warehouse.rows(statement, distributionRow, EVERY_CORE);
    const [min = 0, max = 0, lower = 0, , upper = 0] = row?.figures ?? [];
    const distribution = { min, max, lower, upper, isWhole: row?.isWhole === true };
    const edges = isNumber ? numberEdges(distribution) : dateEdges(distribution);
    const starts = join(edges.slice(0, -1).map((edge) => float(edge)));
    const bar = sql`roundDown(${ordinal(field)}, [${starts}])`;
    await warehouse.rows(
      sql`SELECT ${bar} AS bar, count() FROM ${table} WHERE isNotNull(${column}) GROUP BY bar`,
      anyRow,
      EVERY_CORE,
    );
    return row?.unique ?? 0;
  };
  const value = ordinal(field);
  const average = isNumber ? sql`avg(${column})` : sql`0`;
  const totals = sql`SELECT count(), countIf(isNotNull(${column})) AS filled, ${average}, ${isWhole(column)} AS isWhole, 0 AS unique,
      arrayConcat(
        [toFloat64(min(${column})), toFloat64(max(${column}))],
        quantilesExactLowIf(0.25, 0.5, 0.75)(${value}, isNotNull(${column}))) AS figures
    FROM ${table}`;
  const values = sql`SELECT v, count() AS c FROM (${valuesOf(field)}) GROUP BY v ${MOST_FREQUENT}`;
  const inThree = async () => {
    await readBars(totals);
    return (await warehouse.rowsWithTotal(values, anyRow, EVERY_CORE)).rowsBeforeLimit;
  };
  const weighted = isNumber ? sql`sum(v * c) / sum(c)` : sql`0`;
  const grouped = sql`SELECT (SELECT count() FROM ${table}), sum(c), ${weighted}, ${isWhole(sql`v`)} AS isWhole, toUInt32(count(v)) AS unique,
      groupArraySorted(51)((negate(toInt64(c)), v)),
      arrayConcat([toFloat64(min(v)), toFloat64(max(v))], quantilesExactWeighted(0.25, 0.5, 0.75)(v, c)) AS figures
    FROM (SELECT ${ordinal(field)} AS v, count() AS c FROM ${table} WHERE isNotNull(${column}) GROUP BY v)`;
  return [inThree, () => readBars(grouped)];
}

/** The ways to write the values that contain a text. */
function suggestedByHand(
  { platform: { warehouse } }: Bench,
  field: PlainField,
  search: string,
): (() => Promise<void>)[] {
  const isText = ['text', 'list'].includes(traitsOf(field.type).form);
  const contains = search === '' ? sql`1` : sql`${isText ? sql`v` : sql`toString(v)`} ILIKE ${text(`%${search}%`)}`;
  const values = valuesOf(field);
  const before = sql`SELECT v, count() AS c FROM (${values}) WHERE ${contains} GROUP BY v ${MOST_FREQUENT}`;
  const after = sql`SELECT v, count() AS c FROM (${values}) GROUP BY v HAVING ${contains} ${MOST_FREQUENT}`;
  return [before, after].map((statement) => async () => void (await warehouse.rows(statement, anyRow, EVERY_CORE)));
}

/** Returns the statements by hand if they all find as many values as Quarry. */
async function sameCount(
  name: string,
  ours: () => Promise<number>,
  byHand: (() => Promise<number>)[],
): Promise<(() => Promise<number>)[]> {
  const counts = [await ours(), ...(await Promise.all(byHand.map((work) => work())))];
  if (new Set(counts).size > 1) throw new Error(`The numbers of values of ${name} differ: ${counts.join(', ')}`);
  return byHand;
}

interface Comparison {
  readonly name: string;
  readonly byHand: readonly (() => Promise<unknown>)[];
  readonly ours: () => Promise<unknown>;
  /** In milliseconds. */
  readonly limit: number;
}

/** Measures both in turns and prints them. Returns true if it is within budget. */
async function compare({ name, byHand, ours, limit }: Comparison): Promise<boolean> {
  const handTimes: number[][] = byHand.map(() => []);
  const ourTimes: number[] = [];
  for (const work of [...byHand, ours]) await work();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, work] of byHand.entries()) handTimes[at]?.push(await timed(work));
    ourTimes.push(await timed(ours));
  }
  const hand = Math.min(...handTimes.map(median));
  const own = median(ourTimes);
  console.log(
    `${name.padEnd(52)} ${hand.toFixed(1).padStart(9)} ${own.toFixed(1).padStart(9)}  x${(own / hand).toFixed(2)}`,
  );
  return own <= hand && own <= limit;
}

/** Runs and prints the comparison. Returns true if it is within budget. */
export async function describeFields(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    const { rows, plain: table } = await ensurePlainTables(bench);
    const { companiesSchema } = account.parse(await bench.request('GET', '/app/client'));
    const fieldOf = (name: string): PlainField => {
      const type = companiesSchema.find(({ fieldName }) => fieldName === name)?.type;
      if (type === undefined) throw new Error(`The dataset has no field ${name}`);
      return { table, column: sql`${ident(name)}`, type };
    };
    console.log(`${rows.toLocaleString('en')} rows, ${ROUNDS} rounds, medians in ms`);
    console.log(`${''.padEnd(52)}   by hand    Quarry`);
    const limit = rows > 1_100_000 ? Infinity : SLOWEST_MS;
    let isWithin = true;
    const judge = async (comparison: Comparison) => {
      isWithin = (await compare(comparison)) && isWithin;
    };
    for (const [name, search] of FIELDS) {
      const field = fieldOf(name);
      const describe = async () =>
        described.parse(await bench.post('/app/data/describe-field', { fieldName: name })).uniqueCount;
      const byHand = await sameCount(name, describe, describedByHand(bench, field));
      const filtered = { fieldName: name, filters: SMALLER };
      const title = `${field.type} ${name} (${(await describe()).toLocaleString('en')} values)`;
      await judge({ name: title, byHand, ours: describe, limit });
      const describeFiltered = async () =>
        described.parse(await bench.post('/app/data/describe-field', filtered)).uniqueCount;
      const plainFiltered = { ...field, table: sql`(SELECT ${field.column} FROM ${table} WHERE ${IS_SMALLER})` };
      await judge({
        name: '  of companies that a filter finds',
        byHand: await sameCount(name, describeFiltered, describedFilteredByHand(bench, plainFiltered)),
        ours: describeFiltered,
        limit,
      });
      for (const entered of ['', search]) {
        const path = `/app/data/field-options?fieldName=${name}&search=${encodeURIComponent(entered)}`;
        await judge({
          name: entered === '' ? '  suggestions' : `  suggestions with "${entered}"`,
          byHand: suggestedByHand(bench, field, entered),
          ours: () => bench.request('GET', path),
          limit: Infinity,
        });
      }
    }
    const counted = companiesSchema.filter(({ fieldName }) => !fieldName.startsWith('__') && fieldName !== 'domain');
    const filled = counted.map(({ fieldName }) => sql`countIf(${isFilled(fieldOf(fieldName))})`);
    await judge({
      name: `coverage of ${counted.length} fields`,
      byHand: [
        () => bench.platform.warehouse.rows(sql`SELECT count(), ${join(filled)} FROM ${table}`, anyRow, EVERY_CORE),
      ],
      ours: () => bench.request('GET', '/app/data-directory'),
      limit: Infinity,
    });
    for (const filters of [null, SMALLER]) {
      const where = filters === null ? sql`` : sql`WHERE ${IS_SMALLER}`;
      await judge({
        name: filters === null ? 'tabs of all companies' : 'tabs of companies that a filter finds',
        byHand: [() => bench.platform.warehouse.rows(sql`${tabs} FROM ${table} ${where}`, anyRow, EVERY_CORE)],
        ours: () => bench.post('/app/companies/search', { filters, parts: ['tabs'] }),
        limit: Infinity,
      });
    }
    return isWithin;
  } finally {
    await bench.close();
  }
}

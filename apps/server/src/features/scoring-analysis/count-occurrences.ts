import type { Sql, StatementOptions, Warehouse } from '@quarry/clickhouse';
import { type FilterRule, traitsOf } from '@quarry/filters';
import { z } from 'zod';
import { compileDatasetFilter, today } from '#server/features/datasets/compile-dataset-filter.ts';
import { withoutIndexes } from '#server/features/datasets/dataset.ts';
import { type AnalysedField, MAX_DISTINCT_TEXTS } from './analysed-fields.ts';
import { SETS } from './compared-sets.sql.ts';
import { type Counts, NONE, without } from './counts.ts';
import { cutsOf, type NumberFact, readNumberFacts } from './number-facts.ts';
import {
  type Comparison,
  countsBySet,
  countsOfAll,
  distinctTexts,
  frequentValues,
  hasValue,
  isBelow,
  itemsContaining,
} from './occurrences.sql.ts';
import { type Age, agesOn, type CountedRange, dateRule, numberRule, type Range, rangesBetween } from './ranges.ts';
import { type Candidate, type FieldCounts, type RangeCounts, rangeCounts } from './suggest-findings.ts';

const MOST_FREQUENT = 20;
/** While one statement reads the last of its rows, the next one begins. */
const AT_ONCE = 2;

/** Where a report's statements run. */
export interface Counting {
  readonly warehouse: Warehouse;
  readonly options: StatementOptions;
  /** Called after each field, with the fraction that is done. Throws if nobody needs the report any more. */
  readonly onProgress: (fraction: number) => Promise<void>;
}

export interface CountedFields {
  readonly sizes: Counts;
  readonly fields: readonly FieldCounts[];
}

/** Counts in the engine how often each value of each field occurs in the compared sets. */
export async function countOccurrences(
  counting: Counting,
  comparison: Comparison,
  analysed: readonly AnalysedField[],
): Promise<CountedFields> {
  const chosen = await withoutFreeTexts(counting, comparison, analysed);
  const [ordered, others] = [chosen.filter(isOrdered), chosen.filter((field) => !isOrdered(field))];
  const { sizes, counts } = await readCounts(
    counting,
    comparison,
    others.map(({ column }) => hasValue(column)),
  );
  const facts = await readNumberFacts(counting, comparison, ordered.filter(isNumber), sizes);
  const filled = new Map<AnalysedField, Filled>(others.map((field, at) => [field, { filled: counts[at] ?? NONE }]));
  for (const [field, known] of await countRanges(counting, comparison, ordered, facts)) filled.set(field, known);
  const fields: FieldCounts[] = [];
  for (let from = 0; from < chosen.length; from += AT_ONCE) {
    const some = chosen.slice(from, from + AT_ONCE).map((field) => {
      const known = filled.get(field) ?? { filled: NONE };
      return countField(counting, comparison, field, { sizes, ...known });
    });
    fields.push(...(await Promise.all(some)));
    await counting.onProgress(fields.length / chosen.length);
  }
  return { sizes, fields };
}

const isNumber = ({ type }: AnalysedField): boolean => traitsOf(type).form === 'number';
const isOrdered = (field: AnalysedField): boolean => isNumber(field) || traitsOf(field.type).form === 'date';

/** Without texts that nearly every company has its own of. */
async function withoutFreeTexts(
  { warehouse, options }: Counting,
  comparison: Comparison,
  fields: readonly AnalysedField[],
): Promise<readonly AnalysedField[]> {
  const { statistics } = comparison.dataset;
  const known = new Map(fields.map(({ column }) => [column, statistics?.columns[column.fieldName]?.unique]));
  const uncounted = fields.filter(({ type, column }) => type === 'String' && known.get(column) === undefined);
  if (uncounted.length > 0) {
    const columns = uncounted.map(({ column }) => column);
    const statement = distinctTexts(comparison, columns, MAX_DISTINCT_TEXTS);
    const [row] = await warehouse.rows(statement, z.record(z.string(), z.number()), options);
    columns.forEach((column, at) => known.set(column, row?.[`__${at}`]));
  }
  return fields.filter(({ type, column }) => type !== 'String' || (known.get(column) ?? 0) <= MAX_DISTINCT_TEXTS);
}

const countsRow = z.object({ __companies: z.number() }).catchall(z.number());
const setRow = countsRow.extend({ __set: z.number() });

/** Reads the sizes of the sets, and the companies of each that meet the conditions. */
async function readCounts(
  { warehouse, options }: Counting,
  comparison: Comparison,
  conditions: readonly Sql[],
): Promise<{ readonly sizes: Counts; readonly counts: readonly Counts[] }> {
  // Counting all companies without telling sets apart, and the small sets beside it, takes half as long.
  const [rows, [all]] = await Promise.all([
    warehouse.rows(countsBySet(comparison, conditions), setRow, options),
    comparison.sets.others === null ? warehouse.rows(countsOfAll(comparison, conditions), countsRow, options) : [],
  ]);
  const pick = (name: string): Counts => {
    const counts = { ...NONE };
    for (const row of rows) {
      const set = SETS[row.__set];
      if (set !== undefined) counts[set] = row[name] ?? 0;
    }
    if (all === undefined) return counts;
    return { ...counts, others: (all[name] ?? 0) - counts.targets - counts.heldTargets - counts.heldOthers };
  };
  return { sizes: pick('__companies'), counts: conditions.map((_condition, at) => pick(`__${at}`)) };
}

/** Counts of a field, which one statement reads for many fields. */
interface Filled {
  /** Companies with a value. */
  readonly filled: Counts;
  /** Of numbers and dates that differ. */
  readonly ranges?: RangeCounts | undefined;
}

async function countField(
  counting: Counting,
  comparison: Comparison,
  field: AnalysedField,
  { sizes, filled, ranges }: Filled & { readonly sizes: Counts },
): Promise<FieldCounts> {
  const { type, displayName } = field;
  const { fieldName } = field.column;
  const base = { fieldName, displayName, values: [], missing: without(sizes, filled) };
  switch (traitsOf(type).form) {
    case 'boolean':
      return { ...base, values: [{ rule: { operator: 'isTrue' }, value: 'Yes', counts: filled }], missing: null };
    case 'text':
    case 'list':
      return { ...base, values: await countValues(counting, comparison, field, sizes) };
    case 'number':
    case 'date':
      return { ...base, ranges };
  }
}

const valueRow = z
  .object({
    __spelling: z.string(),
    __spellings: z.number(),
    __all: z.number(),
    __targets: z.number(),
    __heldTargets: z.number(),
    __heldOthers: z.number(),
  })
  .transform(({ __spelling: spelling, __spellings: spellings, ...counts }) => ({
    spelling,
    spellings,
    counts: countsOf(counts),
  }));

/** The others are those of no other set. */
function countsOf(row: Readonly<Record<'__all' | '__targets' | '__heldTargets' | '__heldOthers', number>>): Counts {
  const [targets, heldTargets, heldOthers] = [row.__targets, row.__heldTargets, row.__heldOthers];
  return { targets, heldTargets, heldOthers, others: row.__all - targets - heldTargets - heldOthers };
}

async function countValues(
  counting: Counting,
  comparison: Comparison,
  { column, type, nameValue }: AnalysedField,
  sizes: Counts,
): Promise<Candidate[]> {
  const { warehouse, options } = counting;
  const statement = frequentValues(comparison, column, sizes, MOST_FREQUENT);
  const rows = await warehouse.rows(statement, valueRow, options);
  const isList = traitsOf(type).form === 'list';
  const operator = !isList ? 'isOneOf' : type === 'Array' ? 'matchesAnyText' : 'containsAnyOf';
  const isShared = type === 'Array' ? await partsOfOthers(counting, column, rows) : () => false;
  const candidates = rows.map((row, at) => ({
    candidate: { rule: { operator, value: [row.spelling] }, value: nameValue(row.spelling), counts: row.counts },
    // A company can have several spellings of an item, and a part of an item meets the rule of an array.
    isExact: !isList || (row.spellings === 1 && !isShared(at)),
  }));
  const inexact = candidates.filter(({ isExact }) => !isExact).map(({ candidate }) => candidate);
  if (inexact.length === 0) return candidates.map(({ candidate }) => candidate);
  const conditions = conditionsOf(comparison, column.fieldName, inexact);
  const { counts } = await readCounts(counting, comparison, conditions);
  const recounted = new Map(inexact.map((candidate, at) => [candidate, counts[at] ?? NONE]));
  return candidates.map(({ candidate }) => ({ ...candidate, counts: recounted.get(candidate) ?? candidate.counts }));
}

/** Finds the values, by place, that other items of the list contain too. */
async function partsOfOthers(
  { warehouse, options }: Counting,
  column: AnalysedField['column'],
  rows: readonly z.output<typeof valueRow>[],
): Promise<(at: number) => boolean> {
  const statement = itemsContaining(
    column,
    rows.map(({ spelling }) => spelling),
  );
  if (statement === null || rows.length === 0) return () => true;
  const [found = {}] = await warehouse.rows(statement, z.record(z.string(), z.number()), options);
  return (at) => found[`__${at}`] !== 1;
}

function conditionsOf({ dataset }: Comparison, field: string, candidates: readonly Candidate[]) {
  const readable = withoutIndexes(dataset);
  return candidates.map(({ rule }) => {
    const complete: FilterRule = { ...rule, id: 'rule', field };
    return compileDatasetFilter(readable, { id: 'root', combinator: 'and', rules: [complete] });
  });
}

/** Where the values of a field are divided into ranges, and what becomes of the counts of all ranges, in their order. */
interface Division {
  readonly cuts: readonly (number | string)[];
  readonly rangesOf: (counts: readonly Counts[]) => RangeCounts;
}

/** Null for fields without ranges. */
function divisionOf(field: AnalysedField, facts: ReadonlyMap<string, NumberFact>): Division | null {
  const { form } = traitsOf(field.type);
  const fact = facts.get(field.column.fieldName);
  if (form === 'date') {
    const ages: Age[] = agesOn(today());
    const rangesOf = (counts: readonly Counts[]) => rangeCounts(counted(rangesBetween(ages), counts), dateRule);
    return { cuts: ages.map(({ day }) => day), rangesOf };
  }
  if (form !== 'number' || fact === undefined) return null;
  const cuts = cutsOf(field, fact);
  const ruleOf = (range: Range<number>) => numberRule(range, fact.step, field.formatNumber);
  return cuts.length === 0
    ? null
    : { cuts, rangesOf: (counts) => rangeCounts(counted(rangesBetween(cuts), counts), ruleOf) };
}

function counted<Edge>(ranges: readonly Range<Edge>[], counts: readonly Counts[]): CountedRange<Edge>[] {
  return ranges.map((range, at) => ({ ...range, counts: counts[at] ?? NONE }));
}

/** Counts the companies of all numbers and dates, and those in their ranges, in one scan. */
async function countRanges(
  counting: Counting,
  comparison: Comparison,
  fields: readonly AnalysedField[],
  facts: ReadonlyMap<string, NumberFact>,
): Promise<ReadonlyMap<AnalysedField, Filled>> {
  if (fields.length === 0) return new Map();
  const divided = fields.map((field) => {
    const division = divisionOf(field, facts);
    const isBelowCuts = division?.cuts.map((cut) => isBelow(field.column, cut)) ?? [];
    return { field, division, conditions: [...isBelowCuts, hasValue(field.column)] };
  });
  const { counts } = await readCounts(
    counting,
    comparison,
    divided.flatMap(({ conditions }) => conditions),
  );
  let from = 0;
  return new Map(
    divided.map(({ field, division, conditions }) => {
      const upTo = counts.slice(from, from + conditions.length);
      from += conditions.length;
      const filled = upTo.at(-1) ?? NONE;
      const ranges = division?.rangesOf(upTo.map((each, at) => without(each, upTo[at - 1] ?? NONE)));
      return [field, { filled, ranges }];
    }),
  );
}

import type { StatementOptions, Warehouse } from '@quarry/clickhouse';
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
  countsByRange,
  countsBySet,
  distinctTexts,
  frequentValues,
  hasValue,
} from './occurrences.sql.ts';
import { type Age, agesOn, dateRule, numberRule, rangesBetween } from './ranges.ts';
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
  const columns = chosen.map(({ column }) => column);
  const { sizes, counts: filled } = await readCounts(counting, comparison, columns.map(hasValue));
  const numbers = chosen.filter(({ type }) => traitsOf(type).form === 'number');
  const facts = await readNumberFacts(counting, comparison, numbers, sizes);
  const fields: FieldCounts[] = [];
  for (let from = 0; from < chosen.length; from += AT_ONCE) {
    const some = chosen.slice(from, from + AT_ONCE).map((field, at) => {
      const known = { sizes, filled: filled[from + at] ?? NONE, facts };
      return countField(counting, comparison, field, known);
    });
    fields.push(...(await Promise.all(some)));
    await counting.onProgress(fields.length / chosen.length);
  }
  return { sizes, fields };
}

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

const setRow = z.object({ __set: z.number(), __companies: z.number() }).catchall(z.number());

/** Reads the sizes of the sets, and the companies of each that meet the conditions. */
async function readCounts(
  { warehouse, options }: Counting,
  comparison: Comparison,
  conditions: Parameters<typeof countsBySet>[1],
): Promise<{ readonly sizes: Counts; readonly counts: readonly Counts[] }> {
  const rows = await warehouse.rows(countsBySet(comparison, conditions), setRow, options);
  const pick = (name: string): Counts => {
    const counts = { ...NONE };
    for (const row of rows) {
      const set = SETS[row.__set];
      if (set !== undefined) counts[set] = row[name] ?? 0;
    }
    return counts;
  };
  return { sizes: pick('__companies'), counts: conditions.map((_condition, at) => pick(`__${at}`)) };
}

interface Known {
  readonly sizes: Counts;
  /** Companies with a value. */
  readonly filled: Counts;
  readonly facts: ReadonlyMap<string, NumberFact>;
}

async function countField(
  counting: Counting,
  comparison: Comparison,
  field: AnalysedField,
  { sizes, filled, facts }: Known,
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
      return { ...base, ranges: await countNumbers(counting, comparison, field, facts.get(fieldName)) };
    case 'date':
      return { ...base, ranges: await countDates(counting, comparison, field) };
  }
}

const valueRow = z
  .object({
    __spelling: z.string(),
    __spellings: z.number(),
    __sum_targets: z.number(),
    __sum_heldTargets: z.number(),
    __sum_others: z.number(),
    __sum_heldOthers: z.number(),
  })
  .transform((row) => ({
    value: row.__spelling,
    spellings: row.__spellings,
    counts: {
      targets: row.__sum_targets,
      heldTargets: row.__sum_heldTargets,
      others: row.__sum_others,
      heldOthers: row.__sum_heldOthers,
    },
  }));

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
  const candidates = rows.map((row) => ({
    candidate: { rule: { operator, value: [row.value] }, value: nameValue(row.value), counts: row.counts },
    // A company can have several spellings of an item, and a part of an item meets the rule of an array.
    isExact: !isList || (type !== 'Array' && row.spellings === 1),
  }));
  const inexact = candidates.filter(({ isExact }) => !isExact).map(({ candidate }) => candidate);
  if (inexact.length === 0) return candidates.map(({ candidate }) => candidate);
  const conditions = conditionsOf(comparison, column.fieldName, inexact);
  const { counts } = await readCounts(counting, comparison, conditions);
  const recounted = new Map(inexact.map((candidate, at) => [candidate, counts[at] ?? NONE]));
  return candidates.map(({ candidate }) => ({ ...candidate, counts: recounted.get(candidate) ?? candidate.counts }));
}

function conditionsOf({ dataset }: Comparison, field: string, candidates: readonly Candidate[]) {
  const readable = withoutIndexes(dataset);
  return candidates.map(({ rule }) => {
    const complete: FilterRule = { ...rule, id: 'rule', field };
    return compileDatasetFilter(readable, { id: 'root', combinator: 'and', rules: [complete] });
  });
}

const rangeRow = z
  .object({
    __range: z.number(),
    __targets: z.number(),
    __heldTargets: z.number(),
    __others: z.number(),
    __heldOthers: z.number(),
  })
  .transform((row) => ({
    at: row.__range,
    counts: {
      targets: row.__targets,
      heldTargets: row.__heldTargets,
      others: row.__others,
      heldOthers: row.__heldOthers,
    },
  }));

async function countNumbers(
  counting: Counting,
  comparison: Comparison,
  field: AnalysedField,
  fact: NumberFact | undefined,
): Promise<RangeCounts | undefined> {
  const cuts = fact === undefined ? [] : cutsOf(field, fact);
  if (fact === undefined || cuts.length === 0) return undefined;
  const counts = await readRanges(counting, comparison, field, cuts);
  const ranges = rangesBetween(cuts).map((range, at) => ({ ...range, counts: counts.get(at) ?? NONE }));
  return rangeCounts(ranges, (range) => numberRule(range, fact.step, field.formatNumber));
}

async function countDates(counting: Counting, comparison: Comparison, field: AnalysedField): Promise<RangeCounts> {
  const ages: Age[] = agesOn(today());
  const cuts = ages.map(({ day }) => day);
  const counts = await readRanges(counting, comparison, field, cuts);
  const ranges = rangesBetween(ages).map((range, at) => ({ ...range, counts: counts.get(at) ?? NONE }));
  return rangeCounts(ranges, dateRule);
}

async function readRanges(
  { warehouse, options }: Counting,
  comparison: Comparison,
  { column }: AnalysedField,
  cuts: readonly (number | string)[],
): Promise<ReadonlyMap<number, Counts>> {
  const rows = await warehouse.rows(countsByRange(comparison, column, cuts), rangeRow, options);
  return new Map(rows.map(({ at, counts }) => [at, counts]));
}

import type { StatementOptions, Warehouse } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import { z } from 'zod';
import { today } from '#server/features/datasets/compile-dataset-filter.ts';
import { type AnalysedField, MAX_DISTINCT_TEXTS } from './analysed-fields.ts';
import { countedTogether, countValues } from './count-values.ts';
import { type Counts, NONE, without } from './counts.ts';
import { cutsOf, type NumberFact, readNumberFacts } from './number-facts.ts';
import { type Comparison, distinctTexts, hasValue, isBelow } from './occurrences.sql.ts';
import { type Age, agesOn, type CountedRange, dateRule, numberRule, type Range, rangesBetween } from './ranges.ts';
import { type Condition, readCounts } from './read-counts.ts';
import { type Candidate, type FieldCounts, type RangeCounts, rangeCounts } from './suggest-findings.ts';

/** While one statement reads the last of its rows, the next one begins. */
const AT_ONCE = 2;

/** Where a report's statements run. */
export interface Counting {
  readonly warehouse: Warehouse;
  readonly options: StatementOptions;
  /** Called after each step, with the fraction that is done. Throws if nobody needs the report any more. */
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
    others.map(({ column }) => isFilledIn(comparison, column)),
  );
  const facts = await readNumberFacts(counting, comparison, ordered.filter(isNumber), sizes);
  const filled = new Map<AnalysedField, Filled>(others.map((field, at) => [field, { filled: counts[at] ?? NONE }]));
  for (const [field, known] of await countRanges(counting, comparison, ordered, facts)) filled.set(field, known);
  const values = new Map<AnalysedField, readonly Candidate[]>();
  const groups = countedTogether(comparison, others.filter(hasValues));
  for (let from = 0; from < groups.length; from += AT_ONCE) {
    const some = groups.slice(from, from + AT_ONCE);
    const found = await Promise.all(some.map((group) => countValues(counting, comparison, group, sizes)));
    for (const [field, candidates] of found.flatMap((each) => [...each])) values.set(field, candidates);
    await counting.onProgress((from + some.length) / groups.length);
  }
  const fields = chosen.map((field) => countsOfField(field, sizes, filled.get(field), values.get(field)));
  return { sizes, fields };
}

const isNumber = ({ type }: AnalysedField): boolean => traitsOf(type).form === 'number';
const isOrdered = (field: AnalysedField): boolean => isNumber(field) || traitsOf(field.type).form === 'date';

const hasValues = ({ type }: AnalysedField): boolean => ['text', 'list'].includes(traitsOf(type).form);

/** The condition that a company has a value; for booleans that it is yes. */
function isFilledIn({ dataset }: Comparison, column: AnalysedField['column']): Condition {
  const isMet = hasValue(column);
  if (traitsOf(column.type).form === 'boolean') return { isMet };
  return { isMet, all: dataset.statistics?.columns[column.fieldName]?.filled };
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

/** Counts of a field, which one statement reads for many fields. */
interface Filled {
  /** Companies with a value. */
  readonly filled: Counts;
  /** Of numbers and dates that differ. */
  readonly ranges?: RangeCounts | undefined;
}

function countsOfField(
  { type, displayName, column: { fieldName } }: AnalysedField,
  sizes: Counts,
  { filled, ranges }: Filled = { filled: NONE },
  values: readonly Candidate[] = [],
): FieldCounts {
  const base = { fieldName, displayName, values, missing: without(sizes, filled), ranges };
  if (traitsOf(type).form !== 'boolean') return base;
  return { ...base, values: [{ rule: { operator: 'isTrue' }, value: 'Yes', counts: filled }], missing: null };
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
    const isBelowCuts = division?.cuts.map((cut) => ({ isMet: isBelow(field.column, cut) })) ?? [];
    return { field, division, conditions: [...isBelowCuts, isFilledIn(comparison, field.column)] };
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

import { traitsOf } from '@quarry/filters';
import { z } from 'zod';
import { today } from '#server/features/datasets/compile-dataset-filter.ts';
import type { AnalysedField } from './analysed-fields.ts';
import type { Counting } from './count-occurrences.ts';
import { type Counts, NONE, without } from './counts.ts';
import { cutsOf, type NumberFact } from './number-facts.ts';
import { type Comparison, hasValue, isBelow } from './occurrences.sql.ts';
import { type Age, agesOn, type CountedRange, dateRule, numberRule, type Range, rangesBetween } from './ranges.ts';
import { type Condition, readCounts } from './read-counts.ts';
import { AS_WRITTEN, hasStoredValues, storedBelow } from './stored-values.sql.ts';
import { type RangeCounts, rangeCounts } from './suggest-findings.ts';

/** Counts of a field, which one statement reads for many fields. */
export interface Filled {
  /** Companies with a value. */
  readonly filled: Counts;
  /** Of numbers and dates that differ. */
  readonly ranges?: RangeCounts | undefined;
}

/** The condition that a company has a value; for booleans that it is yes. */
export function isFilledIn({ dataset }: Comparison, column: AnalysedField['column']): Condition {
  const isMet = hasValue(column);
  if (traitsOf(column.type).form === 'boolean') return { isMet };
  return { isMet, all: dataset.statistics?.columns[column.fieldName]?.filled };
}

/** Where the values of a field are divided into ranges, and what becomes of the counts of all ranges, in their order. */
interface Division {
  readonly cuts: readonly (number | string)[];
  readonly rangesOf: (counts: readonly Counts[]) => RangeCounts;
}

/** Null for fields without ranges. */
function divisionOf(field: AnalysedField, facts: ReadonlyMap<AnalysedField, NumberFact>): Division | null {
  const { form } = traitsOf(field.type);
  const fact = facts.get(field);
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

/** Counts the companies of all numbers and dates, and those in their ranges. */
export async function countRanges(
  counting: Counting,
  comparison: Comparison,
  fields: readonly AnalysedField[],
  facts: ReadonlyMap<AnalysedField, NumberFact>,
): Promise<ReadonlyMap<AnalysedField, Filled>> {
  if (fields.length === 0) return new Map();
  const divided = fields.map((field) => ({ field, division: divisionOf(field, facts) }));
  const below = await readStoredBelow(counting, comparison, divided);
  const counted = divided.map(({ field, division }) => {
    const all = below.get(field);
    const cuts = division?.cuts.map((cut, at) => ({ isMet: isBelow(field.column, cut), all: all?.[at] })) ?? [];
    return { field, division, conditions: [...cuts, isFilledIn(comparison, field.column)] };
  });
  const { counts } = await readCounts(
    counting,
    comparison,
    counted.flatMap(({ conditions }) => conditions),
  );
  let from = 0;
  return new Map(
    counted.map(({ field, division, conditions }) => {
      const upTo = counts.slice(from, from + conditions.length);
      from += conditions.length;
      const filled = upTo.at(-1) ?? NONE;
      const ranges = division?.rangesOf(upTo.map((each, at) => without(each, upTo[at - 1] ?? NONE)));
      return [field, { filled, ranges }];
    }),
  );
}

const belowRow = z.object({ __field: z.number(), __below: z.array(z.coerce.number()) });

/** Reads how many companies of the dataset are below each cut of a field, as far as the build has counted them. */
async function readStoredBelow(
  { warehouse, options }: Pick<Counting, 'warehouse' | 'options'>,
  comparison: Comparison,
  fields: readonly { readonly field: AnalysedField; readonly division: Division | null }[],
): Promise<ReadonlyMap<AnalysedField, readonly number[]>> {
  const stored = fields.filter(({ field }) => hasStoredValues(comparison, field.column));
  const read = async (form: 'number' | 'date') => {
    const some = stored.filter(({ field }) => traitsOf(field.type).form === form);
    if (some.length === 0) return [];
    const columns = some.map(({ field }) => field.column);
    const cuts = some.map(({ division }) => division?.cuts ?? []);
    const statement = storedBelow(comparison, columns, cuts, form);
    const rows = await warehouse.rows(statement, belowRow, { ...options, settings: AS_WRITTEN });
    const byPlace = new Map(rows.map((row) => [row.__field, row.__below]));
    // A column without values has no row.
    return some.map(({ field }, at) => [field, byPlace.get(at) ?? cuts[at]?.map(() => 0) ?? []] as const);
  };
  return new Map((await Promise.all([read('number'), read('date')])).flat());
}

import type { StatementOptions, Warehouse } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import { z } from 'zod';
import { type AnalysedField, MAX_DISTINCT_TEXTS } from './analysed-fields.ts';
import { countRanges, type Filled, isFilledIn } from './count-ranges.ts';
import { countedTogether, countValues } from './count-values.ts';
import { type Counts, NONE, without } from './counts.ts';
import { readNumberFacts } from './number-facts.ts';
import { type Comparison, distinctTexts } from './occurrences.sql.ts';
import { readCounts } from './read-counts.ts';
import type { Candidate, FieldCounts } from './suggest-findings.ts';

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
  const facts = await readNumberFacts(counting, comparison, ordered.filter(isNumber));
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

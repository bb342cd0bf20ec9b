import { IN_LARGE_BLOCKS } from '@quarry/clickhouse';
import { type FilterRule, traitsOf } from '@quarry/filters';
import { z } from 'zod';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import { withoutIndexes } from '#server/features/datasets/dataset.ts';
import type { AnalysedField } from './analysed-fields.ts';
import type { Counting } from './count-occurrences.ts';
import { type Counts, NONE } from './counts.ts';
import { frequentValues, valuesByScan, valuesFromBuild } from './frequent-values.sql.ts';
import { type Comparison, itemsContaining } from './occurrences.sql.ts';
import { type Condition, readCounts } from './read-counts.ts';
import { hasStoredValues } from './stored-values.sql.ts';
import type { Candidate } from './suggest-findings.ts';

const MOST_FREQUENT = 20;
/** Fields whose stored values one statement compares. */
const STORED_TOGETHER = 16;

/** The fields of texts and lists, in groups whose values one statement counts. */
export function countedTogether(comparison: Comparison, fields: readonly AnalysedField[]): AnalysedField[][] {
  const stored = fields.filter(({ column }) => hasStoredValues(comparison, column));
  const groups = fields.filter((field) => !stored.includes(field)).map((field) => [field]);
  for (let from = 0; from < stored.length; from += STORED_TOGETHER) {
    groups.push(stored.slice(from, from + STORED_TOGETHER));
  }
  return groups;
}

const valueRow = z
  .object({
    __field: z.number(),
    __spelling: z.string(),
    __spellings: z.number(),
    __all: z.number(),
    __targets: z.number(),
    __heldTargets: z.number(),
    __heldOthers: z.number(),
  })
  .transform(({ __field: field, __spelling: spelling, __spellings: spellings, ...counts }) => ({
    field,
    spelling,
    spellings,
    counts: countsOf(counts),
  }));
type ValueRow = z.output<typeof valueRow>;

/** The others are those of no other set. */
function countsOf(row: Readonly<Record<'__all' | '__targets' | '__heldTargets' | '__heldOthers', number>>): Counts {
  const [targets, heldTargets, heldOthers] = [row.__targets, row.__heldTargets, row.__heldOthers];
  return { targets, heldTargets, heldOthers, others: row.__all - targets - heldTargets - heldOthers };
}

/** Counts the most frequent values of the fields of one group. */
export async function countValues(
  counting: Counting,
  comparison: Comparison,
  group: readonly AnalysedField[],
  sizes: Counts,
): Promise<ReadonlyMap<AnalysedField, readonly Candidate[]>> {
  const columns = group.map(({ column }) => column);
  const [first] = columns;
  if (first === undefined) return new Map();
  const isStored = hasStoredValues(comparison, first);
  const values = isStored ? valuesFromBuild(comparison, columns) : valuesByScan(comparison, first);
  const statement = frequentValues(values, sizes, MOST_FREQUENT);
  const rows = await counting.warehouse.rows(statement, valueRow, {
    ...counting.options,
    settings: isStored ? IN_LARGE_BLOCKS : {},
  });
  const rowsOf = Map.groupBy(rows, ({ field }) => field);
  const counted = new Map<AnalysedField, readonly Candidate[]>();
  for (const [at, field] of group.entries()) {
    counted.set(field, await candidatesOf(counting, comparison, field, rowsOf.get(at) ?? []));
  }
  return counted;
}

async function candidatesOf(
  counting: Counting,
  comparison: Comparison,
  { column, type, nameValue }: AnalysedField,
  rows: readonly ValueRow[],
): Promise<Candidate[]> {
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
  const { counts } = await readCounts(counting, comparison, conditionsOf(comparison, column.fieldName, inexact));
  const recounted = new Map(inexact.map((candidate, at) => [candidate, counts[at] ?? NONE]));
  return candidates.map(({ candidate }) => ({ ...candidate, counts: recounted.get(candidate) ?? candidate.counts }));
}

/** Finds the values, by place, that other items of the list contain too. */
async function partsOfOthers(
  { warehouse, options }: Counting,
  column: AnalysedField['column'],
  rows: readonly ValueRow[],
): Promise<(at: number) => boolean> {
  const statement = itemsContaining(
    column,
    rows.map(({ spelling }) => spelling),
  );
  if (statement === null || rows.length === 0) return () => true;
  const [found = {}] = await warehouse.rows(statement, z.record(z.string(), z.number()), options);
  return (at) => found[`__${at}`] !== 1;
}

function conditionsOf({ dataset }: Comparison, field: string, candidates: readonly Candidate[]): Condition[] {
  const readable = withoutIndexes(dataset);
  return candidates.map(({ rule }) => {
    const complete: FilterRule = { ...rule, id: 'rule', field };
    return { isMet: compileDatasetFilter(readable, { id: 'root', combinator: 'and', rules: [complete] }) };
  });
}

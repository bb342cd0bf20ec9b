import { IN_LARGE_BLOCKS } from '@quarry/clickhouse';
import { z } from 'zod';
import type { DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { AnalysedField } from './analysed-fields.ts';
import type { Counting } from './count-occurrences.ts';
import { fineSteps, numberFacts, storedFacts } from './number-facts.sql.ts';
import type { Comparison } from './occurrences.sql.ts';
import { ascending, roundToSteps, type Step } from './ranges.ts';
import { AS_WRITTEN, hasStoredValues } from './stored-values.sql.ts';

/** What decides about the ranges of a number. */
export interface NumberFact {
  readonly step: Step;
  /** The distinct values, but at most one more than FEW; null if there are known to be more. */
  readonly few: readonly number[] | null;
  /** Where fifths of the companies meet if both sets weigh the same. */
  readonly fifths: readonly number[];
}

/** So few distinct values are told apart one by one. */
const FEW = 6;
/** An estimated count of distinct values that cannot be of so few. */
const SURELY_MORE = 10 * FEW;

const figures = z.array(z.number().nullable()).default([]);
const flag = z.union([z.boolean(), z.number()]).transform(Boolean);
const factsRow = z.record(z.string(), z.unknown());
const storedRow = z.object({
  __field: z.number(),
  __whole: flag,
  __hundredths: flag,
  __ten_thousandths: flag,
  __few: figures,
  __cuts: figures,
});

type Facts = ReadonlyMap<AnalysedField, NumberFact>;
const NO_FACT: NumberFact = { step: 1, few: [], fifths: [] };

/** Reads the facts of numeric fields. */
export async function readNumberFacts(
  counting: Reading,
  comparison: Comparison,
  fields: readonly AnalysedField[],
): Promise<Facts> {
  const stored = fields.filter(({ column }) => hasStoredValues(comparison, column));
  const others = fields.filter((field) => !stored.includes(field));
  const read = await Promise.all([
    readStoredFacts(counting, comparison, stored),
    readFactsByScan(counting, comparison, others),
  ]);
  return new Map(read.flatMap((facts) => [...facts]));
}

type Reading = Pick<Counting, 'warehouse' | 'options'>;

async function readStoredFacts(
  { warehouse, options }: Reading,
  comparison: Comparison,
  fields: readonly AnalysedField[],
): Promise<Facts> {
  if (fields.length === 0) return new Map();
  const columns = fields.map(({ column }) => column);
  const statement = storedFacts(comparison, columns, FEW + 1);
  const rows = await warehouse.rows(statement, storedRow, {
    ...options,
    settings: { ...IN_LARGE_BLOCKS, ...AS_WRITTEN },
  });
  const byPlace = new Map(rows.map((row) => [row.__field, row]));
  return new Map(
    fields.map((field, at) => {
      const row = byPlace.get(at);
      if (row === undefined) return [field, NO_FACT];
      const step = row.__whole ? 1 : stepOf(row.__hundredths, row.__ten_thousandths);
      return [field, { step, few: numbersOf(row.__few), fifths: numbersOf(row.__cuts) }];
    }),
  );
}

async function readFactsByScan(
  { warehouse, options }: Reading,
  comparison: Comparison,
  fields: readonly AnalysedField[],
): Promise<Facts> {
  if (fields.length === 0) return new Map();
  const isMany = ({ fieldName }: DatasetColumn) =>
    comparison.sets.others === null && (comparison.dataset.statistics?.columns[fieldName]?.unique ?? 0) > SURELY_MORE;
  const wanted = fields.map(({ column, defaultCuts }) => ({
    column,
    needsCuts: defaultCuts === null,
    needsFew: defaultCuts === null && !isMany(column),
  }));
  const [row = {}] = await warehouse.rows(numberFacts(comparison, wanted, FEW + 1), factsRow, options);
  const numbers = (name: string) => numbersOf(figures.parse(row[name]));
  const fine = fields.filter((_field, at) => !flag.parse(row[`__whole_${at}`]));
  const steps = await readFineSteps({ warehouse, options }, comparison, fine);
  return new Map(
    fields.map((field, at) => {
      const step = steps.has(field) ? (steps.get(field) ?? null) : 1;
      const few = isMany(field.column) ? null : numbers(`__few_${at}`);
      return [field, { step, few, fifths: numbers(`__cuts_${at}`) }];
    }),
  );
}

const numbersOf = (read: z.output<typeof figures>): number[] => read.filter((value) => value !== null);
const stepOf = (areHundredths: boolean, areTenThousandths: boolean): Step =>
  areHundredths ? 0.01 : areTenThousandths ? 0.0001 : null;

/** The steps of fields whose numbers are not all whole. */
async function readFineSteps(
  { warehouse, options }: Reading,
  comparison: Comparison,
  fields: readonly AnalysedField[],
): Promise<ReadonlyMap<AnalysedField, Step>> {
  if (fields.length === 0) return new Map();
  const columns = fields.map(({ column }) => column);
  const [row = {}] = await warehouse.rows(fineSteps(comparison, columns), factsRow, options);
  const isStep = (name: string) => flag.parse(row[name]);
  return new Map(
    fields.map((field, at) => [field, stepOf(isStep(`__hundredths_${at}`), isStep(`__ten_thousandths_${at}`))]),
  );
}

/** Where the ranges of a field meet: as declared, at each of a few values, or else at round numbers near the fifths. */
export function cutsOf({ defaultCuts }: Pick<AnalysedField, 'defaultCuts'>, { few, fifths }: NumberFact): number[] {
  if (defaultCuts !== null) return ascending(defaultCuts);
  if (few !== null && few.length <= FEW) return ascending(few).slice(1);
  return ascending(fifths.map(roundToSteps));
}

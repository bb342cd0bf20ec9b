import { z } from 'zod';
import type { DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { AnalysedField } from './analysed-fields.ts';
import type { Counting } from './count-occurrences.ts';
import type { Counts } from './counts.ts';
import { type Comparison, fineSteps, numberFacts } from './occurrences.sql.ts';
import { ascending, roundToSteps, type Step } from './ranges.ts';

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

/** Reads the facts of numeric fields, by field name. */
export async function readNumberFacts(
  { warehouse, options }: Counting,
  comparison: Comparison,
  fields: readonly AnalysedField[],
  sizes: Counts,
): Promise<ReadonlyMap<string, NumberFact>> {
  if (fields.length === 0) return new Map();
  const isMany = ({ fieldName }: DatasetColumn) =>
    comparison.sets.others === null && (comparison.dataset.statistics?.columns[fieldName]?.unique ?? 0) > SURELY_MORE;
  const wanted = fields.map(({ column, defaultCuts }) => ({
    column,
    needsCuts: defaultCuts === null,
    needsFew: defaultCuts === null && !isMany(column),
  }));
  const [row = {}] = await warehouse.rows(numberFacts(comparison, wanted, sizes, FEW + 1), factsRow, options);
  const numbers = (name: string) => figures.parse(row[name]).filter((value) => value !== null);
  const fine = fields.filter((_field, at) => !flag.parse(row[`__whole_${at}`]));
  const steps = await readFineSteps({ warehouse, options }, comparison, fine);
  return new Map(
    fields.map((field, at) => {
      const step = steps.has(field) ? (steps.get(field) ?? null) : 1;
      const few = isMany(field.column) ? null : numbers(`__few_${at}`);
      return [field.column.fieldName, { step, few, fifths: numbers(`__cuts_${at}`) }];
    }),
  );
}

/** The steps of fields whose numbers are not all whole. */
async function readFineSteps(
  { warehouse, options }: Pick<Counting, 'warehouse' | 'options'>,
  comparison: Comparison,
  fields: readonly AnalysedField[],
): Promise<ReadonlyMap<AnalysedField, Step>> {
  if (fields.length === 0) return new Map();
  const columns = fields.map(({ column }) => column);
  const [row = {}] = await warehouse.rows(fineSteps(comparison, columns), factsRow, options);
  return new Map(
    fields.map((field, at) => {
      const isStep = (name: string) => flag.parse(row[`__${name}_${at}`]);
      return [field, isStep('hundredths') ? 0.01 : isStep('ten_thousandths') ? 0.0001 : null];
    }),
  );
}

/** Where the ranges of a field meet: as declared, at each of a few values, or else at round numbers near the fifths. */
export function cutsOf({ defaultCuts }: Pick<AnalysedField, 'defaultCuts'>, { few, fifths }: NumberFact): number[] {
  if (defaultCuts !== null) return ascending(defaultCuts);
  if (few !== null && few.length <= FEW) return ascending(few).slice(1);
  return ascending(fifths.map(roundToSteps));
}

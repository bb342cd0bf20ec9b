import { z } from 'zod';
import type { AnalysedField } from './analysed-fields.ts';
import type { Counting } from './count-occurrences.ts';
import type { Counts } from './counts.ts';
import { type Comparison, numberFacts } from './occurrences.sql.ts';
import { ascending, roundToSteps, type Step } from './ranges.ts';

/** What decides about the ranges of a number. */
export interface NumberFact {
  readonly step: Step;
  /** The distinct values, but at most one more than FEW. */
  readonly few: readonly number[];
  /** Where fifths of the companies meet if both sets weigh the same. */
  readonly fifths: readonly number[];
}

/** So few distinct values are told apart one by one. */
const FEW = 6;

const figures = z.array(z.number().nullable()).default([]);
const factsRow = z.record(z.string(), z.unknown());

/** Reads the facts of numeric fields in one scan, by field name. */
export async function readNumberFacts(
  { warehouse, options }: Counting,
  comparison: Comparison,
  fields: readonly AnalysedField[],
  sizes: Counts,
): Promise<ReadonlyMap<string, NumberFact>> {
  if (fields.length === 0) return new Map();
  const wanted = fields.map(({ column, defaultCuts }) => ({ column, needsCuts: defaultCuts === null }));
  const [row = {}] = await warehouse.rows(numberFacts(comparison, wanted, sizes, FEW + 1), factsRow, options);
  const is = (name: string) => z.boolean().or(z.number()).parse(row[name]) === true || row[name] === 1;
  const numbers = (name: string) => figures.parse(row[name]).filter((value) => value !== null);
  return new Map(
    fields.map(({ column }, at) => {
      const step = is(`__whole_${at}`)
        ? 1
        : is(`__hundredths_${at}`)
          ? 0.01
          : is(`__ten_thousandths_${at}`)
            ? 0.0001
            : null;
      return [column.fieldName, { step, few: numbers(`__few_${at}`), fifths: numbers(`__cuts_${at}`) }];
    }),
  );
}

/** Where the ranges of a field meet: as declared, at each of a few values, or else at round numbers near the fifths. */
export function cutsOf({ defaultCuts }: Pick<AnalysedField, 'defaultCuts'>, { few, fifths }: NumberFact): number[] {
  if (defaultCuts !== null) return ascending(defaultCuts);
  if (few.length <= FEW) return ascending(few).slice(1);
  return ascending(fifths.map(roundToSteps));
}

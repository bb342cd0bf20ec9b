import type { getDataDirectory, OutputOf } from '@quarry/contracts';
import { formatNumber } from '../../lib/format.ts';

/** What the server says about the columns of one kind of record. */
export type RecordCoverage = OutputOf<typeof getDataDirectory>['companies'];

/** How many of the records have a value. */
export interface Coverage {
  readonly filled: number;
  readonly records: number;
}

/** The coverage of each field by its name; none while it is not known or where there are no records. */
export function coverageByField(answer: RecordCoverage | undefined): ReadonlyMap<string, Coverage> {
  if (answer === undefined || answer.records === 0) return new Map();
  const { records, fields } = answer;
  return new Map(fields.map(({ fieldName, filled }) => [fieldName, { filled, records }]));
}

/** The share with a value as percent with one decimal. Only what is empty reads 0%, only what is full 100%. */
export function coverageText({ filled, records }: Coverage): string {
  if (filled === 0) return '0%';
  if (filled >= records) return '100%';
  const percent = (filled / records) * 100;
  if (percent < 0.1) return '<0.1%';
  return `${Math.min(99.9, percent).toFixed(1)}%`;
}

/** The counts behind a coverage: `2,612 of 3,000 companies have a value`. */
export function coverageSentence({ filled, records }: Coverage, noun: string): string {
  return `${formatNumber(filled)} of ${formatNumber(records)} ${noun} have a value`;
}

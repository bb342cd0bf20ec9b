import type { getDataDirectory, OutputOf } from '@quarry/contracts';
import { formatNumber } from '../../lib/format.ts';

/** Coverage of one record type's fields, as the server reports it. */
export type RecordCoverage = OutputOf<typeof getDataDirectory>['companies'];

export interface Coverage {
  readonly filled: number;
  readonly records: number;
}

/** Coverage by field name; empty while it loads and if there are no records. */
export function coverageByField(coverage: RecordCoverage | undefined): ReadonlyMap<string, Coverage> {
  if (coverage === undefined || coverage.records === 0) return new Map();
  const { records, fields } = coverage;
  return new Map(fields.map(({ fieldName, filled }) => [fieldName, { filled, records }]));
}

/** The share with a value as a percentage, never rounded to 0% or 100%. */
export function coverageText({ filled, records }: Coverage): string {
  if (filled === 0) return '0%';
  if (filled >= records) return '100%';
  const percent = (filled / records) * 100;
  if (percent < 0.1) return '<0.1%';
  return `${Math.min(99.9, percent).toFixed(1)}%`;
}

/** `2,612 of 3,000 companies have a value`. */
export function coverageSentence({ filled, records }: Coverage, noun: string): string {
  return `${formatNumber(filled)} of ${formatNumber(records)} ${noun} have a value`;
}

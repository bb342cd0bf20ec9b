import { formatPercentage } from '../../lib/format.ts';
import type { DirectoryRow } from './directory-rows.ts';

/** The rows of one table of the directory and what its records are called. */
export interface DirectorySection {
  readonly recordType: string;
  readonly rows: readonly DirectoryRow[];
}

const HEADER = [
  'Record type',
  'Name',
  'Field name',
  'Description',
  'Type',
  'Source',
  'Data block',
  'Configuration',
  'Coverage',
];
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The columns of the dataset as a CSV file (RFC 4180, UTF-8 with byte order mark) that no spreadsheet takes formulas
 * from. Data points that are still on their way are left out.
 */
export function directoryCsv(sections: readonly DirectorySection[]): string {
  const lines = sections.flatMap(({ recordType, rows }) =>
    rows
      .filter(({ isPending }) => !isPending)
      .map(({ field, source, coverage }) => [
        recordType,
        field.displayName,
        field.fieldName,
        field.description,
        field.type,
        source.kind,
        source.block,
        source.configuration,
        coverage === null ? '' : formatPercentage(coverage.filled / coverage.records),
      ]),
  );
  return BYTE_ORDER_MARK + [HEADER, ...lines].map((line) => `${line.map(csvValue).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
function csvValue(text: string): string {
  const plain = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

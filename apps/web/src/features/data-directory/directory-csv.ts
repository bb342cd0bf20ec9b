import { formatPercentage } from '../../lib/format.ts';
import type { DirectoryRow } from './directory-rows.ts';

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
 * The dataset's columns as CSV (RFC 4180, UTF-8 with byte order mark), safe from formula injection. Leaves out pending
 * data points.
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

/** Puts an apostrophe before text that a spreadsheet would read as a formula. */
function csvValue(text: string): string {
  const plain = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

import type { Rejection } from './company-record.ts';

export interface FileRow {
  /** The line of a text file or the row of a Parquet file, from 1. */
  line: number;
  /** By column name. */
  values: ReadonlyMap<string, unknown>;
}

/** A row of a file, or the reason why it could not be read. */
export type ReadRow = FileRow | Rejection;

export function isFileRow(row: ReadRow): row is FileRow {
  return 'values' in row;
}

/** The start of a text, short enough for a report. */
export function excerpt(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}

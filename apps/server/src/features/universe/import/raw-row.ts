import type { Rejection } from './company-record.ts';

export interface FileRow {
  /** The line of a text file or the row of a Parquet file, from 1. */
  line: number;
  /** The same array for consecutive rows with the same columns, so that it need not be compared. */
  columns: readonly string[];
  /** In the order of the columns. */
  values: readonly unknown[];
}

/** A row of a file, or the reason why it could not be read. */
export type ReadRow = FileRow | Rejection;

export function isFileRow(row: ReadRow): row is FileRow {
  return 'values' in row;
}

/** Makes rows of objects, with one array of columns for consecutive objects with the same keys. */
export function rowReader(): (line: number, object: object) => FileRow {
  let columns: readonly string[] = [];
  return (line, object) => {
    const keys = Object.keys(object);
    if (keys.length !== columns.length || keys.some((key, index) => key !== columns[index])) columns = keys;
    return { line, columns, values: Object.values(object) };
  };
}

/** The start of a text, short enough for a report. */
export function excerpt(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}

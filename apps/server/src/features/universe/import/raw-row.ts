/** One row as the file has it: values by column name. */
export interface FileRow {
  /** Where it stands: the line in a text file, the row in a Parquet file, from 1. */
  line: number;
  values: ReadonlyMap<string, unknown>;
}

/** A part of the file that is no row. */
interface BrokenRow {
  line: number;
  /** Why, in a sentence for people. */
  reason: string;
  /** The start of the text. */
  text: string;
}

/** What reading a file gives, in order. */
export type ReadRow = FileRow | BrokenRow;

/** Whether reading gave a row. */
export function isFileRow(row: ReadRow): row is FileRow {
  return 'values' in row;
}

/** A text short enough for a report. */
export function startOf(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}

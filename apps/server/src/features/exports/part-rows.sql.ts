import { ident, join, type Sql, type StreamFormat, sql, uint } from '@quarry/clickhouse';
import { type FieldType, traitsOf } from '@quarry/filters';
import type { ExportColumn } from './export-columns.ts';

/** The rows of one part of an export. */
export interface PartRows {
  /** The columns, whose values are over the table in `from`. */
  readonly columns: readonly ExportColumn[];
  /** The only column is whole lines of CSV. */
  readonly isLines: boolean;
  /** What follows FROM, with the conditions. */
  readonly from: Sql;
  readonly order: Sql;
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
function neutralised(value: Sql): Sql {
  return sql`if(substring(${value}, 1, 1) IN ('=', '+', '-', '@', '\\t'), concat('\\'', ${value}), toString(${value}))`;
}

const isPercent = (type: FieldType): boolean => traitsOf(type).unit === 'percent';

/** A percentage is stored as a fraction; rounded, because 0.07 times 100 is not 7. */
const asPercent = (value: Sql): Sql => sql`round(${value} * 100, 10)`;

/** A value as it stands in a CSV file: a text, or a number, date or truth value that the engine writes as such. */
function csvValue({ type, value }: ExportColumn): Sql {
  switch (traitsOf(type).form) {
    case 'text':
      return neutralised(value);
    case 'list':
      return neutralised(sql`arrayStringConcat(${value}, '; ')`);
    case 'number':
      return isPercent(type) ? asPercent(value) : value;
    case 'date':
    case 'boolean':
      return value;
  }
}

/** A value as it is written into a line of CSV. */
function written(column: ExportColumn): Sql {
  const value = csvValue(column);
  switch (traitsOf(column.type).form) {
    case 'number':
    case 'boolean':
      return sql`ifNull(toString(${value}), '')`;
    case 'date':
      return sql`ifNull(concat('"', toString(${value}), '"'), '')`;
    case 'text':
    case 'list':
      return sql`concat('"', replaceAll(${value}, '"', '""'), '"')`;
  }
}

/** A row as CSV, without the last character of its end. */
export function csvLine(columns: readonly ExportColumn[]): Sql {
  const pieces = columns.flatMap((column, at) => [at === 0 ? sql`''` : sql`','`, written(column)]);
  return sql`concat(${join([...pieces, sql`'\\r'`])})`;
}

/** The rows as CSV without a header, and the format to ask for: RFC 4180, with nothing for what is empty. */
export function csvRows(rows: PartRows): { statement: Sql; format: StreamFormat } {
  // Parts of the table are merged row by row: lines cost less there than the values that they are made of.
  const statement = sql`SELECT ${lineOf(rows)}
    FROM ${rows.from}
    ORDER BY ${rows.order}
    SETTINGS query_plan_execute_functions_after_sorting = 0`;
  return { statement, format: 'TSVRaw' };
}

/** The line of a row, made or at hand. */
function lineOf({ columns, isLines }: PartRows): Sql {
  return isLines ? join(columns.map(({ value }) => value)) : csvLine(columns);
}

const partName = (at: number) => ident(`__part_${at}`);

/** The rows under their headings, in the engine's own types, and the format to ask for. */
export function typedRows({ columns, from, order }: PartRows): { statement: Sql; format: StreamFormat } {
  const names = distinctHeaders(columns.map(({ header }) => header));
  const values = columns.map(({ type, value }, at) => {
    const typed = isPercent(type) ? asPercent(value) : type === 'Picklist' ? sql`toString(${value})` : value;
    return sql`${typed} AS ${partName(at)}`;
  });
  // Headings may be names of columns, which conditions and order would then mean.
  const headed = columns.map((_column, at) => sql`${partName(at)} AS ${ident(names[at] ?? '')}`);
  const statement = sql`SELECT ${join(headed)}
    FROM (
      SELECT ${join(values)}
      FROM ${from}
      ORDER BY ${order})`;
  return { statement, format: 'Parquet' };
}

/** Columns of a table need different names; headings of a CSV file don't. */
function distinctHeaders(headers: readonly string[]): string[] {
  const seen = new Set<string>();
  return headers.map((header) => {
    let name = header === '' ? 'Column' : header;
    for (let at = 2; seen.has(name); at++) name = `${header} (${at})`;
    seen.add(name);
    return name;
  });
}

/** How many of the first `limit` rows are written in at most `bytes` bytes. */
export function rowsWithin(rows: PartRows, limit: number, bytes: number): Sql {
  return sql`SELECT toUInt32(countIf(written <= ${uint(bytes)})) AS rows
    FROM (
      SELECT sum(bytes) OVER (ROWS UNBOUNDED PRECEDING) AS written
      FROM (
        SELECT length(${lineOf(rows)}) + 1 AS bytes
        FROM ${rows.from}
        ORDER BY ${rows.order}
        LIMIT ${uint(limit)}))`;
}

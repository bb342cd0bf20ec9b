import { type FileFormat, ident, join, type Sql, sql, uint } from '@quarry/clickhouse';
import { type FieldType, traitsOf } from '@quarry/filters';
import type { ExportColumn } from './export-columns.ts';

/** The rows of one part of an export. */
export interface PartRows {
  /** With values over the table in `from`. */
  readonly columns: readonly ExportColumn[];
  /** The only column has whole lines of CSV. */
  readonly isLines: boolean;
  /** The table and conditions that follow FROM. */
  readonly from: Sql;
  readonly order: Sql;
}

const FORMULA_STARTS = sql`('=', '+', '-', '@', '\\t', '\\r', '\\n')`;
/** Some spreadsheets read these as their usual forms. Three bytes each. */
const FULL_WIDTH_STARTS = sql`('＝', '＋', '－', '＠')`;

/** Prefixes an apostrophe to a text that a spreadsheet would take for a formula. */
function neutralised(value: Sql): Sql {
  const isFormula = sql`substring(${value}, 1, 1) IN ${FORMULA_STARTS} OR substring(${value}, 1, 3) IN ${FULL_WIDTH_STARTS}`;
  return sql`if(${isFormula}, concat('\\'', ${value}), toString(${value}))`;
}

const isPercent = (type: FieldType): boolean => traitsOf(type).unit === 'percent';

/** Percentages are stored as fractions; rounded, because 0.07 * 100 is not 7. */
const asPercent = (value: Sql): Sql => sql`round(${value} * 100, 10)`;

/** A value for CSV: a text, or a number, date or boolean in the engine's notation. */
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

/** A value as a field of a CSV line, quoted if needed. */
function csvField(column: ExportColumn): Sql {
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

/** A row as CSV, ending with CR; the output format adds LF. */
export function csvLine(columns: readonly ExportColumn[]): Sql {
  const pieces = columns.flatMap((column, at) => [at === 0 ? sql`''` : sql`','`, csvField(column)]);
  return sql`concat(${join([...pieces, sql`'\\r'`])})`;
}

/** Rows as CSV without a header, per RFC 4180; empty values are empty fields. */
export function csvRows(rows: PartRows): { statement: Sql; format: FileFormat } {
  // The sort merges the table's parts row by row: finished lines are cheaper to merge than their values.
  const statement = sql`SELECT ${lineOf(rows)}
    FROM ${rows.from}
    ORDER BY ${rows.order}
    SETTINGS query_plan_execute_functions_after_sorting = 0`;
  return { statement, format: 'TSVRaw' };
}

function lineOf({ columns, isLines }: PartRows): Sql {
  return isLines ? join(columns.map(({ value }) => value)) : csvLine(columns);
}

const partName = (at: number) => ident(`__part_${at}`);

/** Rows as Parquet, with headings as column names and the engine's types. */
export function typedRows({ columns, from, order }: PartRows): { statement: Sql; format: FileFormat } {
  const names = distinctHeaders(columns.map(({ header }) => header));
  const values = columns.map(({ type, value }, at) => {
    const typed = isPercent(type) ? asPercent(value) : type === 'Picklist' ? sql`toString(${value})` : value;
    return sql`${typed} AS ${partName(at)}`;
  });
  // A heading can equal a column name, which conditions and order would then refer to.
  const headed = columns.map((_column, at) => sql`${partName(at)} AS ${ident(names[at] ?? '')}`);
  const statement = sql`SELECT ${join(headed)}
    FROM (
      SELECT ${join(values)}
      FROM ${from}
      ORDER BY ${order})`;
  return { statement, format: 'Parquet' };
}

/** Columns of a table need unique names; CSV headings don't. */
function distinctHeaders(headers: readonly string[]): string[] {
  const seen = new Set<string>();
  return headers.map((header) => {
    let name = header === '' ? 'Column' : header;
    for (let at = 2; seen.has(name); at++) name = `${header} (${at})`;
    seen.add(name);
    return name;
  });
}

/** Counts how many of the first `limit` rows fit into `bytes` bytes of CSV. */
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

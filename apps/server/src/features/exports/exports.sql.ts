import { randomBytes } from 'node:crypto';
import { defineTable, ident, join, type Sql, sql, type TableDefinition, uint } from '@quarry/clickhouse';
import type { FieldType } from '@quarry/filters';
import { datasetDatabase, STORED_TYPES } from '#server/features/datasets/table.ts';
import type { ExportColumn } from './export-columns.ts';

/** What later steps must know of a column: its heading and its type. */
export interface KeptColumn {
  readonly header: string;
  readonly type: FieldType;
}

// Not the name of any data point, so that conditions over the dataset can't mean it.
const keptName = (at: number): string => `__export_${at}`;
const kept = (at: number) => ident(keptName(at));

/** The table of an export's rows. */
export interface KeptTable {
  readonly database: string;
  readonly name: string;
}

/** What the names of all tables of an export begin with. */
export function keptRowsPrefix(exportId: string): string {
  return `export_${exportId.replaceAll('-', '')}_`;
}

/** A table for an export's rows, with a name that no other attempt has. */
export function newKeptTable(clientName: string, exportId: string): KeptTable {
  return {
    database: datasetDatabase(clientName),
    name: `${keptRowsPrefix(exportId)}${randomBytes(4).toString('hex')}`,
  };
}

/**
 * The rows of an export, numbered in its order. They are kept apart from the dataset, so that its next version changes
 * nothing about an export that runs.
 */
export function keptRowsTable(table: KeptTable, columns: readonly KeptColumn[]): TableDefinition {
  return defineTable({
    ...table,
    columns: [
      { name: 'position', type: 'UInt64' },
      ...columns.map(({ type }, at) => ({ name: keptName(at), type: STORED_TYPES[type] })),
    ],
    engine: { kind: 'MergeTree' },
    orderBy: ['position'],
    // Read once and dropped: merging would cost more time and memory than everything else.
    settings: { max_bytes_to_merge_at_max_space_in_pool: 1, max_compress_block_size: 262_144 },
    shardBy: sql`position`,
  });
}

const tableOf = ({ database, name }: KeptTable) => ident(database, name);

/** Writes the rows of an export, numbered from 0 in the given order. */
export function keepRows(
  table: KeptTable,
  columns: readonly ExportColumn[],
  rows: { readonly table: Sql; readonly where: Sql; readonly order: Sql },
): Sql {
  const names = columns.map((_column, at) => sql`${kept(at)}`);
  const values = columns.map(({ value }, at) => sql`${value} AS ${kept(at)}`);
  return sql`INSERT INTO ${tableOf(table)} (${join([sql`position`, ...names])})
    SELECT ${join([sql`rowNumberInAllBlocks()`, ...names])}
    FROM (SELECT ${join(values)} FROM ${rows.table} ${rows.where} ORDER BY ${rows.order})`;
}

/** How many rows are kept, and whether their numbers are 0, 1, 2 and so on. */
export function countKept(table: KeptTable): Sql {
  return sql`SELECT toUInt32(count()) AS rows, toBool(rows = 0 OR (max(position) + 1 = rows AND sum(position) = intDiv(rows * (rows - 1), 2))) AS isNumbered FROM ${tableOf(table)}`;
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
function neutralised(value: Sql): Sql {
  return sql`if(substring(${value}, 1, 1) IN ('=', '+', '-', '@', '\\t'), concat('\\'', ${value}), toString(${value}))`;
}

/** A percentage is stored as a fraction; rounded, because 0.07 times 100 is not 7. */
const asPercent = (value: Sql): Sql => sql`round(${value} * 100, 10)`;

/** A value as it stands in a CSV file: a text, or a number, date or truth value that the engine writes as such. */
function csvValue({ type }: KeptColumn, at: number): Sql {
  const value = sql`${kept(at)}`;
  switch (type) {
    case 'String':
    case 'Picklist':
      return neutralised(value);
    case 'Multipicklist':
    case 'Array':
      return neutralised(sql`arrayStringConcat(${value}, '; ')`);
    case 'Percentage':
      return asPercent(value);
    default:
      return value;
  }
}

/** Positions of the rows of one part; `to` is not in it. */
export interface PartRange {
  readonly from: number;
  readonly to: number;
}

const inRange = ({ from, to }: PartRange): Sql => sql`position >= ${uint(from)} AND position < ${uint(to)}`;

/** The rows of one part as CSV without a header: RFC 4180, with nothing for what is empty. */
export function csvRows(table: KeptTable, columns: readonly KeptColumn[], range: PartRange): Sql {
  return sql`SELECT ${join(columns.map(csvValue))} FROM ${tableOf(table)} WHERE ${inRange(range)} ORDER BY position
    SETTINGS output_format_csv_crlf_end_of_line = 1, format_csv_null_representation = ''`;
}

/** The rows of one part under their headings, in the engine's own types. */
export function typedRows(table: KeptTable, columns: readonly KeptColumn[], range: PartRange): Sql {
  const names = distinctHeaders(columns.map(({ header }) => header));
  const values = columns.map(({ type }, at) => {
    const value = sql`${kept(at)}`;
    const typed = type === 'Percentage' ? asPercent(value) : type === 'Picklist' ? sql`toString(${value})` : value;
    return sql`${typed} AS ${ident(names[at] ?? keptName(at))}`;
  });
  return sql`SELECT ${join(values)} FROM ${tableOf(table)} WHERE ${inRange(range)} ORDER BY position`;
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

/** How many rows from `range.from` on are written in at most `bytes` bytes; all columns are texts. */
export function rowsWithin(table: KeptTable, columns: readonly KeptColumn[], range: PartRange, bytes: number): Sql {
  // Two quotes and a comma or half of the line's end per value, a second quote for each quote, and the line's end.
  const lengths = columns.map((column, at) => {
    const value = csvValue(column, at);
    return sql`length(${value}) + countSubstrings(${value}, '"') + 3`;
  });
  return sql`SELECT toUInt32(countIf(written <= ${uint(bytes)})) AS rows FROM (
    SELECT sum(${join(lengths, ' + ')} + 1) OVER (ORDER BY position) AS written FROM ${tableOf(table)} WHERE ${inRange(range)})`;
}

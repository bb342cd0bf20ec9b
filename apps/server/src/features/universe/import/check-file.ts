import { CHECKED_ROWS, type CompanyFileCheck } from '@quarry/contracts';
import { chooseMapping } from './choose-mapping.ts';
import { CONTENT_FIELDS, type CompanyRecord, type Rejection } from './company-record.ts';
import { ImportError } from './import-error.ts';
import type { Mapping } from './mapping.ts';
import { normaliseRecord } from './normalise-record.ts';
import { openSource } from './open-source.ts';
import { excerpt, type FileRow, isFileRow, type ReadRow } from './raw-row.ts';
import { NOTHING_READ, openRows, type ReadOptions, SAMPLE_ROWS } from './read-companies.ts';

const SAMPLES = 3;
const MAX_COLUMNS = 500;

/** Tells how a file would be read, from its first rows. Reads no more of it than they take. */
export async function checkFile(options: ReadOptions): Promise<CompanyFileCheck> {
  const progress = { ...NOTHING_READ };
  let problem: string | null = null;
  let rows: readonly ReadRow[] = [];
  try {
    rows = await firstRows(await openRows(await openSource(options.location), options, progress));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    problem = error.message;
  }
  const columns = [...new Set(rows.filter(isFileRow).flatMap((row) => row.columns))];
  let mapping: Mapping | null = null;
  try {
    // Without a readable row nothing tells the columns.
    if (columns.length > 0) mapping = chooseMapping(columns, options.mapping);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    problem ??= error.message;
  }
  if (columns.length === 0) problem ??= 'The first rows of the file cannot be read.';
  const { format, dialect } = progress;
  return {
    format,
    dialect,
    columns: columns.slice(0, MAX_COLUMNS).map((name) => ({ name, samples: samplesOf(rows, name) })),
    mapping: mapping === null ? null : { name: mapping.name, fields: mapping.fieldsOf(columns) },
    problem,
    unusedColumns: columns.filter((name) => mapping?.uses(name) === false).slice(0, MAX_COLUMNS),
    rows: rows.slice(0, CHECKED_ROWS).flatMap((row) => {
      if (!isFileRow(row)) return [rejectedRow(row)];
      return mapping === null ? [] : [readRow(normaliseRecord(row.line, mapping.read(row)))];
    }),
  };
}

/** As many rows as decide on the mapping. */
async function firstRows(batches: AsyncIterable<readonly ReadRow[]>): Promise<readonly ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const batch of batches) {
    rows.push(...batch.slice(0, SAMPLE_ROWS - rows.length));
    if (rows.length >= SAMPLE_ROWS) break;
  }
  return rows;
}

function samplesOf(rows: readonly ReadRow[], column: string): string[] {
  const valueOf = (row: FileRow) => row.values[row.columns.indexOf(column)];
  const texts = rows.filter(isFileRow).map((row) => textOf(valueOf(row)));
  return [...new Set(texts.filter((text) => text !== ''))].slice(0, SAMPLES).map(excerpt);
}

const rejectedRow = ({ line, reason, text }: Rejection): CompanyFileCheck['rows'][number] => ({
  line,
  values: text === '' ? {} : { name: text },
  reason,
  ignored: [],
});

function readRow(read: CompanyRecord | Rejection): CompanyFileCheck['rows'][number] {
  if ('reason' in read) return rejectedRow(read);
  const { line, domain, linkedInId, aliases, content, ignored } = read;
  const values: Record<string, unknown> = { domain, linked_in_url: linkedInId, aliases };
  for (const field of CONTENT_FIELDS) values[field] = content[field];
  const texts = Object.entries(values).map(([field, value]) => [field, excerpt(textOf(value))] as const);
  return { line, values: Object.fromEntries(texts.filter(([, text]) => text !== '')), reason: null, ignored };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : (JSON.stringify(value, bigintAsText) ?? '');
}

/** Parquet files hold 64-bit integers. */
const bigintAsText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

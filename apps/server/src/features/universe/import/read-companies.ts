import { chooseMapping } from './choose-mapping.ts';
import type { CompanyRecord, Rejection } from './company-record.ts';
import type { CsvDialect } from './csv-record.ts';
import { decompress } from './decompress.ts';
import { ImportError } from './import-error.ts';
import type { Mapping } from './mapping.ts';
import { normaliseRecord } from './normalise-record.ts';
import { type Location, openSource, type Source } from './open-source.ts';
import { isFileRow, type ReadRow } from './raw-row.ts';
import { readCsv } from './read-csv.ts';
import { readJsonl } from './read-jsonl.ts';
import { type Line, readLines } from './read-lines.ts';
import { readParquet, readParquetBytes } from './read-parquet.ts';
import { type UnusedColumns, unusedColumns } from './unused-columns.ts';

export interface ReadOptions {
  location: Location;
  /** In bytes, for a file in pieces. */
  size?: number | undefined;
  /** A custom mapping, as parsed JSON; without it, the columns decide on a built-in one. */
  mapping: unknown;
  /** For temporary files. */
  scratchDirectory: string;
  /** Limit after decompression. */
  maxBytes: number;
}

/** Facts about the file, as far as it has been read. */
export interface ReadProgress {
  format: 'CSV' | 'JSONL' | 'Parquet' | 'empty';
  /** Null for other formats. */
  dialect: CsvDialect | null;
  /** Null if no row was read. */
  mapping: string | null;
  /** Columns that the mapping does not use; at most 500. */
  unusedColumns: readonly string[];
  /** Before decompression. */
  bytesRead: number;
  /** Null if unknown. */
  bytesTotal: number | null;
}

export const NOTHING_READ: Readonly<ReadProgress> = {
  format: 'empty',
  dialect: null,
  mapping: null,
  unusedColumns: [],
  bytesRead: 0,
  bytesTotal: null,
};

/** Rows whose keys decide on the mapping: a JSON row may leave keys out. */
export const SAMPLE_ROWS = 50;

/**
 * Reads the companies of a file and keeps `progress` up to date.
 * @throws ImportError if the file cannot be read.
 */
export async function* readCompanies(
  options: ReadOptions,
  progress: ReadProgress,
): AsyncGenerator<(CompanyRecord | Rejection)[]> {
  const source = await openSource(options.location);
  progress.bytesTotal = source.size ?? options.size ?? null;
  const rows = await openRows(source, options, progress);
  const unused = unusedColumns();
  progress.unusedColumns = unused.names;
  yield* companies(rows, options.mapping, unused, (mapping) => {
    progress.mapping = mapping.name;
  });
}

/** Recognises format and dialect, and opens the rows. */
export async function openRows(
  source: Source,
  options: ReadOptions,
  progress: ReadProgress,
): Promise<AsyncIterable<readonly ReadRow[]>> {
  const { content, isCompressed, bytes } = await decompress(source.bytes, options.maxBytes, (count) => {
    progress.bytesRead = count;
  });
  if (content === 'empty') throw new ImportError('The file is empty.');
  if (content === 'parquet') {
    progress.format = 'Parquet';
    return source.path !== null && !isCompressed
      ? readParquet(source.path)
      : readParquetBytes(bytes, options.scratchDirectory);
  }
  const { isJson, lines } = await detectJson(readLines(bytes));
  progress.format = isJson ? 'JSONL' : 'CSV';
  if (isJson) return readJsonl(lines);
  return readCsv(lines, (dialect) => {
    progress.dialect = dialect;
  });
}

async function detectJson(batches: AsyncGenerator<Line[]>): Promise<{ isJson: boolean; lines: AsyncIterable<Line[]> }> {
  for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
    const { value: batch } = next;
    const first = batch.find((line) => 'reason' in line || line.text.trim() !== '');
    if (first !== undefined) return { isJson: /^\s*[[{]/.test(first.text), lines: concat(batch, batches) };
  }
  throw new ImportError('The file has only blank lines.');
}

async function* concat<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** Whole batches: handing each row through the generators would take a fifth of the time. */
async function* companies(
  batches: AsyncIterable<readonly ReadRow[]>,
  customMapping: unknown,
  unused: UnusedColumns,
  onMapping: (mapping: Mapping) => void,
): AsyncGenerator<(CompanyRecord | Rejection)[]> {
  const choose = (columns: ReadonlySet<string>): Mapping => {
    const chosen = chooseMapping([...columns], customMapping);
    onMapping(chosen);
    return chosen;
  };
  const readWith = (mapping: Mapping) => (row: ReadRow) => {
    if (!isFileRow(row)) return row;
    unused.add(row.columns, mapping);
    return normaliseRecord(row.line, mapping.read(row));
  };
  let read: ReturnType<typeof readWith> | undefined;
  let waiting: ReadRow[] = [];
  for await (const batch of batches) {
    waiting = waiting.concat(batch);
    while (read === undefined && waiting.length >= SAMPLE_ROWS) {
      const sample = waiting.slice(0, SAMPLE_ROWS);
      const columns = columnsOf(sample);
      if (columns.size > 0) read = readWith(choose(columns));
      else {
        yield sample.filter(isRejection);
        waiting = waiting.slice(SAMPLE_ROWS);
      }
    }
    if (read === undefined) continue;
    yield waiting.map(read);
    waiting = [];
  }
  yield waiting.some(isFileRow) ? waiting.map(readWith(choose(columnsOf(waiting)))) : waiting.filter(isRejection);
}

const isRejection = (row: ReadRow): row is Rejection => !isFileRow(row);

const columnsOf = (rows: readonly ReadRow[]): ReadonlySet<string> =>
  new Set(rows.filter(isFileRow).flatMap(({ columns }) => columns));

import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Warehouse } from '@quarry/clickhouse';
import { chooseMapping } from './choose-mapping.ts';
import type { CompanyRecord, Rejection } from './company-record.ts';
import type { CsvDialect } from './csv-record.ts';
import { decompress } from './decompress.ts';
import { emptyReport, type ImportReport, importCompanies } from './import-companies.ts';
import { ImportError } from './import-error.ts';
import type { Mapping } from './mapping.ts';
import { normaliseRecord } from './normalise-record.ts';
import { openSource, type Source } from './open-source.ts';
import { isFileRow, type ReadRow } from './raw-row.ts';
import { readCsv } from './read-csv.ts';
import { readJsonl } from './read-jsonl.ts';
import { type Line, readLines } from './read-lines.ts';
import { readParquet, readParquetBytes } from './read-parquet.ts';
import { type UnusedColumns, unusedColumns } from './unused-columns.ts';

export interface ImportFileOptions {
  warehouse: Warehouse;
  /** Path or http(s) address of the file. */
  location: string;
  /** A custom mapping, as parsed JSON; without it, the columns decide on a built-in one. */
  mapping?: unknown;
  isDryRun?: boolean;
  /** The file for rejected rows, one JSON object per line; created only if there are any. */
  rejectsPath: string;
  /** For temporary files; default: the system's. */
  scratchDirectory?: string;
  /** Rejected rows in that file; further ones are only counted. Default 100,000. */
  maxRejects?: number;
  /** Limit after decompression. */
  maxBytes?: number;
  onProgress?: (progress: ImportProgress) => void;
  signal?: AbortSignal;
}

interface ImportProgress {
  report: Readonly<ImportReport>;
  /** Before decompression. */
  bytesRead: number;
  /** Null if unknown. */
  bytesTotal: number | null;
}

export interface ImportFileResult {
  report: ImportReport;
  format: 'CSV' | 'JSONL' | 'Parquet' | 'empty';
  /** Null for other formats. */
  dialect: CsvDialect | null;
  /** Null if no row was read. */
  mapping: string | null;
  /** Columns that the mapping does not use; at most 500. */
  unusedColumns: string[];
  hasRejects: boolean;
  /** Rejected rows that the file has no room for. */
  unlistedRejects: number;
  /** Null if the import reached the end of the file. */
  failure: ImportError | null;
}

const DEFAULT_MAX_BYTES = 512 * 1024 ** 3;
const DEFAULT_MAX_REJECTS = 100_000;
/** Rows whose keys decide on the mapping: a JSON row may leave keys out. */
const SAMPLE_ROWS = 50;

/**
 * Imports a file of companies: CSV, JSONL or Parquet, plain or compressed (gzip, zstd), recognised by content. A problem with the file
 * is returned as `failure`; what was stored before it stays.
 */
export async function importFile(options: ImportFileOptions): Promise<ImportFileResult> {
  const result: ImportFileResult = {
    report: emptyReport(),
    format: 'empty',
    dialect: null,
    mapping: null,
    unusedColumns: [],
    hasRejects: false,
    unlistedRejects: 0,
    failure: null,
  };
  const rejects = rejectsFile(options.rejectsPath);
  const unused = unusedColumns();
  const maxRejects = options.maxRejects ?? DEFAULT_MAX_REJECTS;
  let listed = 0;
  let bytesRead = 0;
  try {
    const source = await openSource(options.location, options.signal);
    const reportProgress = () => options.onProgress?.({ report: result.report, bytesRead, bytesTotal: source.size });
    const rows = await openRows(source, options, result, (count) => {
      bytesRead = count;
    });
    await importCompanies(
      {
        warehouse: options.warehouse,
        source: companies(rows, options.mapping, unused, (mapping) => {
          result.mapping = mapping.name;
        }),
        isDryRun: options.isDryRun,
        async onReject(rejection) {
          if (listed === maxRejects) result.unlistedRejects += 1;
          else await rejects.write(rejection);
          listed = Math.min(listed + 1, maxRejects);
        },
        onProgress: reportProgress,
        signal: options.signal,
      },
      result.report,
    );
  } catch (error) {
    // An address whose request was aborted looks like one that cannot be read.
    options.signal?.throwIfAborted();
    if (!(error instanceof ImportError)) throw error;
    result.failure = error;
  } finally {
    result.unusedColumns = unused.list();
    result.hasRejects = await rejects.close();
  }
  return result;
}

async function openRows(
  source: Source,
  options: ImportFileOptions,
  result: ImportFileResult,
  onStoredBytes: (count: number) => void,
): Promise<AsyncIterable<readonly ReadRow[]>> {
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  const { content, isCompressed, bytes } = await decompress(source.bytes, maxBytes, onStoredBytes);
  if (content === 'empty') throw new ImportError('The file is empty.');
  if (content === 'parquet') {
    result.format = 'Parquet';
    return source.path !== null && !isCompressed
      ? readParquet(source.path)
      : readParquetBytes(bytes, options.scratchDirectory ?? tmpdir());
  }
  const { isJson, lines } = await detectJson(readLines(bytes));
  result.format = isJson ? 'JSONL' : 'CSV';
  if (isJson) return readJsonl(lines);
  return readCsv(lines, (dialect) => {
    result.dialect = dialect;
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

async function* companies(
  batches: AsyncIterable<readonly ReadRow[]>,
  customMapping: unknown,
  unused: UnusedColumns,
  onMapping: (mapping: Mapping) => void,
): AsyncGenerator<CompanyRecord | Rejection> {
  let mapping: Mapping | undefined;
  let waiting: ReadRow[] = [];
  const columns = new Set<string>();
  const choose = (): Mapping => {
    const chosen = chooseMapping([...columns], customMapping);
    onMapping(chosen);
    return chosen;
  };
  const read = (row: ReadRow, using: Mapping) => {
    if (!isFileRow(row)) return row;
    unused.add(row.columns, using);
    return normaliseRecord(row.line, using.read(row));
  };
  for await (const row of flatten(batches)) {
    if (mapping !== undefined) {
      yield read(row, mapping);
      continue;
    }
    waiting.push(row);
    if (isFileRow(row)) for (const column of row.columns) columns.add(column);
    if (waiting.length < SAMPLE_ROWS) continue;
    mapping = columns.size > 0 ? choose() : undefined;
    if (mapping === undefined) {
      // Only broken rows so far.
      for (const broken of waiting) if (!isFileRow(broken)) yield broken;
    } else {
      for (const first of waiting) yield read(first, mapping);
    }
    waiting = [];
  }
  if (waiting.some(isFileRow)) mapping ??= choose();
  for (const row of waiting) {
    if (mapping !== undefined) yield read(row, mapping);
    else if (!isFileRow(row)) yield row;
  }
}

async function* flatten<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}

interface RejectsFile {
  write(rejection: Rejection): Promise<void>;
  /** True if the file exists. */
  close(): Promise<boolean>;
}

/** A file that its first line creates; it replaces, or `close` removes, the file of an earlier run. */
function rejectsFile(path: string): RejectsFile {
  let file: FileHandle | undefined;
  const create = async () => {
    await mkdir(dirname(path), { recursive: true });
    return open(path, 'w');
  };
  return {
    async write(rejection) {
      file ??= await create();
      await file.writeFile(`${JSON.stringify(rejection)}\n`);
    },
    async close() {
      if (file === undefined) {
        await rm(path, { force: true });
        return false;
      }
      await file.close();
      return true;
    },
  };
}

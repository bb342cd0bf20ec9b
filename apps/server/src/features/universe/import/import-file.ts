import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Warehouse } from '@quarry/clickhouse';
import { chooseMapping } from './choose-mapping.ts';
import type { CompanyRecord, Rejection } from './company-record.ts';
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
import { unpack } from './unpack.ts';

/** What to import, and how. */
export interface ImportFileOptions {
  warehouse: Warehouse;
  /** Path or http(s) address of the file. */
  location: string;
  /** A mapping that a person wrote, as parsed JSON; a ready one is chosen by the columns when left out. */
  mapping?: unknown;
  isDryRun?: boolean;
  /** Where rejected rows are written, one JSON object per line; made only if there are any. */
  rejectsPath: string;
  /** Most bytes after unpacking. */
  maxBytes?: number;
  onProgress?: (progress: ImportProgress) => void;
  signal?: AbortSignal;
}

/** How far an import is. */
interface ImportProgress {
  report: Readonly<ImportReport>;
  /** Stored bytes read so far, and in all where that is known. */
  bytesRead: number;
  bytesTotal: number | null;
}

/** What an import did, also when it could not be finished. */
export interface ImportFileResult {
  report: ImportReport;
  format: 'CSV' | 'JSONL' | 'Parquet' | 'empty';
  /** The mapping's name; null where no row was read. */
  mapping: string | null;
  hasRejects: boolean;
  /** Why the import stopped before the end of the file; null when it went through. */
  failure: ImportError | null;
}

const DEFAULT_MAX_BYTES = 512 * 1024 ** 3;
/** Rows whose keys are looked at to choose a mapping: in JSON, a row may leave keys out. */
const ROWS_TO_LOOK_AT = 50;

/**
 * Imports a file of companies: CSV, JSONL or Parquet, plain or gzipped, told apart by content. Trouble with the file
 * comes back in `failure`, with the report of what was stored before.
 */
export async function importFile(options: ImportFileOptions): Promise<ImportFileResult> {
  const result: ImportFileResult = {
    report: emptyReport(),
    format: 'empty',
    mapping: null,
    hasRejects: false,
    failure: null,
  };
  const rejects = rejectsFile(options.rejectsPath);
  let bytesRead = 0;
  try {
    const source = await openSource(options.location, options.signal);
    const tell = () => options.onProgress?.({ report: result.report, bytesRead, bytesTotal: source.size });
    const rows = await openRows(source, options, result, (count) => {
      bytesRead = count;
    });
    await importCompanies(
      {
        warehouse: options.warehouse,
        source: companies(rows, options.mapping, (mapping) => {
          result.mapping = mapping.name;
        }),
        isDryRun: options.isDryRun,
        onReject: (rejection) => rejects.write(rejection),
        onProgress: tell,
        signal: options.signal,
      },
      result.report,
    );
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    result.failure = error;
  } finally {
    result.hasRejects = await rejects.close();
  }
  return result;
}

async function openRows(
  source: Source,
  options: ImportFileOptions,
  result: ImportFileResult,
  onStoredBytes: (count: number) => void,
): Promise<AsyncIterable<ReadRow>> {
  const limits = { maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES };
  const { content, isPacked, bytes } = await unpack(source.bytes, limits, onStoredBytes);
  if (content === 'empty') throw new ImportError('The file is empty.');
  if (content === 'parquet') {
    result.format = 'Parquet';
    return source.path !== null && !isPacked ? readParquet(source.path) : readParquetBytes(bytes);
  }
  const { isJson, lines } = await looksLikeJson(readLines(bytes));
  result.format = isJson ? 'JSONL' : 'CSV';
  return isJson ? readJsonl(lines) : readCsv(lines);
}

async function looksLikeJson(lines: AsyncGenerator<Line>): Promise<{ isJson: boolean; lines: AsyncIterable<Line> }> {
  const blank: Line[] = [];
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    const { value } = next;
    blank.push(value);
    if (value.text.trim() === '' && !('reason' in value)) continue;
    return { isJson: /^\s*[[{]/.test(value.text), lines: after(blank, lines) };
  }
  throw new ImportError('The file holds nothing but blank lines.');
}

async function* after<T>(first: readonly T[], rest: AsyncGenerator<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

async function* companies(
  rows: AsyncIterable<ReadRow>,
  own: unknown,
  onMapping: (mapping: Mapping) => void,
): AsyncGenerator<CompanyRecord | Rejection> {
  let mapping: Mapping | undefined;
  let waiting: ReadRow[] = [];
  const columns = new Set<string>();
  const choose = (): Mapping => {
    const chosen = chooseMapping([...columns], own);
    onMapping(chosen);
    return chosen;
  };
  const read = (row: ReadRow, using: Mapping) =>
    isFileRow(row) ? normaliseRecord(row.line, using.read(row.values)) : row;
  for await (const row of rows) {
    if (mapping !== undefined) {
      yield read(row, mapping);
      continue;
    }
    waiting.push(row);
    if (isFileRow(row)) for (const column of row.values.keys()) columns.add(column);
    if (waiting.length < ROWS_TO_LOOK_AT) continue;
    mapping = columns.size > 0 ? choose() : undefined;
    if (mapping === undefined) {
      // Nothing but broken rows so far.
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

interface RejectsFile {
  write(rejection: Rejection): Promise<void>;
  /** Closes the file; says whether there is one. */
  close(): Promise<boolean>;
}

/** A file that comes into being with its first line, in place of one of an earlier run. */
function rejectsFile(path: string): RejectsFile {
  let stream: WriteStream | undefined;
  const open = async () => {
    await mkdir(dirname(path), { recursive: true });
    const opened = createWriteStream(path);
    await once(opened, 'open');
    return opened;
  };
  return {
    async write(rejection) {
      stream ??= await open();
      if (!stream.write(`${JSON.stringify(rejection)}\n`)) await once(stream, 'drain');
    },
    async close() {
      if (stream === undefined) {
        await rm(path, { force: true });
        return false;
      }
      stream.end();
      await once(stream, 'finish');
      return true;
    },
  };
}

import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Warehouse } from '@quarry/clickhouse';
import type { Rejection } from './company-record.ts';
import { emptyReport, type ImportReport, importCompanies } from './import-companies.ts';
import { ImportError } from './import-error.ts';
import type { Location } from './open-source.ts';
import { readBatches } from './read-batches.ts';
import { NOTHING_READ, type ReadProgress } from './read-companies.ts';

export interface ImportFileOptions {
  warehouse: Warehouse;
  location: Location;
  /** In bytes, for a file in pieces. */
  size?: number | undefined;
  /** A custom mapping, as parsed JSON; without it, the columns decide on a built-in one. */
  mapping?: unknown;
  isDryRun?: boolean;
  /** Keeps under this number what the import changes, by which it can be undone. */
  run?: number | undefined;
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
  format: ReadProgress['format'];
  /** Null for other formats. */
  dialect: ReadProgress['dialect'];
  /** Null if no row was read. */
  mapping: string | null;
  /** Columns that the mapping does not use; at most 500. */
  unusedColumns: readonly string[];
  hasRejects: boolean;
  /** Rejected rows that the file has no room for. */
  unlistedRejects: number;
  /** Null if the import reached the end of the file. */
  failure: ImportError | null;
}

/** Of a file after decompression. */
export const DEFAULT_MAX_BYTES = 512 * 1024 ** 3;
const DEFAULT_MAX_REJECTS = 100_000;
/** Large, because each batch looks through all stored companies, whatever its size. */
const BATCH_ROWS = 200_000;

/**
 * Imports a file of companies: CSV, JSONL or Parquet, plain or compressed (gzip, zstd), recognised by content. A problem
 * with the file is returned as `failure`; what was stored before it stays.
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
  const maxRejects = options.maxRejects ?? DEFAULT_MAX_REJECTS;
  let listed = 0;
  let read: Readonly<ReadProgress> = NOTHING_READ;
  try {
    const batches = readBatches(
      {
        location: options.location,
        size: options.size,
        mapping: options.mapping,
        scratchDirectory: options.scratchDirectory ?? tmpdir(),
        maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
        batchSize: BATCH_ROWS,
      },
      (progress) => {
        read = progress;
        result.format = progress.format;
        result.dialect = progress.dialect;
        result.mapping = progress.mapping;
        result.unusedColumns = progress.unusedColumns;
      },
      options.signal,
    );
    await importCompanies(
      {
        warehouse: options.warehouse,
        batches,
        isDryRun: options.isDryRun,
        run: options.run,
        async onReject(rejection) {
          if (listed === maxRejects) result.unlistedRejects += 1;
          else await rejects.write(rejection);
          listed = Math.min(listed + 1, maxRejects);
        },
        onProgress: (report) =>
          options.onProgress?.({ report, bytesRead: read.bytesRead, bytesTotal: read.bytesTotal }),
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
    result.hasRejects = await rejects.close();
  }
  return result;
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

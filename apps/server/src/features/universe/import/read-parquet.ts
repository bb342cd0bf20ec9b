import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { ImportError } from './import-error.ts';
import { reasonOf } from './open-source.ts';
import { type FileRow, rowReader } from './raw-row.ts';

/** Bounds memory, regardless of the size of the row groups. */
const ROWS_PER_READ = 50_000;
const MAX_GROUP_BYTES = 8n * 1024n ** 3n;

/**
 * Reads the rows of a Parquet file, in batches.
 * @throws ImportError if the file is damaged or has a row group that is too large.
 */
export async function* readParquet(path: string): AsyncGenerator<FileRow[]> {
  const { file, metadata } = await guarded(async () => {
    const opened = await asyncBufferFromFile(path);
    return { file: opened, metadata: await parquetMetadataAsync(opened) };
  });
  const columns = await guarded(async () => parquetSchema(metadata).children.map((child) => child.element.name));
  const toRow = rowReader();
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    if (group.total_byte_size > MAX_GROUP_BYTES) {
      throw new ImportError('A row group of the Parquet file is larger than 8 GB. Write it with smaller row groups.');
    }
    const groupEnd = groupStart + Number(group.num_rows);
    for (let rowStart = groupStart; rowStart < groupEnd; rowStart += ROWS_PER_READ) {
      const rowEnd = Math.min(groupEnd, rowStart + ROWS_PER_READ);
      const rows = await guarded(() =>
        parquetReadObjects({ file, metadata, compressors, columns, rowStart, rowEnd, useOffsetIndex: true }),
      );
      if (rows.length !== rowEnd - rowStart) throw damaged('it holds fewer rows than it says');
      const firstLine = rowStart + 1;
      yield rows.map((row, index) => toRow(firstLine + index, row));
    }
    groupStart = groupEnd;
  }
}

/** Reads from a temporary file in `scratchDirectory`, because Parquet is read from its end. */
export async function* readParquetBytes(
  bytes: AsyncIterable<Uint8Array>,
  scratchDirectory: string,
): AsyncGenerator<FileRow[]> {
  const folder = await mkdtemp(join(scratchDirectory, 'import-'));
  try {
    const path = join(folder, 'file.parquet');
    await pipeline(bytes, createWriteStream(path));
    yield* readParquet(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw damaged(reasonOf(error));
  }
}

function damaged(reason: string): ImportError {
  return new ImportError(`The Parquet file is damaged, or of a kind that cannot be read: ${reason}.`);
}

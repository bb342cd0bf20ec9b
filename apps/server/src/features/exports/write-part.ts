import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Sql, StreamFormat } from '@quarry/clickhouse';
import { makeScratchFolder } from '#server/platform/data-folder.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';

/** People wait for the file, and formatting lines takes longer than writing them. */
const TWO_AT_ONCE = { max_threads: 2 };

/**
 * Writes `head` and the result of a statement into a stored file and returns its size in bytes. Goes through a
 * temporary file, because object stores need the size before the first byte.
 */
export async function writePart(
  { config, warehouse, files, signal }: Pick<JobContext, 'config' | 'warehouse' | 'files' | 'signal'>,
  key: string,
  head: string,
  statement: Sql,
  format: StreamFormat,
): Promise<number> {
  const folder = await makeScratchFolder(config.dataDir, 'export-');
  try {
    const path = join(folder, 'part');
    const file = createWriteStream(path);
    if (head !== '') file.write(head);
    await pipeline(warehouse.stream(statement, format, { lane: 'jobs', signal, settings: TWO_AT_ONCE }), file, {
      signal,
    });
    const bytes = file.bytesWritten;
    await files.putStream(key, createReadStream(path), { contentLength: bytes });
    return bytes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

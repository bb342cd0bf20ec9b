import { createReadStream } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFormat, Sql } from '@quarry/clickhouse';
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
  format: FileFormat,
): Promise<number> {
  const folder = await makeScratchFolder(config.dataDir, 'export-');
  try {
    const path = join(folder, 'part');
    if (head !== '') await writeFile(path, head);
    await warehouse.writeFile(path, statement, format, { lane: 'jobs', signal, settings: TWO_AT_ONCE });
    const { size } = await stat(path);
    await files.putStream(key, createReadStream(path), { contentLength: size });
    return size;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

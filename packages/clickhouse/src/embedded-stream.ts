import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { byteStream, eitherSignal } from './byte-stream.ts';
import { dropRepeatedHeaders } from './csv-header.ts';
import type { Engine } from './embedded-engine.ts';
import { acquire, execute, guardStatement, kill, release } from './embedded-engine.ts';
import { settingsPrelude } from './embedded-session.ts';
import { toWarehouseError, WarehouseError } from './errors.ts';
import { literal } from './literal.ts';
import { text } from './sql.ts';
import type { StatementOptions, StreamFormat } from './warehouse.ts';

/** Small, because each chunk of the stream is one block. */
const BLOCK_ROWS = 8192;

/**
 * Streams a SELECT's answer. Destroying the stream or aborting the caller's signal kills the statement.
 *
 * chDB plans a stream on the calling thread and may run sub-queries while planning, which would block the process. So a
 * statement with sub-queries first writes a file on an engine thread. So does Parquet, whose chunks don't add up to a
 * file because its index comes last.
 */
export function streamStatement(
  engine: Engine,
  query: string,
  format: StreamFormat,
  options: StatementOptions,
  scratchDirectory: string | undefined,
): Readable {
  const withSmallBlocks = { ...options, settings: { max_block_size: BLOCK_ROWS, ...options.settings } };
  return byteStream(
    (signal) =>
      format === 'Parquet' || /\(\s*(?:SELECT|WITH)\b/i.test(query)
        ? spooledChunks(engine, query, format, { ...options, signal }, scratchDirectory)
        : nativeChunks(engine, query, format, { ...withSmallBlocks, signal }),
    eitherSignal(engine.closed.signal, options.signal),
  );
}

async function* nativeChunks(
  engine: Engine,
  query: string,
  format: Exclude<StreamFormat, 'Parquet'>,
  options: StatementOptions & { signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const { signal } = options;
  const held = await acquire(engine, options);
  let last: Promise<unknown> = Promise.resolve();
  let failed = false;
  let fetching = false;
  // Between two fetches nothing runs, so cancelling the stream is enough.
  const onAbort = (): void => {
    if (fetching) void kill(engine, held);
  };
  try {
    const prelude = settingsPrelude(held.target, held.settings);
    if (prelude !== '') {
      last = held.target.session.queryAsync(prelude, { format: 'Null' });
      await guardStatement(engine, held, last, signal);
    }
    if (signal.aborted) throw new WarehouseError('aborted');
    signal.addEventListener('abort', onAbort, { once: true });
    const transform = format === 'CSVWithNames' ? dropRepeatedHeaders() : (chunk: Uint8Array) => chunk;
    fetching = true;
    for await (const chunk of held.target.session.queryStream(query, { format })) {
      fetching = false;
      const bytes = transform(chunk.raw());
      if (bytes.length > 0) yield bytes;
      fetching = true;
    }
    fetching = false;
  } catch (error) {
    failed = true;
    throw signal.aborted ? new WarehouseError('aborted', undefined, error) : toWarehouseError(error);
  } finally {
    signal.removeEventListener('abort', onAbort);
    const done = (): void => release(engine, held, options, !failed && !signal.aborted);
    last.then(done, done);
  }
}

async function* spooledChunks(
  engine: Engine,
  query: string,
  format: StreamFormat,
  options: StatementOptions & { signal: AbortSignal },
  scratchDirectory: string | undefined,
): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(scratchDirectory ?? tmpdir(), 'quarry-answer-'));
  try {
    const file = join(folder, 'answer');
    const target = `file(${literal(text(file))}, ${literal(text(format))})`;
    await execute(engine, `INSERT INTO FUNCTION ${target} ${query}`, 'Null', options);
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
      if (chunk instanceof Uint8Array) yield chunk;
    }
  } catch (error) {
    throw options.signal.aborted ? new WarehouseError('aborted', undefined, error) : toWarehouseError(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportError } from './import-error.ts';
import { reasonOf } from './open-source.ts';

/** Recognised by the first bytes, never by the file name. */
type Content = 'text' | 'parquet' | 'empty';

interface Decompressed {
  content: Content;
  isCompressed: boolean;
  bytes: AsyncIterable<Uint8Array>;
}

/** Typical tables compress to about a tenth. */
const MAX_RATIO = 100;
/** Small files may exceed the ratio. */
const RATIO_FREE_BYTES = 64 * 1024 * 1024;
const MAX_LAYERS = 2;

/**
 * Removes gzip, as a stream, and recognises the content.
 * @throws ImportError for other formats and UTF-16; while reading, for damage and for expansion beyond the limits.
 */
export async function decompress(
  stored: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onStoredBytes: (count: number) => void,
): Promise<Decompressed> {
  const counter = { stored: 0 };
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of stored) {
      counter.stored += chunk.byteLength;
      onStoredBytes(counter.stored);
      yield chunk;
    }
  }
  let bytes: AsyncIterable<Uint8Array> = counted();
  for (let layers = 0; ; layers += 1) {
    const { head, all } = await peek(bytes, 4096);
    if (head[0] === 0x1f && head[1] === 0x8b) {
      if (layers === MAX_LAYERS) throw new ImportError('The file is compressed more than twice.');
      bytes = gunzipped(all, maxBytes, counter);
      continue;
    }
    return { content: contentOf(head), isCompressed: layers > 0, bytes: layers === 0 ? bounded(all, maxBytes) : all };
  }
}

function contentOf(head: Uint8Array): Content {
  if (head.byteLength === 0) return 'empty';
  const magic = Buffer.from(head.subarray(0, 6)).toString('latin1');
  if (magic.startsWith('PAR1')) return 'parquet';
  const unsupported = [
    ['PK\u0003\u0004', 'a ZIP archive or an Excel workbook'],
    ['(\u00b5/\u00fd', 'compressed with zstd'],
    ['BZh', 'compressed with bzip2'],
    ['\u00fd7zXZ', 'compressed with xz'],
    ['7z\u00bc\u00af', 'a 7-Zip archive'],
  ].find(([start]) => start !== undefined && magic.startsWith(start));
  if (unsupported !== undefined) {
    throw new ImportError(`The file is ${unsupported[1]}. Convert it to CSV, JSONL or Parquet, plain or gzipped.`);
  }
  const zeros = head.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  if (magic.startsWith('\u00ff\u00fe') || magic.startsWith('\u00fe\u00ff') || zeros > head.byteLength / 5) {
    throw new ImportError('The file is not UTF-8 text (it looks like UTF-16 or binary data). Save it as UTF-8.');
  }
  return 'text';
}

async function peek(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let length = 0;
  while (length < size) {
    const next = await iterator.next();
    if (next.done === true) break;
    taken.push(next.value);
    length += next.value.byteLength;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* taken;
      taken.length = 0;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(taken).subarray(0, size), all: all() };
}

async function* bounded(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

async function* gunzipped(
  compressed: AsyncIterable<Uint8Array>,
  maxBytes: number,
  counter: { stored: number },
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(compressed);
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  // Passes on the message of the source, which gunzip would hide.
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let length = 0;
  try {
    for await (const chunk of gunzip) {
      if (!(chunk instanceof Uint8Array)) continue;
      length += chunk.byteLength;
      if (length > maxBytes) throw tooLarge(maxBytes);
      if (length > RATIO_FREE_BYTES && length > counter.stored * MAX_RATIO) {
        throw new ImportError(`The file expands to more than ${MAX_RATIO} times its size.`);
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`The file is damaged: its gzip data cannot be decompressed (${reasonOf(error)}).`);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

function tooLarge(maxBytes: number): ImportError {
  return new ImportError(`The file is larger than ${maxBytes} bytes. Raise the limit with --max-bytes.`);
}

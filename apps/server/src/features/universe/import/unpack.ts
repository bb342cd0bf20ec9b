import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportError } from './import-error.ts';
import { reasonOf } from './open-source.ts';

/** What a file turns out to hold, told by its first bytes and never by its name. */
type Content = 'text' | 'parquet' | 'empty';

/** A file without its packing. */
export interface Unpacked {
  content: Content;
  isPacked: boolean;
  bytes: AsyncIterable<Uint8Array>;
}

/** How far a file may expand. */
export interface ExpansionLimits {
  /** Most bytes after unpacking. */
  maxBytes: number;
}

/** Ordinary tables shrink to a tenth or so. Checked once the file has grown to more than a small one can be. */
const MAX_RATIO = 100;
const RATIO_FREE_BYTES = 64 * 1024 * 1024;
const MAX_PACKINGS = 2;

/**
 * Looks at the first bytes and takes gzip off, in a stream. Counts the stored bytes as they pass.
 * @throws ImportError for other packings and for UTF-16, and while reading for damage and for expansion over the limits.
 */
export async function unpack(
  stored: AsyncIterable<Uint8Array>,
  limits: ExpansionLimits,
  onStoredBytes: (count: number) => void,
): Promise<Unpacked> {
  const counter = { stored: 0 };
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of stored) {
      counter.stored += chunk.byteLength;
      onStoredBytes(counter.stored);
      yield chunk;
    }
  }
  let bytes: AsyncIterable<Uint8Array> = counted();
  for (let packings = 0; ; packings += 1) {
    const { head, all } = await peek(bytes, 4096);
    if (head[0] === 0x1f && head[1] === 0x8b) {
      if (packings === MAX_PACKINGS) throw new ImportError('The file is packed many times over, and is refused.');
      bytes = gunzipped(all, limits, counter);
      continue;
    }
    return { content: contentOf(head), isPacked: packings > 0, bytes: packings === 0 ? bounded(all, limits) : all };
  }
}

function contentOf(head: Uint8Array): Content {
  if (head.byteLength === 0) return 'empty';
  const magic = Buffer.from(head.subarray(0, 6)).toString('latin1');
  if (magic.startsWith('PAR1')) return 'parquet';
  const packing = [
    ['PK\u0003\u0004', 'a ZIP archive or an Excel workbook'],
    ['(\u00b5/\u00fd', 'packed with zstd'],
    ['BZh', 'packed with bzip2'],
    ['\u00fd7zXZ', 'packed with xz'],
    ['7z\u00bc\u00af', 'a 7-Zip archive'],
  ].find(([start]) => start !== undefined && magic.startsWith(start));
  if (packing !== undefined) {
    throw new ImportError(`The file is ${packing[1]}. Give it as CSV, JSONL or Parquet, plain or gzipped.`);
  }
  const zeros = head.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  if (magic.startsWith('\u00ff\u00fe') || magic.startsWith('\u00fe\u00ff') || zeros > head.byteLength / 5) {
    throw new ImportError('The file is not UTF-8 text (it looks like UTF-16 or like binary data). Save it as UTF-8.');
  }
  return 'text';
}

async function peek(
  bytes: AsyncIterable<Uint8Array>,
  wanted: number,
): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let length = 0;
  while (length < wanted) {
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
  return { head: Buffer.concat(taken).subarray(0, wanted), all: all() };
}

async function* bounded(bytes: AsyncIterable<Uint8Array>, limits: ExpansionLimits): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.byteLength;
    if (length > limits.maxBytes) throw tooLarge(limits);
    yield chunk;
  }
}

async function* gunzipped(
  packed: AsyncIterable<Uint8Array>,
  limits: ExpansionLimits,
  counter: { stored: number },
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(packed);
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  // A failure of the source has a sentence of its own, which the unpacking must not hide.
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let length = 0;
  try {
    for await (const chunk of gunzip) {
      if (!(chunk instanceof Uint8Array)) continue;
      length += chunk.byteLength;
      if (length > limits.maxBytes) throw tooLarge(limits);
      if (length > RATIO_FREE_BYTES && length > counter.stored * MAX_RATIO) {
        throw new ImportError(`The file expands to more than ${MAX_RATIO} times its size, and is refused.`);
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`The file is damaged: its gzip data can not be unpacked (${reasonOf(error)}).`);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

function tooLarge(limits: ExpansionLimits): ImportError {
  return new ImportError(
    `The file is larger than ${limits.maxBytes} bytes, and is refused. Raise the limit with --max-bytes.`,
  );
}

import { once } from 'node:events';
import { Readable, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
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

const COMPRESSIONS = [
  { name: 'gzip', isAt: (head: Uint8Array) => head[0] === 0x1f && head[1] === 0x8b, decompress: gunzip },
  { name: 'zstd', isAt: isZstdFrame, decompress: decompressZstd },
];
type Compression = (typeof COMPRESSIONS)[number];

const CHUNK = { chunkSize: 256 * 1024 };

/**
 * Removes gzip and zstd, as a stream, and recognises the content.
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
    const compression = COMPRESSIONS.find(({ isAt }) => isAt(head));
    if (compression !== undefined) {
      if (layers === MAX_LAYERS) throw new ImportError('The file is compressed more than twice.');
      bytes = decompressed(all, compression, maxBytes, counter);
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
    ['BZh', 'compressed with bzip2'],
    ['\u00fd7zXZ', 'compressed with xz'],
    ['7z\u00bc\u00af', 'a 7-Zip archive'],
  ].find(([start]) => start !== undefined && magic.startsWith(start));
  if (unsupported !== undefined) {
    throw new ImportError(
      `The file is ${unsupported[1]}. Convert it to CSV, JSONL or Parquet, plain or compressed with gzip or zstd.`,
    );
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

async function* decompressed(
  compressed: AsyncIterable<Uint8Array>,
  { name, decompress }: Compression,
  maxBytes: number,
  counter: { stored: number },
): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    for await (const chunk of decompress(compressed)) {
      length += chunk.byteLength;
      if (length > maxBytes) throw tooLarge(maxBytes);
      if (length > RATIO_FREE_BYTES && length > counter.stored * MAX_RATIO) {
        throw new ImportError(`The file expands to more than ${MAX_RATIO} times its size.`);
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`The file is damaged: its ${name} data cannot be decompressed (${reasonOf(error)}).`);
  }
}

function gunzip(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return through(compressed, createGunzip(CHUNK));
}

/** A frame of data or, as parallel writers add them, of metadata. */
function isZstdFrame(head: Uint8Array): boolean {
  const [first = 0, ...rest] = head.subarray(0, 4);
  const [second, third, fourth] = rest;
  if (first === 0x28) return second === 0xb5 && third === 0x2f && fourth === 0xfd;
  return first >= 0x50 && first <= 0x5f && second === 0x2a && third === 0x4d && fourth === 0x18;
}

/** A file may have many frames, and the decompressor ends silently after one. */
async function* decompressZstd(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = compressed[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  try {
    for (;;) {
      const first = rest.byteLength > 0 ? { done: false, value: rest } : await chunks.next();
      if (first.done === true) return;
      const frame = createZstdDecompress(CHUNK);
      let unused: Uint8Array[] = [];
      let used = 0;
      async function* input() {
        for (let next = first; next.done !== true; next = await chunks.next()) {
          const [oldest] = unused;
          if (oldest !== undefined && used + oldest.byteLength <= frame.bytesWritten) {
            used += oldest.byteLength;
            unused = unused.slice(1);
          }
          unused.push(next.value);
          yield next.value;
        }
      }
      yield* through(input(), frame);
      rest = Buffer.concat(unused).subarray(frame.bytesWritten - used);
    }
  } finally {
    await chunks.return?.();
  }
}

async function* through(input: AsyncIterable<Uint8Array>, target: Transform): AsyncGenerator<Uint8Array> {
  const source = Readable.from(input);
  // Passes on the message of the source, which the decompressor would hide.
  source.once('error', (error) => target.destroy(error));
  source.pipe(target);
  try {
    for await (const chunk of target) if (chunk instanceof Uint8Array) yield chunk;
  } finally {
    target.destroy();
    source.destroy();
    // What it is still reading belongs to the next frame.
    if (!source.closed) await once(source, 'close');
  }
}

function tooLarge(maxBytes: number): ImportError {
  return new ImportError(`The file is larger than ${maxBytes} bytes. Raise the limit with --max-bytes.`);
}

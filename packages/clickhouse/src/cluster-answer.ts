import type { Readable } from 'node:stream';

/** An error that the server wrote into an answer it had already begun. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

/**
 * Yields an answer's bytes and throws if the server wrote an exception into it. The exception comes last, between marks
 * with the answer's tag (`X-ClickHouse-Exception-Tag`; servers before ClickHouse 25.11 cut the connection instead).
 */
export async function* checkedChunks(answer: Readable, tag: string | undefined): AsyncGenerator<Uint8Array> {
  if (tag === undefined || tag === '') {
    for await (const chunk of answer) yield toBytes(chunk);
    return;
  }
  const mark = Buffer.from(`\r\n__exception__\r\n${tag}\r\n`);
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of answer) {
    const bytes = Buffer.concat([held, toBytes(chunk)]);
    const at = bytes.indexOf(mark);
    if (at !== -1) {
      if (at > 0) yield bytes.subarray(0, at);
      throw new AnswerError(await restAsText(bytes.subarray(at + mark.length), answer));
    }
    // A chunk may end inside a mark, so bytes that could start one are held back.
    const safe = Math.max(0, bytes.length - (mark.length - 1));
    if (safe > 0) yield bytes.subarray(0, safe);
    held = bytes.subarray(safe);
  }
  if (held.length > 0) yield held;
}

const MAX_MESSAGE_BYTES = 64 * 1024;

async function restAsText(beginning: Buffer, answer: Readable): Promise<string> {
  const parts: Uint8Array[] = [beginning];
  let size = beginning.length;
  for await (const chunk of answer) {
    const bytes = toBytes(chunk);
    parts.push(bytes);
    size += bytes.length;
    if (size > MAX_MESSAGE_BYTES) break;
  }
  return Buffer.concat(parts).toString('utf8');
}

function toBytes(chunk: unknown): Buffer {
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  throw new TypeError('The answer is not a byte stream');
}

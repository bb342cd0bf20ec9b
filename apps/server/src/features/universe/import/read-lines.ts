import { isUtf8 } from 'node:buffer';
import type { Rejection } from './company-record.ts';

/** A line without its line end, or the reason why it could not be read. */
export type Line = { line: number; text: string } | Rejection;

export const MAX_LINE_BYTES = 4 * 1024 * 1024;

const NEW_LINE = 10;
const RETURN = 13;

/**
 * Splits bytes into lines, with memory for the longest line. Rejects lines that are too long or not UTF-8. Splits files
 * without line feeds at carriage returns.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let line = 1;
  let end: number | undefined;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const take = (last: Uint8Array): Line => {
    const total = pendingBytes + last.byteLength;
    const parts = pending;
    pending = [];
    pendingBytes = 0;
    const at = line;
    line += 1;
    if (total > MAX_LINE_BYTES) {
      return { line: at, reason: `The line is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB.`, text: '' };
    }
    return decoded(
      at,
      parts.length === 0 ? Buffer.from(last.buffer, last.byteOffset, last.byteLength) : Buffer.concat([...parts, last]),
    );
  };
  for await (const raw of bytes) {
    const chunk = line === 1 && pendingBytes === 0 ? withoutByteOrderMark(raw) : raw;
    end ??= chunk.includes(NEW_LINE) || !chunk.includes(RETURN) ? NEW_LINE : RETURN;
    let start = 0;
    for (let at = chunk.indexOf(end); at >= 0; at = chunk.indexOf(end, start)) {
      yield take(chunk.subarray(start, at));
      start = at + 1;
    }
    if (start === chunk.byteLength) continue;
    const rest = chunk.subarray(start);
    // Do not keep a line that is already too long.
    if (pendingBytes <= MAX_LINE_BYTES) pending.push(Uint8Array.from(rest));
    else pending = [];
    pendingBytes += rest.byteLength;
  }
  if (pendingBytes > 0) yield take(new Uint8Array());
}

function withoutByteOrderMark(chunk: Uint8Array): Uint8Array {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}

function decoded(line: number, bytes: Buffer): Line {
  const trimmed = bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes;
  if (isUtf8(trimmed)) return { line, text: trimmed.toString('utf8') };
  return { line, reason: 'The line is not valid UTF-8 text.', text: trimmed.subarray(0, 200).toString('latin1') };
}

import { isUtf8 } from 'node:buffer';
import type { Rejection } from './company-record.ts';

/** A line without its line end, or the reason why it could not be read. */
export type Line = { line: number; text: string } | Rejection;

export const MAX_LINE_BYTES = 4 * 1024 * 1024;

const NEW_LINE = 10;
const RETURN = 13;

/**
 * Splits bytes into lines, in batches, with memory for one chunk and the longest line. Rejects lines that are too long
 * or not UTF-8. Splits files without line feeds at carriage returns.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  let line = 1;
  let end: number | undefined;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const take = (last: Uint8Array): Line => {
    const isTooLong = pendingBytes + last.byteLength > MAX_LINE_BYTES;
    const found = isTooLong ? tooLong(line) : decoded(line, Buffer.concat([...pending, last]));
    pending = [];
    pendingBytes = 0;
    return found;
  };
  for await (const raw of bytes) {
    const chunk = asBuffer(line === 1 && pendingBytes === 0 ? withoutByteOrderMark(raw) : raw);
    end ??= chunk.includes(NEW_LINE) || !chunk.includes(RETURN) ? NEW_LINE : RETURN;
    const last = chunk.lastIndexOf(end);
    const batch: Line[] = [];
    let start = 0;
    if (last >= 0 && pendingBytes > 0) {
      start = chunk.indexOf(end) + 1;
      batch.push(take(chunk.subarray(0, start - 1)));
    }
    if (last >= start) batch.push(...split(chunk.subarray(start, last), line + batch.length, end));
    if (batch.length > 0) yield batch;
    line += batch.length;
    const rest = chunk.subarray(last + 1);
    if (rest.byteLength === 0) continue;
    // Do not keep a line that is already too long.
    if (pendingBytes <= MAX_LINE_BYTES) pending.push(Uint8Array.from(rest));
    else pending = [];
    pendingBytes += rest.byteLength;
  }
  if (pendingBytes > 0) yield [take(new Uint8Array())];
}

/** Decoding all lines at once is much faster; one by one, only the broken lines are rejected. */
function split(bytes: Buffer, from: number, end: number): Line[] {
  if (bytes.byteLength <= MAX_LINE_BYTES && isUtf8(bytes)) {
    const texts = bytes.toString('utf8').split(String.fromCharCode(end));
    return texts.map((text, index) => ({ line: from + index, text: text.endsWith('\r') ? text.slice(0, -1) : text }));
  }
  const lines: Line[] = [];
  for (let start = 0; start <= bytes.byteLength; ) {
    const at = bytes.indexOf(end, start);
    const stop = at < 0 ? bytes.byteLength : at;
    const line = from + lines.length;
    lines.push(stop - start > MAX_LINE_BYTES ? tooLong(line) : decoded(line, bytes.subarray(start, stop)));
    start = stop + 1;
  }
  return lines;
}

function tooLong(line: number): Line {
  return { line, reason: `The line is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB.`, text: '' };
}

function decoded(line: number, bytes: Buffer): Line {
  const trimmed = bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes;
  if (isUtf8(trimmed)) return { line, text: trimmed.toString('utf8') };
  return { line, reason: 'The line is not valid UTF-8 text.', text: trimmed.subarray(0, 200).toString('latin1') };
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function withoutByteOrderMark(chunk: Uint8Array): Uint8Array {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}

import { isUtf8 } from 'node:buffer';

/** A line of a text file without its end, or why it can not be used. */
export type Line = { line: number; text: string } | { line: number; reason: string; text: string };

/** Longest line, in bytes. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;

const NEW_LINE = 10;
const RETURN = 13;

/**
 * Splits bytes into lines, in memory bounded by the longest line. Lines that are not UTF-8 or too long come with a
 * reason. Files whose only line ends are carriage returns are split at those.
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
    const chunk = line === 1 && pendingBytes === 0 ? withoutMark(raw) : raw;
    end ??= chunk.includes(NEW_LINE) || !chunk.includes(RETURN) ? NEW_LINE : RETURN;
    let start = 0;
    for (let at = chunk.indexOf(end); at >= 0; at = chunk.indexOf(end, start)) {
      yield take(chunk.subarray(start, at));
      start = at + 1;
    }
    if (start === chunk.byteLength) continue;
    const rest = chunk.subarray(start);
    // A line that is too long already is only counted.
    if (pendingBytes <= MAX_LINE_BYTES) pending.push(Uint8Array.from(rest));
    else pending = [];
    pendingBytes += rest.byteLength;
  }
  if (pendingBytes > 0) yield take(new Uint8Array());
}

function withoutMark(chunk: Uint8Array): Uint8Array {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}

function decoded(line: number, bytes: Buffer): Line {
  const trimmed = bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes;
  if (isUtf8(trimmed)) return { line, text: trimmed.toString('utf8') };
  return { line, reason: 'The line is not valid UTF-8 text.', text: trimmed.subarray(0, 200).toString('latin1') };
}

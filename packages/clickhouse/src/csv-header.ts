const QUOTE = 0x22;
const NEWLINE = 0x0a;

/**
 * Drops the CSV header from every chunk but the first, because chDB repeats it in each. Chunks must hold whole records.
 */
export function dropRepeatedHeaders(): (chunk: Uint8Array) => Uint8Array {
  let header: Buffer | undefined;
  return (chunk) => {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (header === undefined) {
      header = bytes.subarray(0, recordLength(bytes));
      return bytes;
    }
    return bytes.subarray(0, header.length).equals(header) ? bytes.subarray(header.length) : bytes;
  };
}

function recordLength(bytes: Buffer): number {
  let quoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) quoted = !quoted;
    else if (bytes[at] === NEWLINE && !quoted) return at + 1;
  }
  return bytes.length;
}

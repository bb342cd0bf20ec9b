/** The approximate size of one INSERT. */
const MAX_CHUNK_CHARACTERS = 8 * 1024 * 1024;

/**
 * Writes rows as JSONEachRow bodies of bounded size, limited to `columns` if given. Big integers become decimal text,
 * lone surrogates U+FFFD.
 */
export function* jsonLines(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns?: readonly string[],
): Generator<string> {
  let lines: string[] = [];
  let size = 0;
  for (const row of rows) {
    const line = jsonLine(columns === undefined ? row : pick(row, columns));
    lines.push(line);
    size += line.length + 1;
    if (size >= MAX_CHUNK_CHARACTERS) {
      yield `${lines.join('\n')}\n`;
      lines = [];
      size = 0;
    }
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}

function pick(row: Readonly<Record<string, unknown>>, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}

function jsonLine(row: Readonly<Record<string, unknown>>): string {
  // A replacer makes this several times slower, so only the rare rows that need one get it.
  if (Object.values(row).some(hasBigint)) return JSON.stringify(row, replacer);
  const line = JSON.stringify(row);
  return line.includes('\\ud') ? JSON.stringify(row, replacer) : line;
}

function hasBigint(value: unknown): boolean {
  return typeof value === 'bigint' || (Array.isArray(value) && typeof value[0] === 'bigint');
}

function replacer(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}`;
  return typeof value === 'string' ? value.toWellFormed() : value;
}

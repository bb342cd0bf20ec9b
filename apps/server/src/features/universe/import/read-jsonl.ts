import { ImportError } from './import-error.ts';
import { excerpt, type ReadRow } from './raw-row.ts';
import type { Line } from './read-lines.ts';

/** Reads one JSON object per line; skips blank lines. */
export async function* readJsonl(lines: AsyncIterable<Line>): AsyncGenerator<ReadRow> {
  let isFirst = true;
  for await (const found of lines) {
    if ('reason' in found) {
      yield found;
      continue;
    }
    const { line, text } = found;
    if (text.trim() === '') continue;
    if (isFirst && text.trimStart().startsWith('[')) {
      throw new ImportError('The file is one JSON array. Write one object per line, for example with: jq -c ".[]"');
    }
    isFirst = false;
    yield parsed(line, text);
  }
}

function parsed(line: number, text: string): ReadRow {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return { line, reason: 'The line is not valid JSON.', text: excerpt(text) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, reason: 'The line is not a JSON object.', text: excerpt(text) };
  }
  return { line, values: new Map<string, unknown>(Object.entries(value)) };
}

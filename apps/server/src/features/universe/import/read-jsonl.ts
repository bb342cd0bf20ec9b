import { ImportError } from './import-error.ts';
import { excerpt, type FileRow, type ReadRow, rowReader } from './raw-row.ts';
import type { Line } from './read-lines.ts';

/** Reads one JSON object per line, in batches; skips blank lines. */
export async function* readJsonl(batches: AsyncIterable<readonly Line[]>): AsyncGenerator<ReadRow[]> {
  const toRow = rowReader();
  let isFirst = true;
  for await (const batch of batches) {
    const rows: ReadRow[] = [];
    for (const found of batch) {
      if ('reason' in found) rows.push(found);
      else if (found.text.trim() !== '') {
        if (isFirst && found.text.trimStart().startsWith('[')) {
          throw new ImportError('The file is one JSON array. Write one object per line, for example with: jq -c ".[]"');
        }
        isFirst = false;
        rows.push(parsed(found.line, found.text, toRow));
      }
    }
    yield rows;
  }
}

function parsed(line: number, text: string, toRow: (line: number, object: object) => FileRow): ReadRow {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return { line, reason: 'The line is not valid JSON.', text: excerpt(text) };
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return toRow(line, value);
  return { line, reason: 'The line is not a JSON object.', text: excerpt(text) };
}

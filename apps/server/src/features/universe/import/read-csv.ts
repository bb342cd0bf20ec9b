import { ImportError } from './import-error.ts';
import { excerpt, type ReadRow } from './raw-row.ts';
import { type Line, MAX_LINE_BYTES } from './read-lines.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** A quoted value that spans more lines has an unclosed quote. */
const MAX_LINES_PER_RECORD = 1000;

/**
 * Reads CSV (RFC 4180) with a header, delimited by the most frequent delimiter of the header. Rejects rows with more or
 * fewer values than the header or with an unclosed quote, and goes on after them.
 * @throws ImportError if the header cannot be used.
 */
export async function* readCsv(lines: AsyncIterable<Line>): AsyncGenerator<ReadRow> {
  let header: string[] | undefined;
  let delimiter = ',';
  for await (const record of records(lines, () => (header === undefined ? DELIMITERS : [delimiter]))) {
    if ('reason' in record) {
      if (header === undefined) throw new ImportError(`The header cannot be read: ${record.reason}`);
      yield record;
      continue;
    }
    if (record.text.trim() === '') continue;
    if (header === undefined) {
      delimiter = mostFrequent(record.text);
      header = headerOf(splitRecord(record.text, delimiter));
      continue;
    }
    const values = splitRecord(record.text, delimiter);
    if (values.length !== header.length) {
      const reason = `Not as many values as the header: ${values.length} instead of ${header.length}.`;
      yield { line: record.line, reason, text: excerpt(record.text) };
      continue;
    }
    yield { line: record.line, values: new Map(header.map((name, index) => [name, values[index]])) };
  }
}

function headerOf(cells: readonly string[]): string[] {
  const names = cells.map((cell) => cell.trim());
  // Exported data frames have row numbers in a column without a name.
  const filled = names.map((name, index) => (name === '' ? `column ${index + 1}` : name));
  const repeated = filled.find((name, index) => filled.indexOf(name) !== index);
  if (repeated !== undefined) throw new ImportError(`The header has two columns named "${excerpt(repeated)}".`);
  return filled;
}

function mostFrequent(header: string): string {
  const counts = DELIMITERS.map((delimiter) => splitRecord(header, delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Joins lines while a quoted value is open. */
async function* records(lines: AsyncIterable<Line>, delimiters: () => readonly string[]): AsyncGenerator<Line> {
  let open: { line: number; texts: string[]; length: number } | undefined;
  for await (const found of lines) {
    if ('reason' in found) {
      if (open !== undefined) yield neverClosed(open);
      open = undefined;
      yield found;
      continue;
    }
    if (open === undefined) {
      if (!found.text.includes('"') || !endsInsideQuotes(found.text, false, delimiters())) yield found;
      else open = { line: found.line, texts: [found.text], length: found.text.length };
      continue;
    }
    open.texts.push(found.text);
    open.length += found.text.length + 1;
    if (!endsInsideQuotes(found.text, true, delimiters())) {
      yield { line: open.line, text: open.texts.join('\n') };
      open = undefined;
    } else if (open.texts.length > MAX_LINES_PER_RECORD || open.length > MAX_LINE_BYTES) {
      yield neverClosed(open);
      // Only the first line is broken: read the others again.
      const [, ...swallowed] = open.texts;
      const from = open.line + 1;
      open = undefined;
      yield* records(toLines(swallowed, from), delimiters);
    }
  }
  if (open !== undefined) {
    yield neverClosed(open);
    const [, ...swallowed] = open.texts;
    if (swallowed.length > 0) yield* records(toLines(swallowed, open.line + 1), delimiters);
  }
}

async function* toLines(texts: readonly string[], from: number): AsyncGenerator<Line> {
  for (const [index, text] of texts.entries()) yield { line: from + index, text };
}

function neverClosed(open: { line: number; texts: readonly string[] }): Line {
  return { line: open.line, reason: 'A quoted value is never closed.', text: excerpt(open.texts[0] ?? '') };
}

/** True if a quoted value is open at the end of the line. A quote opens only at the start of a value. */
function endsInsideQuotes(line: string, isInside: boolean, delimiters: readonly string[]): boolean {
  let inside = isInside;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) {
    if (!inside) {
      if (at === 0 || delimiters.includes(line.charAt(at - 1))) inside = true;
    } else if (line[at + 1] === '"') at += 1;
    else inside = false;
  }
  return inside;
}

function splitRecord(record: string, delimiter: string): string[] {
  if (!record.includes('"')) return record.split(delimiter);
  const values: string[] = [];
  let at = 0;
  for (;;) {
    let value: string;
    if (record[at] === '"') {
      value = '';
      let from = at + 1;
      let close = record.indexOf('"', from);
      while (close >= 0 && record[close + 1] === '"') {
        value += record.slice(from, close + 1);
        from = close + 2;
        close = record.indexOf('"', from);
      }
      const inner = close < 0 ? record.length : close;
      value += record.slice(from, inner);
      const next = record.indexOf(delimiter, inner);
      // Like spreadsheets, keep the text after the closing quote as part of the value.
      value += record.slice(inner + 1, next < 0 ? record.length : next);
      at = next < 0 ? record.length : next;
    } else {
      const next = record.indexOf(delimiter, at);
      const end = next < 0 ? record.length : next;
      value = record.slice(at, end);
      at = end;
    }
    values.push(value);
    if (at >= record.length) return values;
    at += delimiter.length;
    if (at === record.length) return [...values, ''];
  }
}

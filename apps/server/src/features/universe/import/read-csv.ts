import { CSV_DELIMITERS, type CsvDelimiter, type CsvDialect, type CsvRecord, readRecord } from './csv-record.ts';
import { ImportError } from './import-error.ts';
import { excerpt, type ReadRow } from './raw-row.ts';
import { type Line, MAX_LINE_BYTES } from './read-lines.ts';

/** A quoted value that spans more lines has an unclosed quote. */
const MAX_LINES_PER_RECORD = 1000;
const NEVER_CLOSED = 'A quoted value is never closed.';

/**
 * Reads CSV with a header, in batches, separated by the most frequent delimiter of the header, with quotes doubled (RFC 4180) or
 * escaped by backslashes. Rejects rows with more or fewer values than the header or with an unclosed quote, and goes on
 * after them. Calls `onDialect` when it knows the dialect, and again when it knows more.
 * @throws ImportError if the header cannot be used.
 */
export async function* readCsv(
  batches: AsyncIterable<readonly Line[]>,
  onDialect: (dialect: CsvDialect) => void = () => undefined,
): AsyncGenerator<ReadRow[]> {
  const header = new HeaderReader();
  let rows: RowReader | undefined;
  for await (const batch of batches) {
    const found: ReadRow[] = [];
    for (const line of batch) {
      if (rows !== undefined) rows.read(line, found);
      else if (header.read(line)) rows = new RowReader(header.columns(), header.delimiter(), onDialect);
    }
    yield found;
  }
  if (rows === undefined) throw unreadableHeader(NEVER_CLOSED);
  const last: ReadRow[] = [];
  rows.end(last);
  yield last;
}

/** Reads the header with every delimiter at once. */
class HeaderReader {
  #candidates: { delimiter: CsvDelimiter; record: CsvRecord }[] = [];
  #lines = 0;

  /** Returns true at the end of the header. */
  read(line: Line): boolean {
    if ('reason' in line) throw unreadableHeader(line.reason);
    if (this.#lines === 0 && line.text.trim() === '') return false;
    this.#lines += 1;
    if (this.#lines > MAX_LINES_PER_RECORD) throw unreadableHeader(NEVER_CLOSED);
    if (this.#lines === 1) {
      this.#candidates = CSV_DELIMITERS.map((delimiter) => ({
        delimiter,
        record: readRecord(line.text, delimiter, 'doubled'),
      }));
    } else {
      for (const { record } of this.#candidates) if (record.isOpen) record.addLine(line.text);
    }
    return this.#best()?.record.isOpen === false;
  }

  delimiter(): CsvDelimiter {
    return this.#best()?.delimiter ?? ',';
  }

  columns(): string[] {
    const names = this.#best()?.record.values.map((cell) => cell.trim()) ?? [];
    // Exported data frames have row numbers in a column without a name.
    const filled = names.map((name, index) => (name === '' ? `column ${index + 1}` : name));
    const repeated = filled.find((name, index) => filled.indexOf(name) !== index);
    if (repeated !== undefined) throw new ImportError(`The header has two columns named "${excerpt(repeated)}".`);
    return filled;
  }

  #best() {
    const width = ({ values, isOpen }: CsvRecord) => values.length + (isOpen ? 1 : 0);
    const widest = Math.max(...this.#candidates.map(({ record }) => width(record)));
    return this.#candidates.find(({ record }) => width(record) === widest);
  }
}

function unreadableHeader(reason: string): ImportError {
  return new ImportError(`The header cannot be read: ${reason}`);
}

/** A record whose quoted value goes on in the next line. */
interface OpenRecord {
  readonly line: number;
  readonly record: CsvRecord;
  readonly texts: string[];
  length: number;
}

class RowReader {
  readonly #columns: readonly string[];
  readonly #delimiter: CsvDelimiter;
  readonly #onDialect: (dialect: CsvDialect) => void;
  readonly #escapes = { doubled: 0, backslash: 0 };
  #open: OpenRecord | null = null;

  constructor(columns: readonly string[], delimiter: CsvDelimiter, onDialect: (dialect: CsvDialect) => void) {
    this.#columns = columns;
    this.#delimiter = delimiter;
    this.#onDialect = onDialect;
    onDialect({ delimiter, escape: null });
  }

  read(found: Line, into: ReadRow[]): void {
    if ('reason' in found) {
      this.end(into);
      into.push(found);
      return;
    }
    const { line, text } = found;
    if (this.#open !== null) this.#continue(this.#open, text, into);
    else if (!text.includes('"')) {
      if (text.trim() !== '') into.push(this.#row(line, text, text.split(this.#delimiter)));
    } else {
      const record = this.#bestReading(text);
      if (record.isOpen) this.#open = { line, record, texts: [text], length: text.length };
      else this.#finish(line, text, record, into);
    }
  }

  end(into: ReadRow[]): void {
    while (this.#open !== null) this.#giveUp(this.#open, into);
  }

  #continue(open: OpenRecord, text: string, into: ReadRow[]): void {
    open.record.addLine(text);
    open.texts.push(text);
    open.length += text.length + 1;
    if (!open.record.isOpen) {
      this.#open = null;
      this.#finish(open.line, open.texts.join('\n'), open.record, into);
    } else if (open.texts.length > MAX_LINES_PER_RECORD || open.length > MAX_LINE_BYTES) this.#giveUp(open, into);
  }

  /** Only the first line is broken: reads the others again. */
  #giveUp(open: OpenRecord, into: ReadRow[]): void {
    into.push(neverClosed(open));
    this.#open = null;
    for (const [index, text] of open.texts.entries()) {
      if (index > 0) this.read({ line: open.line + index, text }, into);
    }
  }

  /** Reads a line in the dialect of the lines before it, unless it makes sense only in the other one. */
  #bestReading(text: string): CsvRecord {
    const known = this.#escape();
    const usual = known ?? 'doubled';
    const record = readRecord(text, this.#delimiter, usual);
    if (!text.includes('\\"') || this.#isWhole(record)) return record;
    if (known !== null && this.#mayContinue(record)) return record;
    const other = readRecord(text, this.#delimiter, usual === 'doubled' ? 'backslash' : 'doubled');
    if (this.#isWhole(other)) return other;
    return this.#mayContinue(other) && !this.#mayContinue(record) ? other : record;
  }

  #isWhole({ isOpen, isClean, values }: CsvRecord): boolean {
    return !isOpen && isClean && values.length === this.#columns.length;
  }

  #mayContinue({ isOpen, isClean, values }: CsvRecord): boolean {
    return isOpen && isClean && values.length < this.#columns.length;
  }

  #finish(line: number, text: string, record: CsvRecord, into: ReadRow[]): void {
    into.push(this.#row(line, text, record.values));
    if (record.escape === null || !this.#isWhole(record)) return;
    const before = this.#escape();
    this.#escapes[record.escape] += 1;
    const escape = this.#escape();
    if (escape !== before) this.#onDialect({ delimiter: this.#delimiter, escape });
  }

  /** The more frequent one. */
  #escape(): CsvDialect['escape'] {
    const { doubled, backslash } = this.#escapes;
    return doubled + backslash === 0 ? null : backslash > doubled ? 'backslash' : 'doubled';
  }

  #row(line: number, text: string, values: readonly string[]): ReadRow {
    const width = this.#columns.length;
    if (values.length === width) return { line, columns: this.#columns, values };
    const reason = `Not as many values as the header: ${values.length} instead of ${width}.`;
    return { line, reason, text: excerpt(text) };
  }
}

function neverClosed({ line, texts }: OpenRecord): ReadRow {
  return { line, reason: NEVER_CLOSED, text: excerpt(texts[0] ?? '') };
}

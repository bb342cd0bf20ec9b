/** How the values of a CSV file are separated and how quotes in them are written. */
export interface CsvDialect {
  delimiter: CsvDelimiter;
  /** Null if no value has had a quote in it so far. */
  escape: CsvEscape | null;
}

export const CSV_DELIMITERS = [',', ';', '\t', '|'] as const;
export type CsvDelimiter = (typeof CSV_DELIMITERS)[number];

/** `""` or `\"` */
export type CsvEscape = 'doubled' | 'backslash';

/** One reading of a record, which may go on in the next line. */
export interface CsvRecord {
  readonly values: readonly string[];
  /** True if a quoted value continues on the next line. */
  readonly isOpen: boolean;
  /** False if a quote is in a place where no writer puts one. */
  readonly isClean: boolean;
  /** How quotes in the values are written; null if there are none. */
  readonly escape: CsvEscape | null;
  addLine(line: string): void;
}

/** Starts a record with its first line. `escape: 'backslash'` also accepts doubled quotes. */
export function readRecord(line: string, delimiter: string, escape: CsvEscape): CsvRecord {
  const record = new RecordReader(delimiter, escape === 'backslash');
  record.read(line);
  return record;
}

class RecordReader implements CsvRecord {
  readonly values: string[] = [];
  isOpen = false;
  isClean = true;
  escape: CsvEscape | null = null;
  readonly #delimiter: string;
  readonly #hasBackslashes: boolean;
  /** The quoted value so far. */
  #quoted = '';

  constructor(delimiter: string, hasBackslashes: boolean) {
    this.#delimiter = delimiter;
    this.#hasBackslashes = hasBackslashes;
  }

  addLine(line: string): void {
    this.#quoted += '\n';
    this.read(line);
  }

  read(line: string): void {
    for (let at = 0; at >= 0; ) {
      const next = this.isOpen || line[at] === '"' ? this.#readQuoted(line, at) : this.#readPlain(line, at);
      at = next < 0 ? next : next + this.#delimiter.length;
    }
  }

  /** Returns the place of the delimiter after the value; -1 at the end of the line. */
  #readPlain(line: string, at: number): number {
    const next = line.indexOf(this.#delimiter, at);
    const value = next < 0 ? line.slice(at) : line.slice(at, next);
    this.values.push(value.includes('"') ? this.#withQuotesInside(value) : value);
    return next;
  }

  #withQuotesInside(value: string): string {
    const escapes = this.#hasBackslashes && value.includes('\\"');
    if (escapes) this.escape = 'backslash';
    if (!escapes || value.replaceAll('\\"', '').includes('"')) this.isClean = false;
    return escapes ? value.replaceAll('\\"', '"') : value;
  }

  #readQuoted(line: string, at: number): number {
    let from = this.isOpen ? at : at + 1;
    this.isOpen = true;
    for (;;) {
      const quote = line.indexOf('"', from);
      if (quote < 0) {
        this.#quoted += this.#plain(line.slice(from));
        return -1;
      }
      if (this.#hasBackslashes && isEscaped(line, from, quote)) {
        this.#quoted += `${this.#plain(line.slice(from, quote - 1))}"`;
        this.escape = 'backslash';
        from = quote + 1;
      } else if (line[quote + 1] === '"') {
        this.#quoted += `${this.#plain(line.slice(from, quote))}"`;
        this.escape ??= 'doubled';
        from = quote + 2;
      } else {
        this.#quoted += this.#plain(line.slice(from, quote));
        return this.#close(line, quote + 1);
      }
    }
  }

  /** Like spreadsheets, keeps text between the closing quote and the delimiter as part of the value. */
  #close(line: string, at: number): number {
    const next = line.indexOf(this.#delimiter, at);
    const rest = next < 0 ? line.slice(at) : line.slice(at, next);
    if (rest !== '') this.isClean = false;
    this.values.push(this.#quoted + rest);
    this.#quoted = '';
    this.isOpen = false;
    return next;
  }

  #plain(text: string): string {
    return this.#hasBackslashes && text.includes('\\\\') ? text.replaceAll('\\\\', '\\') : text;
  }
}

function isEscaped(line: string, from: number, quote: number): boolean {
  let at = quote;
  while (at > from && line[at - 1] === '\\') at -= 1;
  return (quote - at) % 2 === 1;
}

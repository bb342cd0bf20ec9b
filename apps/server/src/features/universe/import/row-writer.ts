import type { BinaryColumn } from '@quarry/clickhouse';
import {
  CONTENT_FIELDS,
  type CompanyContent,
  type CompanyRecord,
  type ContentField,
  type ContentKind,
  contentKind,
} from './company-record.ts';
import type { FilledCounts } from './filled-values.ts';

const BINARY_TYPES: Readonly<Record<ContentKind, string>> = {
  text: 'String',
  number: 'Nullable(Float64)',
  boolean: 'Nullable(Bool)',
  day: 'Nullable(Date32)',
  list: 'Array(String)',
};

/** The columns of a company's row; `row` counts the companies of the batch. */
export const ROW_COLUMNS: readonly BinaryColumn[] = [
  { name: 'row', type: 'UInt32' },
  { name: 'domain', type: 'String' },
  { name: 'linked_in_id', type: 'String' },
  { name: 'aliases', type: 'Array(String)' },
  ...CONTENT_FIELDS.map((name) => ({ name, type: BINARY_TYPES[contentKind(name)] })),
];

const CONTENT = CONTENT_FIELDS.map((field) => ({ field, isDay: contentKind(field) === 'day' }));

/** Text of this length is written faster by itself than by a call. */
const SHORT_TEXT = 24;
const MILLISECONDS_PER_DAY = 86_400_000;

/** Growing rows in the engine's format RowBinary, with the columns `ROW_COLUMNS`. */
export class RowWriter {
  #buffer: Buffer<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  /** Beyond a size in bytes, the memory is copied to grow. */
  constructor(size: number) {
    this.#buffer = Buffer.from(new ArrayBuffer(size));
    this.#view = new DataView(this.#buffer.buffer);
  }

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  /** The memory in bytes. */
  get size(): number {
    return this.#buffer.length;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer.buffer, 0, this.#length);
  }

  /** Adds a row, and its values to the counts of filled ones. */
  add(row: number, { domain, linkedInId, aliases, content }: CompanyRecord, filled: FilledCounts): void {
    this.#reserve(4);
    this.#view.setUint32(this.#length, row, true);
    this.#length += 4;
    this.#text(domain ?? '');
    this.#text(linkedInId ?? '');
    this.#list(aliases);
    filled.addNames(domain !== null, linkedInId !== null, aliases.length > 0);
    let place = 0;
    for (const { field, isDay } of CONTENT) {
      if (this.#value(content[field], isDay)) filled.addContent(place);
      place += 1;
    }
  }

  /** False for an empty value. */
  #value(value: CompanyContent[ContentField], isDay: boolean): boolean {
    if (value === null) {
      this.#reserve(1);
      this.#byte(1);
      return false;
    }
    if (typeof value === 'string') {
      if (isDay) this.#day(value);
      else this.#text(value);
      return value !== '';
    }
    if (typeof value === 'object') {
      this.#list(value);
      return value.length > 0;
    }
    this.#reserve(9);
    this.#byte(0);
    if (typeof value === 'boolean') this.#byte(value ? 1 : 0);
    else {
      this.#view.setFloat64(this.#length, value, true);
      this.#length += 8;
    }
    return true;
  }

  #day(day: string): void {
    this.#reserve(5);
    this.#byte(0);
    this.#view.setInt32(this.#length, Date.parse(day) / MILLISECONDS_PER_DAY, true);
    this.#length += 4;
  }

  #list(items: readonly string[]): void {
    this.#reserve(5);
    this.#count(items.length);
    for (const item of items) this.#text(item);
  }

  #text(value: string): void {
    const { length } = value;
    // A UTF-16 unit takes at most three bytes.
    this.#reserve(5 + length * 3);
    if (length <= SHORT_TEXT) {
      const start = this.#length;
      this.#byte(length);
      for (let at = 0; at < length; at += 1) {
        const unit = value.charCodeAt(at);
        if (unit > 127) {
          this.#length = start;
          return this.#longText(value);
        }
        this.#byte(unit);
      }
    } else this.#longText(value);
  }

  #longText(value: string): void {
    const start = this.#length;
    this.#count(value.length);
    const written = this.#buffer.write(value, this.#length);
    if (written !== value.length) {
      // Not only ASCII: the count of bytes may take more bytes itself.
      this.#length = start;
      this.#count(written);
      this.#buffer.write(value, this.#length);
    }
    this.#length += written;
  }

  /** A number of items, seven bits at a time. */
  #count(count: number): void {
    let rest = count;
    for (; rest > 127; rest >>>= 7) this.#byte((rest & 127) | 128);
    this.#byte(rest);
  }

  #byte(value: number): void {
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.from(new ArrayBuffer(Math.max(needed, this.#buffer.length * 2)));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
    this.#view = new DataView(larger.buffer);
  }
}

import type { ImportedField } from '@quarry/contracts';
import { CONTENT_FIELDS, type CompanyRecord, type Rejection } from './company-record.ts';
import { countFilled, type FilledValues } from './filled-values.ts';

/** Rows that are imported together. */
export interface RowBatch {
  /** Companies as JSON arrays, one per line, with the columns `ROW_COLUMNS`. */
  companies: Uint8Array<ArrayBuffer>[];
  companyCount: number;
  rejections: Rejection[];
  /** Unclear values that were left out, by field. */
  ignoredValues: Partial<Record<ImportedField, number>>;
  filledValues: FilledValues;
}

/** The columns of a company's line; `row` counts the companies of the batch. */
export const ROW_COLUMNS = ['row', 'domain', 'linked_in_id', 'aliases', ...CONTENT_FIELDS] as const;

/** The engine reads a text of this size at once. */
const TEXT_BYTES = 16 * 1024 * 1024;

/** Three batches are in memory at a time, here or in the engine. */
const BATCH_BYTES = 256 * 1024 * 1024;

/** Gathers rows into batches of `size`, in order; of fewer if they are long. */
export async function* batchRows(
  source: AsyncIterable<readonly (CompanyRecord | Rejection)[]>,
  size: number,
  maxBytes = BATCH_BYTES,
): AsyncGenerator<RowBatch> {
  let batch = emptyBatch();
  let text = emptyText();
  let writtenBytes = 0;
  const finish = (): RowBatch => {
    if (text.length > 0) batch.companies.push(text.bytes());
    const finished = batch;
    batch = emptyBatch();
    text = emptyText();
    writtenBytes = 0;
    return finished;
  };
  const add = (item: CompanyRecord | Rejection): void => {
    if ('reason' in item) return void batch.rejections.push(item);
    for (const field of item.ignored) batch.ignoredValues[field] = (batch.ignoredValues[field] ?? 0) + 1;
    countFilled(batch.filledValues, item);
    text.add(lineOf(item, batch.companyCount));
    batch.companyCount += 1;
    if (text.length >= TEXT_BYTES) {
      batch.companies.push(text.bytes());
      writtenBytes += text.length;
      text = emptyText();
    }
  };
  const isFull = (): boolean =>
    batch.companyCount + batch.rejections.length >= size || writtenBytes + text.length >= maxBytes;
  for await (const items of source) {
    for (const item of items) {
      add(item);
      if (isFull()) yield finish();
    }
  }
  if (batch.companyCount + batch.rejections.length > 0) yield finish();
}

function emptyBatch(): RowBatch {
  return { companies: [], companyCount: 0, rejections: [], ignoredValues: {}, filledValues: {} };
}

function lineOf({ domain, linkedInId, aliases, content }: CompanyRecord, row: number): string {
  const values: unknown[] = [row, domain ?? '', linkedInId ?? '', aliases];
  for (const field of CONTENT_FIELDS) values.push(content[field]);
  return `${JSON.stringify(values)}\n`;
}

/** A growing UTF-8 text. */
function emptyText() {
  let buffer = Buffer.from(new ArrayBuffer(64 * 1024));
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(line: string) {
      // A UTF-16 unit takes at most three bytes.
      const needed = length + line.length * 3;
      if (needed > buffer.length) {
        const larger = Buffer.from(new ArrayBuffer(Math.max(needed, buffer.length * 2)));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      length += buffer.write(line, length);
    },
    bytes: () => new Uint8Array(buffer.buffer, 0, length),
  };
}

import type { ImportedField } from '@quarry/contracts';
import type { CompanyRecord, Rejection } from './company-record.ts';
import { FilledCounts, type FilledValues } from './filled-values.ts';
import { RowWriter } from './row-writer.ts';

/** Rows that are imported together. */
export interface RowBatch {
  /** Companies in the engine's format RowBinary, with the columns `ROW_COLUMNS`. */
  companies: Uint8Array<ArrayBuffer>[];
  companyCount: number;
  rejections: Rejection[];
  /** Unclear values that were left out, by field. */
  ignoredValues: Partial<Record<ImportedField, number>>;
  filledValues: FilledValues;
}

/** The engine takes about so much at once. Memory grows by doubling, so a little less than a power of two wastes none. */
const CHUNK_BYTES = 15 * 1024 * 1024;
const FIRST_CHUNK_BYTES = 64 * 1024;

/** Three batches are in memory at a time, here or in the engine. */
const BATCH_BYTES = 256 * 1024 * 1024;

/**
 * Gathers rows into batches of `size`, in order; of fewer if they are long. The first batch has `firstSize`, the next ones
 * twice as much each until they have `size`.
 */
export async function* batchRows(
  source: AsyncIterable<readonly (CompanyRecord | Rejection)[]>,
  size: number,
  { firstSize = size, maxBytes = BATCH_BYTES }: { firstSize?: number; maxBytes?: number } = {},
): AsyncGenerator<RowBatch> {
  let nextSize = firstSize;
  let batch = emptyBatch();
  let filled = new FilledCounts();
  let rows = new RowWriter(FIRST_CHUNK_BYTES);
  let writtenBytes = 0;
  const finishChunk = (): void => {
    batch.companies.push(rows.bytes());
    writtenBytes += rows.length;
    // The next one will be about as long, and memory that grows is copied.
    rows = new RowWriter(rows.size);
  };
  const finish = (): RowBatch => {
    if (rows.length > 0) finishChunk();
    const finished = { ...batch, filledValues: filled.values() };
    batch = emptyBatch();
    filled = new FilledCounts();
    writtenBytes = 0;
    nextSize = Math.min(size, nextSize * 2);
    return finished;
  };
  const add = (item: CompanyRecord | Rejection): void => {
    if ('reason' in item) return void batch.rejections.push(item);
    for (const field of item.ignored) batch.ignoredValues[field] = (batch.ignoredValues[field] ?? 0) + 1;
    rows.add(batch.companyCount, item, filled);
    batch.companyCount += 1;
    if (rows.length >= CHUNK_BYTES) finishChunk();
  };
  const isFull = (): boolean =>
    batch.companyCount + batch.rejections.length >= nextSize || writtenBytes + rows.length >= maxBytes;
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

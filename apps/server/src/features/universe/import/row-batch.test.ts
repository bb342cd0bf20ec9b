import { expect, test } from 'vitest';
import { normaliseRecord } from './normalise-record.ts';
import { batchRows, type RowBatch } from './row-batch.ts';

async function batchesOf(
  descriptions: readonly string[],
  size: number,
  options: Parameters<typeof batchRows>[2],
): Promise<RowBatch[]> {
  const records = descriptions.map((description, at) =>
    normaliseRecord(at + 1, { name: `Company ${at}`, domain: `company-${at}.test`, description }),
  );
  const source = async function* () {
    yield records;
  };
  const batches: RowBatch[] = [];
  for await (const batch of batchRows(source(), size, options)) batches.push(batch);
  return batches;
}

const sizesOf = (batches: readonly RowBatch[]): number[] => batches.map(({ companyCount }) => companyCount);

test('a batch ends at its number of rows, or earlier if the rows are long', async () => {
  const short = Array.from({ length: 10 }, () => 'Short.');
  const long = Array.from({ length: 10 }, () => 'Long. '.repeat(1_000));
  expect(sizesOf(await batchesOf(short, 4, { maxBytes: 12_000 }))).toEqual([4, 4, 2]);
  expect(sizesOf(await batchesOf(long, 4, { maxBytes: 12_000 }))).toEqual([2, 2, 2, 2, 2]);
});

test('batches grow from the first size to the full one', async () => {
  const descriptions = Array.from({ length: 20 }, () => 'Short.');
  expect(sizesOf(await batchesOf(descriptions, 6, { firstSize: 2 }))).toEqual([2, 4, 6, 6, 2]);
});

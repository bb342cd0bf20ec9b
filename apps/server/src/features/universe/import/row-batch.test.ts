import { expect, test } from 'vitest';
import { normaliseRecord } from './normalise-record.ts';
import { batchRows, type RowBatch } from './row-batch.ts';

async function batchesOf(descriptions: readonly string[], size: number, maxBytes: number): Promise<RowBatch[]> {
  const records = descriptions.map((description, at) =>
    normaliseRecord(at + 1, { name: `Company ${at}`, domain: `company-${at}.test`, description }),
  );
  const source = async function* () {
    yield records;
  };
  const batches: RowBatch[] = [];
  for await (const batch of batchRows(source(), size, maxBytes)) batches.push(batch);
  return batches;
}

const sizesOf = (batches: readonly RowBatch[]): number[] => batches.map(({ companyCount }) => companyCount);

test('a batch ends at its number of rows, or earlier if the rows are long', async () => {
  const short = Array.from({ length: 10 }, () => 'Short.');
  const long = Array.from({ length: 10 }, () => 'Long. '.repeat(1_000));
  expect(sizesOf(await batchesOf(short, 4, 12_000))).toEqual([4, 4, 2]);
  expect(sizesOf(await batchesOf(long, 4, 12_000))).toEqual([2, 2, 2, 2, 2]);
});

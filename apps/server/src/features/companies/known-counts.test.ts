import { sql } from '@quarry/clickhouse';
import { expect, test } from 'vitest';
import { describeDataset } from '#server/features/datasets/dataset.ts';
import { knownCount } from './known-counts.ts';

test('two platforms share no counts, whatever their accounts and versions are called', () => {
  const [one, other] = [{ caches: {} }, { caches: {} }];
  const count = (platform: typeof one) =>
    knownCount(platform, describeDataset('ours', '1', { columns: [] }), sql`WHERE __quality_score > 50`);
  count(one).remember(7);
  expect(count(one).count).toBe(7);
  expect(count(other).count).toBeUndefined();
});

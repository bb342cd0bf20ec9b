import { sql } from '@quarry/clickhouse';
import { expect, test } from 'vitest';
import { describeDataset } from '#server/features/datasets/dataset.ts';
import { cachedCount } from './cached-counts.ts';

test('two platforms share no counts, even with the same account and version names', () => {
  const [one, other] = [{ caches: {} }, { caches: {} }];
  const count = (platform: typeof one) =>
    cachedCount(platform, describeDataset('ours', '1', { columns: [] }), sql`__quality_score > 50`);
  count(one).store(7);
  expect(count(one).count).toBe(7);
  expect(count(other).count).toBeUndefined();
});

import { expect, it } from 'vitest';
import { createPreviewCache, type ShownPreview } from './preview-cache.ts';

const netNew = { schema: [], previewData: [], totalCompanies: 0, totalNetNewCompanies: 0 };

function preview(key: string): ShownPreview {
  return {
    key,
    criteria: { id: 'root', combinator: 'and', rules: [] },
    configs: [],
    result: { allCompanies: null, netNew },
  };
}

it('keeps the five previews that were shown last', () => {
  const cache = createPreviewCache(() => 0);
  for (const key of ['1', '2', '3', '4', '5']) cache.keep('demo', preview(key));
  expect(cache.find('demo', '1')?.key).toBe('1');
  cache.keep('demo', preview('6'));
  // Looking at the first one made the second the one not shown for longest.
  expect(['1', '2', '3', '4', '5', '6'].filter((key) => cache.find('demo', key))).toEqual(['1', '3', '4', '5', '6']);
});

it('forgets what was counted against another dataset', () => {
  const cache = createPreviewCache(() => 0);
  cache.setDataset('1');
  cache.keep('demo', preview('1'));
  cache.setDataset('1');
  expect(cache.find('demo', '1')).not.toBeNull();
  cache.setDataset('2');
  expect(cache.find('demo', '1')).toBeNull();
});

it('tells accounts apart and forgets with time and on demand', () => {
  let now = 0;
  const cache = createPreviewCache(() => now);
  cache.keep('demo', preview('1'));
  expect(cache.find('acme', '1')).toBeNull();
  now = 600_000;
  expect(cache.find('demo', '1')).not.toBeNull();
  now = 600_001;
  expect(cache.find('demo', '1')).toBeNull();
  cache.keep('demo', preview('2'));
  cache.clear();
  expect(cache.find('demo', '2')).toBeNull();
});

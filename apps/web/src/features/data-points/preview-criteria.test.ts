import { listRules } from '@quarry/filters';
import { expect, it } from 'vitest';
import { indexDataPoints } from '../data-blocks/data-point-index.ts';
import { BLOCKS, CONFIGS } from '../data-blocks/testing/blocks.ts';
import { previewCriteria } from './preview-criteria.ts';

const field = { description: '', defaultRanges: null };
const withAny = BLOCKS.map((block) =>
  block.blockName === 'jobs'
    ? {
        ...block,
        fields: [...block.fields, { ...field, internalName: 'has_any', displayName: 'Any', type: 'Boolean' as const }],
      }
    : block,
);

function rulesFor(key: string, blocks = withAny): string[] {
  const point = indexDataPoints(blocks, CONFIGS).find(key);
  if (point === undefined) throw new Error(`There is no ${key}`);
  return listRules(previewCriteria(point, 'c')).map((rule) => `${rule.field}#${rule.configId} ${rule.operator}`);
}

it('requires matching rows and a value of the data point', () => {
  expect(rulesFor('jobs/count')).toEqual(['jobs/has_any#c isTrue', 'jobs/count#c exists']);
  expect(rulesFor('jobs/has_any')).toEqual(['jobs/has_any#c isTrue']);
  expect(rulesFor('jobs/count', [...BLOCKS])).toEqual(['jobs/count#c exists']);
});

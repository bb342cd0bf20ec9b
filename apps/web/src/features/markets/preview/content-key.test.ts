import type { DataBlockConfig } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { describe, expect, it } from 'vitest';
import { contentKey, usedConfigs } from './content-key.ts';

const sales: DataBlockConfig = { configId: 'sales', blockName: 'jobs', label: 'Sales', config: { a: 1, b: ['x'] } };
const other: DataBlockConfig = { configId: 'other', blockName: 'jobs', label: 'Other', config: {} };

function market(prefix: string, change: Partial<FilterGroup> = {}): FilterGroup {
  return {
    id: `${prefix}root`,
    combinator: 'and',
    rules: [
      { id: `${prefix}1`, field: 'jobs/count', operator: 'gt', value: 2, configId: 'sales' },
      {
        id: `${prefix}2`,
        combinator: 'or',
        rules: [{ id: `${prefix}3`, field: 'firmographics/country', operator: 'isOneOf', value: ['DE', 'FR'] }],
      },
    ],
    ...change,
  };
}

describe('contentKey', () => {
  const key = contentKey(market('a'), [sales, other]);

  it('ignores ids, group labels, unused configurations and key order', () => {
    expect(contentKey(market('b', { label: 'Named', not: false }), [sales])).toBe(key);
    const reordered = { ...sales, config: { b: ['x'], a: 1 } };
    expect(contentKey(market('a'), [other, reordered])).toBe(key);
  });

  it('changes with everything that affects the result', () => {
    const changed = [
      contentKey(market('a', { combinator: 'or' }), [sales]),
      contentKey(market('a', { not: true }), [sales]),
      contentKey(market('a', { rules: market('a').rules.toReversed() }), [sales]),
      contentKey(market('a'), [{ ...sales, config: { a: 2, b: ['x'] } }]),
      contentKey(market('a'), [{ ...sales, config: { a: 1, b: ['x', 'y'] } }]),
      contentKey(market('a'), []),
    ];
    expect(new Set([key, ...changed]).size).toBe(changed.length + 1);
  });

  it('finds configurations named by `configId` or in the field name', () => {
    const rule = { id: '1', field: 'jobs/count#other', operator: 'exists' };
    const root: FilterGroup = { id: 'r', combinator: 'and', rules: [rule] };
    expect(usedConfigs(root, [sales, other])).toEqual([other]);
  });
});

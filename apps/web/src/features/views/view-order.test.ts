import type { View } from '@quarry/contracts';
import { expect, it } from 'vitest';
import { inOrder, withMoved } from './view-order.ts';

const view = (id: string): View => ({
  id,
  name: id,
  isShared: false,
  isOwn: true,
  isEditable: true,
  createdBy: null,
  lastModifiedAt: '2026-01-01T00:00:00Z',
  version: 1,
  problem: null,
  filters: null,
  search: '',
  sortby: '__quality_score',
  sortdirection: 'desc',
  tab: 'ALL',
  columns: { order: [], hidden: [], widths: {}, pinned: [] },
});

it('shows views in the order of the person, then new ones, and forgets deleted ones', () => {
  const views = ['a', 'b', 'c', 'd'].map(view);
  const ids = (order: string[]) => inOrder(views, order).map(({ id }) => id);
  expect(ids([])).toEqual(['a', 'b', 'c', 'd']);
  expect(ids(['c', 'gone', 'a'])).toEqual(['c', 'a', 'b', 'd']);
});

it('moves one view, at most to either end', () => {
  const ids = ['a', 'b', 'c'];
  expect(withMoved(ids, 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(withMoved(ids, 'c', 0)).toEqual(['c', 'a', 'b']);
  expect(withMoved(ids, 'b', 9)).toEqual(['a', 'c', 'b']);
  expect(withMoved(ids, 'b', -1)).toEqual(['b', 'a', 'c']);
  expect(withMoved(ids, 'x', 0)).toEqual(ids);
});

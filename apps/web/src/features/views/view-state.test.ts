import type { View } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { describe, expect, it } from 'vitest';
import { contentOf, copyName, hasSearchChanged, stateOfView, viewNameProblem } from './view-state.ts';

const columns = { order: ['a'], hidden: [], widths: {}, pinned: [] };
const filters: FilterGroup = {
  id: 'g',
  combinator: 'and',
  rules: [{ id: 'r', field: 'a', operator: 'gte', value: 5 }],
};
const content = { filters, search: 'x', tab: 'NEWLY_SOURCED', sortby: 'a', sortdirection: 'asc', columns } as const;
const view = (name: string, isOwn = true): View => ({
  ...content,
  id: name,
  name,
  isShared: !isOwn,
  isOwn,
  isEditable: isOwn,
  createdBy: null,
  lastModifiedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  problem: null,
});

describe('a view', () => {
  it('opens as it was saved', () => {
    const state = stateOfView(content);
    expect(contentOf(state, columns)).toEqual(content);
    expect(hasSearchChanged(state, content)).toBe(false);
  });
  it('is changed by another search, but not by turning pages or the order of JSON keys', () => {
    const state = stateOfView(content);
    expect(hasSearchChanged({ ...state, search: 'y' }, content)).toBe(true);
    expect(hasSearchChanged({ ...state, filters: null }, content)).toBe(true);
    expect(hasSearchChanged({ ...state, sortDirection: 'desc' }, content)).toBe(true);
    expect(hasSearchChanged({ ...state, pageIndex: 2, pageSize: 50 }, content)).toBe(false);
    const reordered: FilterGroup = {
      rules: [{ value: 5, operator: 'gte', field: 'a', id: 'r' }],
      combinator: 'and',
      id: 'g',
    };
    expect(hasSearchChanged({ ...state, filters: reordered }, content)).toBe(false);
  });
  it('needs a name that no other view of the person has', () => {
    const views = [view('Mine'), view('Theirs', false)];
    expect(viewNameProblem(views, ' ', null)).toBe('Please provide a name for this view');
    expect(viewNameProblem(views, ' mine', null)).toBe('View name must be unique');
    expect(viewNameProblem(views, 'mine', 'Mine')).toBeNull();
    expect(viewNameProblem(views, 'Theirs', null)).toBeNull();
    expect(copyName([...views, view('Mine (2)')], 'Mine')).toBe('Mine (3)');
  });
});

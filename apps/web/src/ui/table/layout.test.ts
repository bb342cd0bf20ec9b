import { describe, expect, it } from 'vitest';
import { EMPTY_LAYOUT, hideColumn, moveColumn, pinColumn, placeColumns, resizeColumn, stepColumn } from './layout.ts';
import type { TableColumn, TableLayout } from './types.ts';

const columns: TableColumn<never>[] = ['name', 'a', 'b', 'c', 'd'].map((id) => ({
  id,
  header: id,
  width: 100,
  isLocked: id === 'name',
  cell: () => null,
}));
const shown = (layout: TableLayout) => placeColumns(columns, layout).map(({ column }) => column.id);

describe('table layout', () => {
  it('keeps the locked column first, arranged ones next, new ones last', () => {
    expect(shown({ ...EMPTY_LAYOUT, order: ['c', 'gone', 'name', 'a'] })).toEqual(['name', 'c', 'a', 'b', 'd']);
    expect(shown({ ...EMPTY_LAYOUT, hidden: ['a', 'name'] })).toEqual(['name', 'b', 'c', 'd']);
  });
  it('moves a column before another and to the end, never before the locked one', () => {
    expect(shown(moveColumn(columns, EMPTY_LAYOUT, 'd', 'a'))).toEqual(['name', 'd', 'a', 'b', 'c']);
    expect(shown(moveColumn(columns, EMPTY_LAYOUT, 'a', null))).toEqual(['name', 'b', 'c', 'd', 'a']);
    expect(shown(moveColumn(columns, EMPTY_LAYOUT, 'c', 'name'))).toEqual(['name', 'c', 'a', 'b', 'd']);
  });
  it('steps over hidden columns and stops at the ends', () => {
    const layout = { ...EMPTY_LAYOUT, hidden: ['b'] };
    expect(shown(stepColumn(columns, layout, 'a', 1))).toEqual(['name', 'c', 'a', 'd']);
    expect(shown(stepColumn(columns, layout, 'c', 1))).toEqual(['name', 'a', 'd', 'c']);
    expect(shown(stepColumn(columns, layout, 'a', -1))).toEqual(['name', 'a', 'c', 'd']);
    expect(shown(stepColumn(columns, layout, 'd', 1))).toEqual(['name', 'a', 'c', 'd']);
  });
  it('pins after the locked column and gives left edges', () => {
    const placed = placeColumns(columns, resizeColumn(pinColumn(EMPTY_LAYOUT, 'c', true), 'c', 150.4), 40);
    expect(placed.map(({ column, left }) => [column.id, left])).toEqual([
      ['name', 40],
      ['c', 140],
      ['a', 290],
      ['b', 390],
      ['d', 490],
    ]);
    expect(placed.filter(({ isPinned }) => isPinned)).toHaveLength(2);
  });
  it('hides and shows without losing the place', () => {
    const moved = moveColumn(columns, EMPTY_LAYOUT, 'd', 'a');
    const hidden = hideColumn(columns, moved, 'd', true);
    expect(shown(hidden)).toEqual(['name', 'a', 'b', 'c']);
    expect(shown(hideColumn(columns, hidden, 'd', false))).toEqual(['name', 'd', 'a', 'b', 'c']);
  });
});

import { describe, expect, it } from 'vitest';
import {
  arrangedColumns,
  type ColumnTable,
  createColumnTable,
  EMPTY_LAYOUT,
  moveColumn,
  placeColumns,
  resizeColumn,
  stepColumn,
} from './layout.ts';
import type { TableColumn, TableLayout } from './types.ts';

const columns: TableColumn<never>[] = ['name', 'a', 'b', 'c', 'd'].map((id) => ({
  id,
  header: id,
  width: 100,
  isLocked: id === 'name',
  cell: () => null,
}));
const place = (layout: TableLayout, selectionWidth = 0) =>
  placeColumns(columns, arrangedColumns(createColumnTable(columns, layout)), selectionWidth);
const visible = (layout: TableLayout) => place(layout).map(({ column }) => column.id);

/** The layout after a change to the table. */
function after(layout: TableLayout, change: (table: ColumnTable<never>) => void): TableLayout {
  let changed = layout;
  change(createColumnTable(columns, layout, (next) => (changed = next)));
  return changed;
}
const move = (layout: TableLayout, id: string, beforeId: string | null) =>
  after(layout, (table) => moveColumn(table, id, beforeId));
const step = (layout: TableLayout, id: string, places: -1 | 1) =>
  after(layout, (table) => stepColumn(table, id, places));
const hide = (layout: TableLayout, id: string, isHidden: boolean) =>
  after(layout, (table) => table.getColumn(id)?.toggleVisibility(!isHidden));

describe('table layout', () => {
  it('puts the locked column first, arranged ones next, new ones last', () => {
    expect(visible({ ...EMPTY_LAYOUT, order: ['c', 'gone', 'name', 'a'] })).toEqual(['name', 'c', 'a', 'b', 'd']);
    expect(visible({ ...EMPTY_LAYOUT, hidden: ['a', 'name'] })).toEqual(['name', 'b', 'c', 'd']);
  });
  it('moves a column before another and to the end, never before the locked one', () => {
    expect(visible(move(EMPTY_LAYOUT, 'd', 'a'))).toEqual(['name', 'd', 'a', 'b', 'c']);
    expect(visible(move(EMPTY_LAYOUT, 'a', null))).toEqual(['name', 'b', 'c', 'd', 'a']);
    expect(visible(move(EMPTY_LAYOUT, 'c', 'name'))).toEqual(['name', 'c', 'a', 'b', 'd']);
  });
  it('steps over hidden columns and stops at the ends', () => {
    const layout = { ...EMPTY_LAYOUT, hidden: ['b'] };
    expect(visible(step(layout, 'a', 1))).toEqual(['name', 'c', 'a', 'd']);
    expect(visible(step(layout, 'c', 1))).toEqual(['name', 'a', 'd', 'c']);
    expect(visible(step(layout, 'a', -1))).toEqual(['name', 'a', 'c', 'd']);
    expect(visible(step(layout, 'd', 1))).toEqual(['name', 'a', 'c', 'd']);
  });
  it('pins after the locked column and computes left edges', () => {
    const pinned = after(EMPTY_LAYOUT, (table) => table.getColumn('c')?.pin('start'));
    const resized = after(pinned, (table) => resizeColumn(table, 'c', 150.4));
    const placed = place(resized, 40);
    expect(placed.map(({ column, left }) => [column.id, left])).toEqual([
      ['name', 40],
      ['c', 140],
      ['a', 290],
      ['b', 390],
      ['d', 490],
    ]);
    expect(placed.filter(({ isPinned }) => isPinned)).toHaveLength(2);
  });
  it('lands right after the locked column when moved before it, and never moves that one', () => {
    const layout = { ...EMPTY_LAYOUT, order: ['d', 'c', 'b', 'a'] };
    expect(visible(move(layout, 'b', 'name'))).toEqual(['name', 'b', 'd', 'c', 'a']);
    expect(move(layout, 'name', 'a')).toBe(layout);
    expect(step(layout, 'd', -1)).toBe(layout);
    expect(step(layout, 'name', 1)).toBe(layout);
  });
  it('keeps pinned columns in layout order and moves them among themselves', () => {
    const layout = { ...EMPTY_LAYOUT, order: ['d', 'c', 'b', 'a'], pinned: ['a', 'c'] };
    expect(visible(layout)).toEqual(['name', 'c', 'a', 'd', 'b']);
    expect(visible(step(layout, 'a', -1))).toEqual(['name', 'a', 'c', 'd', 'b']);
    expect(step(layout, 'a', 1)).toBe(layout);
    expect(after(layout, (table) => table.getColumn('a')?.pin(false)).pinned).toEqual(['c']);
  });
  it('keeps widths within the limits', () => {
    const wide = after(EMPTY_LAYOUT, (table) => resizeColumn(table, 'a', 5000));
    expect(after(wide, (table) => resizeColumn(table, 'b', 1)).widths).toEqual({ a: 1200, b: 64 });
  });
  it('keeps the position of a hidden column', () => {
    const moved = move(EMPTY_LAYOUT, 'd', 'a');
    const hidden = hide(moved, 'd', true);
    expect(visible(hidden)).toEqual(['name', 'a', 'b', 'c']);
    expect(visible(hide(hidden, 'd', false))).toEqual(['name', 'd', 'a', 'b', 'c']);
  });
});

import { describe, expect, it } from 'vitest';
import { columnRange, leftFor, rowRange, topFor } from './scroll-window.ts';
import type { PlacedColumn } from './types.ts';

const view = (top: number, left = 0) => ({ top, left, width: 1000, height: 720 });
const columnsOf = (width: number): PlacedColumn<object>[] =>
  Array.from({ length: 59 }, (_, index) => ({
    column: { id: `${index}`, header: '', width, cell: () => null },
    width,
    isPinned: false,
    left: 150 + index * width,
  }));
const COLUMNS = columnsOf(150);
const rows = (top: number, count = 1000) => rowRange(count, view(top));
const columns = (left: number) => columnRange(COLUMNS, 150, view(0, left));

describe('the rendered part of a table', () => {
  it('covers the visible rows and columns and a few around them', () => {
    expect(rows(0)).toEqual({ from: 0, to: 27 });
    expect(columns(0)).toEqual({ from: 0, to: 9 });
    expect(rows(1800)).toEqual({ from: 42, to: 77 });
    expect(columns(3000)).toEqual({ from: 16, to: 29 });
    expect(columns(8000)).toMatchObject({ to: 59 });
  });
  it('survives rows that disappear from a scrolled view', () => {
    expect(rows(3600, 5)).toEqual({ from: 4, to: 5 });
    expect(rows(3600, 0)).toEqual({ from: 0, to: 0 });
    expect(columnRange([], 150, view(0))).toEqual({ from: 0, to: 0 });
  });
  it('follows new widths', () => {
    expect(columnRange(columnsOf(400), 150, view(0))).toEqual({ from: 0, to: 6 });
  });
});

describe('scrolling to a cell', () => {
  const left = (from: number, index: number) => leftFor(COLUMNS, index, 150, view(0, from));
  it('moves as little as possible and keeps clear of header and sticky columns', () => {
    expect(topFor(3, view(0))).toBe(0);
    expect(topFor(30, view(0))).toBe(432);
    expect(topFor(3, view(400))).toBe(108);
    expect(left(0, 1)).toBe(0);
    expect(left(0, 19)).toBe(2150);
    expect(left(3000, 4)).toBe(600);
  });
  it('shows the start of a column that is wider than the room', () => {
    expect(leftFor(columnsOf(900), 2, 150, view(0))).toBe(1800);
  });
});

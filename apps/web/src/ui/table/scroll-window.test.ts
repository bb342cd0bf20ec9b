import { describe, expect, it } from 'vitest';
import { leftToShowColumn, topToShowRow, windowAt } from './scroll-window.ts';

const columns = Array.from({ length: 60 }, (_, index) => ({ left: index * 150, width: 150 }));
const extents = { columns, stickyCount: 1, totalWidth: 9000 };
const at = (top: number, left: number) => ({ top, left, width: 1000, height: 720 });

describe('what a table draws', () => {
  it('draws the visible rows and columns and a few around them', () => {
    expect(windowAt(at(0, 0), 100, extents)).toMatchObject({
      firstRow: 0,
      lastRow: 28,
      firstColumn: 1,
      lastColumn: 9,
      hasMoreStart: false,
      hasMoreEnd: true,
    });
    expect(windowAt(at(1800, 3000), 100, extents)).toMatchObject({
      firstRow: 42,
      lastRow: 78,
      firstColumn: 17,
      lastColumn: 29,
    });
    expect(windowAt(at(0, 8000), 3, extents)).toMatchObject({ lastRow: 3, lastColumn: 60, hasMoreEnd: false });
  });
  it('survives rows that went away under a scrolled view', () => {
    const { firstRow, lastRow } = windowAt(at(3600, 0), 5, extents);
    expect(firstRow).toBe(5);
    expect(lastRow).toBe(5);
  });
});

describe('scrolling to a cell', () => {
  it('moves as little as possible and keeps clear of header and sticky columns', () => {
    expect(topToShowRow(3, at(0, 0))).toBe(0);
    expect(topToShowRow(30, at(0, 0))).toBe(432);
    expect(topToShowRow(3, at(400, 0))).toBe(108);
    expect(leftToShowColumn(2, at(0, 0), extents)).toBe(0);
    expect(leftToShowColumn(20, at(0, 0), extents)).toBe(2150);
    expect(leftToShowColumn(5, at(0, 3000), extents)).toBe(600);
    expect(leftToShowColumn(0, at(0, 3000), extents)).toBe(0);
  });
});

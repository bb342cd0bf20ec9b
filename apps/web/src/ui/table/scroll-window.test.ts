import { Virtualizer, type VirtualizerOptions } from '@tanstack/react-virtual';
import { describe, expect, it } from 'vitest';
import { columnWindow, rowWindow } from './scroll-window.ts';
import type { PlacedColumn } from './types.ts';

const VIEW = { width: 1000, height: 720 };
const PLACED: PlacedColumn<object>[] = Array.from({ length: 60 }, (_, index) => ({
  column: { id: `${index}`, header: '', width: 150, cell: () => null },
  width: 150,
  isPinned: index === 0,
  left: index * 150,
}));

/** The first and last rendered index of a view at `offset`, and the offset after scrolling to an index. */
function open(
  options: ReturnType<typeof rowWindow> | ReturnType<typeof columnWindow>,
  offset: number,
  isHorizontal = false,
) {
  let scrolledTo = offset;
  // A fake scroller: only these sizes are read.
  const size = { scrollWidth: 9000, scrollHeight: 36_036, clientWidth: VIEW.width, clientHeight: VIEW.height };
  const element = Object.assign(new EventTarget(), size, {
    ownerDocument: { defaultView: { requestAnimationFrame: () => 0, cancelAnimationFrame: () => undefined } },
  });
  const all = {
    ...options,
    horizontal: isHorizontal,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a scroller without a document
    getScrollElement: () => element as unknown as HTMLDivElement,
    observeElementRect: (_, report) => report(VIEW),
    observeElementOffset: (_, report) => report(offset, false),
    scrollToFn: (target) => (scrolledTo = target),
  } satisfies VirtualizerOptions<HTMLDivElement, Element>;
  const virtualizer = new Virtualizer<HTMLDivElement, Element>(all);
  virtualizer._willUpdate();
  const items = virtualizer.getVirtualItems();
  const scrollTo = (index: number) => {
    virtualizer.scrollToIndex(index);
    return scrolledTo;
  };
  return { first: items[0]?.index, last: items.at(-1)?.index, scrollTo };
}
const rows = (top: number, count = 1000) => open(rowWindow(count), top);
const columns = (left: number) => open(columnWindow(PLACED.slice(1), 150), left, true);

describe('the rendered part of a table', () => {
  it('covers the visible rows and columns and a few around them', () => {
    expect(rows(0)).toMatchObject({ first: 0, last: 26 });
    expect(columns(0)).toMatchObject({ first: 0, last: 8 });
    expect(rows(1800)).toMatchObject({ first: 41, last: 76 });
    expect(columns(3000)).toMatchObject({ first: 16, last: 28 });
    expect(columns(8000)).toMatchObject({ last: 58 });
  });
  it('survives rows that disappear from a scrolled view', () => {
    expect(rows(3600, 5)).toMatchObject({ first: 0, last: 4 });
    expect(rows(3600, 0)).toMatchObject({ first: undefined, last: undefined });
  });
  it('follows new widths', () => {
    const wide = PLACED.slice(1).map((place) => ({ ...place, width: 400 }));
    expect(open(columnWindow(wide, 150), 0, true)).toMatchObject({ first: 0, last: 5 });
  });
});

describe('scrolling to a cell', () => {
  it('moves as little as possible and keeps clear of header and sticky columns', () => {
    expect(rows(0).scrollTo(3)).toBe(0);
    expect(rows(0).scrollTo(30)).toBe(432);
    expect(rows(400).scrollTo(3)).toBe(108);
    expect(columns(0).scrollTo(1)).toBe(0);
    expect(columns(0).scrollTo(19)).toBe(2150);
    expect(columns(3000).scrollTo(4)).toBe(600);
  });
});

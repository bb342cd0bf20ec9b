import { type RefObject, useLayoutEffect, useState } from 'react';
import { columnRange, leftFor, ROW_HEIGHT, rowRange, topFor } from './scroll-window.ts';
import type { PlacedColumn } from './types.ts';

/** Pinned columns that take a larger share of the width leave too little room to scroll. */
const MAX_PINNED_SHARE = 0.7;
/** Scrolling sideways by less changes nothing that is rendered. */
const COLUMN_STEP = 32;

/** The columns to render: the sticky ones, `before` pixels of space, then `from` to `to` (exclusive). */
export interface VisibleColumns {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly stickyCount: number;
  /** Width of the selection column, 0 without one. */
  readonly lead: number;
}

/** Where the table is scrolled to, in steps, so that most scroll events render nothing. */
interface Scrolled {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly hasMoreStart: boolean;
  readonly hasMoreEnd: boolean;
}

const UNSCROLLED: Scrolled = { top: 0, left: 0, width: 0, height: 0, hasMoreStart: false, hasMoreEnd: false };

function widthOf<Row>(columns: readonly PlacedColumn<Row>[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}

function measure({ scrollTop, scrollLeft, clientWidth, clientHeight, scrollWidth }: HTMLElement): Scrolled {
  return {
    top: Math.floor(scrollTop / ROW_HEIGHT) * ROW_HEIGHT,
    left: Math.floor(scrollLeft / COLUMN_STEP) * COLUMN_STEP,
    width: clientWidth,
    // As if the row at the top were whole and a column more were in sight.
    height: clientHeight + ROW_HEIGHT,
    hasMoreStart: scrollLeft > 1,
    hasMoreEnd: scrollLeft + clientWidth < scrollWidth - 1,
  };
}

function isSame(one: Scrolled, other: Scrolled): boolean {
  return (
    one.top === other.top &&
    one.left === other.left &&
    one.width === other.width &&
    one.height === other.height &&
    one.hasMoreStart === other.hasMoreStart &&
    one.hasMoreEnd === other.hasMoreEnd
  );
}

/** The rows and columns to render for the current scroll position, and functions to scroll to others. */
export function useScrollWindow<Row>(options: {
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly rowCount: number;
  readonly placed: readonly PlacedColumn<Row>[];
  readonly lead: number;
}) {
  const { scroll, rowCount, placed, lead } = options;
  const pinned = placed.filter(({ isPinned }) => isPinned);
  const totalWidth = lead + widthOf(placed);
  const [scrolled, setScrolled] = useState(UNSCROLLED);
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element === null) return;
    const update = () =>
      setScrolled((old) => {
        const next = measure(element);
        return isSame(old, next) ? old : next;
      });
    update();
    element.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', update);
      observer.disconnect();
    };
    // Other widths and rows change how far it can be scrolled.
  }, [scroll, totalWidth, rowCount]);

  // On a narrow screen only locked columns stay sticky.
  const isCramped = scrolled.width > 0 && lead + widthOf(pinned) > scrolled.width * MAX_PINNED_SHARE;
  const stickyCount = (isCramped ? pinned.filter(({ column }) => column.isLocked) : pinned).length;
  const stickyWidth = lead + widthOf(placed.slice(0, stickyCount));
  const scrolling = placed.slice(stickyCount);
  const range = columnRange(scrolling, stickyWidth, { ...scrolled, width: scrolled.width + COLUMN_STEP });
  const rows = rowRange(rowCount, scrolled);
  const visible: VisibleColumns = {
    from: stickyCount + range.from,
    to: stickyCount + range.to,
    before: widthOf(scrolling.slice(0, range.from)),
    stickyCount,
    lead,
  };
  const exact = (element: HTMLElement) => ({
    top: element.scrollTop,
    left: element.scrollLeft,
    width: element.clientWidth,
    height: element.clientHeight,
  });
  return {
    /** Indexes of the rows to render. */
    rows: Array.from({ length: rows.to - rows.from }, (_, index) => rows.from + index),
    visible,
    totalWidth,
    hasMoreStart: scrolled.hasMoreStart,
    hasMoreEnd: scrolled.hasMoreEnd,
    showRow: (index: number) => {
      const element = scroll.current;
      if (element) element.scrollTop = topFor(index, exact(element));
    },
    showColumn: (index: number) => {
      const element = scroll.current;
      if (element === null) return;
      element.scrollLeft =
        index < stickyCount ? 0 : leftFor(scrolling, index - stickyCount, stickyWidth, exact(element));
    },
  };
}

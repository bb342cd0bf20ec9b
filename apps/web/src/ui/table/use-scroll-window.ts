import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useMemo, useState } from 'react';
import { columnWindow, rowWindow } from './scroll-window.ts';
import type { PlacedColumn } from './types.ts';

/** Pinned columns that take a larger share of the width leave too little room to scroll. */
const MAX_PINNED_SHARE = 0.7;

/** The columns to render: the sticky ones, `before` pixels of space, then `from` to `to` (exclusive). */
export interface VisibleColumns {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly stickyCount: number;
  /** Width of the selection column, 0 without one. */
  readonly lead: number;
}

function widthOf<Row>(columns: readonly PlacedColumn<Row>[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}

/** The rows and columns to render for the current scroll position, and functions to scroll to others. */
export function useScrollWindow<Row>(options: {
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly rowCount: number;
  readonly placed: readonly PlacedColumn<Row>[];
  readonly lead: number;
}) {
  const { scroll, rowCount, placed, lead } = options;
  const [isCramped, setCramped] = useState(false);
  const pinned = placed.filter(({ isPinned }) => isPinned);
  // On a narrow screen only locked columns stay sticky.
  const stickyCount = (isCramped ? pinned.filter(({ column }) => column.isLocked) : pinned).length;
  const stickyWidth = lead + widthOf(placed.slice(0, stickyCount));
  const totalWidth = lead + widthOf(placed);
  const columnOptions = useMemo(
    () => columnWindow(placed.slice(stickyCount), stickyWidth),
    [placed, stickyCount, stickyWidth],
  );
  const getScrollElement = () => scroll.current;
  const rows = useVirtualizer({ ...rowWindow(rowCount), getScrollElement });
  const columns = useVirtualizer({ ...columnOptions, getScrollElement, horizontal: true });

  const width = columns.scrollRect?.width ?? 0;
  const shouldBeCramped = width > 0 && lead + widthOf(pinned) > width * MAX_PINNED_SHARE;
  if (shouldBeCramped !== isCramped) setCramped(shouldBeCramped);

  const items = columns.getVirtualItems();
  const from = stickyCount + (items[0]?.index ?? 0);
  const visible: VisibleColumns = {
    from,
    to: from + items.length,
    before: (items[0]?.start ?? stickyWidth) - stickyWidth,
    stickyCount,
    lead,
  };
  const offset = columns.scrollOffset ?? 0;
  return {
    /** Indexes of the rows to render. */
    rows: rows.getVirtualItems().map(({ index }) => index),
    visible,
    totalWidth,
    hasMoreStart: offset > 1,
    hasMoreEnd: width > 0 && offset + width < totalWidth - 1,
    showRow: (index: number) => rows.scrollToIndex(index),
    showColumn: (index: number) => {
      if (index < stickyCount) return columns.scrollToOffset(0);
      const isWide = (placed[index]?.width ?? 0) > width - stickyWidth;
      columns.scrollToIndex(index - stickyCount, { align: isWide ? 'start' : 'auto' });
    },
  };
}

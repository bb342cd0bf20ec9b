/** The height of a row and of the header, in pixels. */
export const ROW_HEIGHT = 36;
const SPARE_ROWS = 8;
const SPARE_PIXELS = 320;

/** What of a table is near enough to the visible part to be drawn. Ends are exclusive. */
export interface ScrollWindow {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
  /** Whether content continues beyond the left and the right edge. */
  readonly hasMoreStart: boolean;
  readonly hasMoreEnd: boolean;
  /** Visible width in pixels; 0 before it is known. */
  readonly width: number;
}

/** Where a scroller stands, in pixels. */
export interface ScrollPosition {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Left edges and widths of columns in order, of which the first `stickyCount` never scroll. */
export interface ColumnExtents {
  readonly columns: readonly { readonly left: number; readonly width: number }[];
  readonly stickyCount: number;
  readonly totalWidth: number;
}

/** Which rows and columns to draw. Rows are all of one height, so that this is arithmetic and not measuring. */
export function windowAt(position: ScrollPosition, rowCount: number, extents: ColumnExtents): ScrollWindow {
  const { top, left, width, height } = position;
  const { columns, stickyCount, totalWidth } = extents;
  const isNear = (column: { left: number; width: number }) =>
    column.left + column.width > left - SPARE_PIXELS && column.left < left + width + SPARE_PIXELS;
  let firstColumn = stickyCount;
  while (firstColumn < columns.length && !isNear(columns[firstColumn] ?? NOWHERE)) firstColumn += 1;
  let lastColumn = firstColumn;
  while (lastColumn < columns.length && isNear(columns[lastColumn] ?? NOWHERE)) lastColumn += 1;
  return {
    firstRow: Math.max(0, Math.min(rowCount, Math.floor(top / ROW_HEIGHT) - SPARE_ROWS)),
    lastRow: Math.min(rowCount, Math.ceil((top + height) / ROW_HEIGHT) + SPARE_ROWS),
    firstColumn,
    lastColumn,
    hasMoreStart: left > 1,
    hasMoreEnd: left + width < totalWidth - 1,
    width,
  };
}

const NOWHERE = { left: Number.POSITIVE_INFINITY, width: 0 };

/** Whether two windows draw the same. */
export function isSameWindow(one: ScrollWindow, other: ScrollWindow): boolean {
  return (
    one.firstRow === other.firstRow &&
    one.lastRow === other.lastRow &&
    one.firstColumn === other.firstColumn &&
    one.lastColumn === other.lastColumn &&
    one.hasMoreStart === other.hasMoreStart &&
    one.hasMoreEnd === other.hasMoreEnd &&
    one.width === other.width
  );
}

/** The scroll position that brings a row wholly into sight below the sticky header, moving as little as possible. */
export function topToShowRow(row: number, { top, height }: ScrollPosition): number {
  const start = row * ROW_HEIGHT;
  if (start < top) return start;
  return Math.max(top, start + 2 * ROW_HEIGHT - height);
}

/** The scroll position that brings a column wholly into sight beside the sticky ones; a sticky one means the start. */
export function leftToShowColumn(index: number, { left, width }: ScrollPosition, extents: ColumnExtents): number {
  const { columns, stickyCount } = extents;
  const column = columns[index];
  if (!column || index < stickyCount) return 0;
  const sticky = columns[stickyCount - 1];
  const stickyEnd = sticky ? sticky.left + sticky.width : 0;
  if (column.left < left + stickyEnd) return column.left - stickyEnd;
  return Math.max(left, Math.min(column.left - stickyEnd, column.left + column.width - width));
}

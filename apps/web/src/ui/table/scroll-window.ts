import type { PlacedColumn } from './types.ts';

/** The height of a row and of the header, in pixels. */
export const ROW_HEIGHT = 36;
const OVERSCAN_ROWS = 8;
const OVERSCAN_COLUMNS = 3;

/** The scrolled part of the table in pixels, without scroll bars. */
export interface View {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** From the first index to the last, exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The rows to render: those below the sticky header and a few around them. */
export function rowRange(count: number, { top, height }: View): Range {
  const first = Math.floor(top / ROW_HEIGHT);
  const last = Math.ceil((top + height) / ROW_HEIGHT) - 1;
  return clamped(first - OVERSCAN_ROWS, last + OVERSCAN_ROWS, count);
}

/** The columns to render of those right of the sticky ones, and a few around them. */
export function columnRange<Row>(
  scrolling: readonly PlacedColumn<Row>[],
  stickyWidth: number,
  { left, width }: View,
): Range {
  let first = -1;
  let last = -1;
  let edge = stickyWidth;
  for (const [index, column] of scrolling.entries()) {
    if (edge < left + width) last = index;
    edge += column.width;
    if (first < 0 && edge > left) first = index;
  }
  return clamped(
    (first < 0 ? scrolling.length : first) - OVERSCAN_COLUMNS,
    last + 1 + OVERSCAN_COLUMNS,
    scrolling.length,
  );
}

/** A range that stays within rows which may have become fewer than were scrolled through. */
function clamped(from: number, to: number, count: number): Range {
  const end = Math.max(0, Math.min(to, count));
  return { from: Math.max(0, Math.min(from, end - 1)), to: end };
}

/** The offset nearest to the current one at which a part from `start` to `end` shows beside what is sticky. */
function nearestOffset(part: { start: number; end: number }, offset: number, size: number, sticky: number): number {
  if (part.start < offset + sticky) return Math.max(0, part.start - sticky);
  return part.end > offset + size ? part.end - size : offset;
}

/** The top offset that shows a row and moves as little as possible. */
export function topFor(index: number, { top, height }: View): number {
  const start = (index + 1) * ROW_HEIGHT;
  return nearestOffset({ start, end: start + ROW_HEIGHT }, top, height, ROW_HEIGHT);
}

/** The left offset that shows a column and moves as little as possible; of one wider than the room, its start. */
export function leftFor<Row>(
  scrolling: readonly PlacedColumn<Row>[],
  index: number,
  stickyWidth: number,
  { left, width }: View,
): number {
  const start = scrolling.slice(0, index).reduce((sum, column) => sum + column.width, stickyWidth);
  const own = scrolling[index]?.width ?? 0;
  if (own > width - stickyWidth) return start - stickyWidth;
  return nearestOffset({ start, end: start + own }, left, width, stickyWidth);
}

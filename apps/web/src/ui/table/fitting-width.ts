import { clampWidth } from './layout.ts';

const WIDEST = 480;
const PADDING = 26;
const HEADER_TOOLS = 52;

/** The width at which nothing of a column that is drawn now is cut off, at most 480 pixels; null when none is drawn. */
export function fittingWidth(grid: HTMLElement, columnId: string): number | null {
  const cells = grid.querySelectorAll<HTMLElement>(`[data-column="${CSS.escape(columnId)}"]`);
  if (cells.length === 0) return null;
  let widest = 0;
  for (const cell of cells) {
    const room = cell.getAttribute('role') === 'columnheader' ? HEADER_TOOLS : PADDING;
    for (const part of cell.querySelectorAll<HTMLElement>('span, a, time')) {
      widest = Math.max(widest, part.scrollWidth + room);
    }
  }
  return clampWidth(Math.min(widest, WIDEST));
}

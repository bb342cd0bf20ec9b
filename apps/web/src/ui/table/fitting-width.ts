import { clampWidth } from './layout.ts';

const MAX_FITTING_WIDTH = 480;
const PADDING = 26;
const HEADER_TOOLS = 52;

/** The width that fits a column's rendered cells, at most 480 pixels; null if none are rendered. */
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
  return clampWidth(Math.min(widest, MAX_FITTING_WIDTH));
}

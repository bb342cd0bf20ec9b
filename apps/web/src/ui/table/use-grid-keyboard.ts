import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useState,
} from 'react';
import { type ColumnTable, resizeColumn, stepColumn } from './layout.ts';
import { ROW_HEIGHT } from './scroll-window.ts';
import type { PlacedColumn, TableColumn, TableSort } from './types.ts';
import type { ToggleRow } from './use-row-toggle.ts';

const WIDTH_STEP = 16;
const FALLBACK_PAGE = 10;

/** A grid position; row -1 is the header. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

/** The DOM id of a cell, for `aria-activedescendant`. */
export function cellId(gridId: string, row: number, columnId: string): string {
  return `${gridId}-${row < 0 ? 'head' : row}-${columnId}`;
}

interface GridKeyboardOptions<Row extends object> {
  readonly gridId: string;
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly placed: readonly PlacedColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Changes with the rows. */
  readonly rowList: string;
  readonly table: ColumnTable<Row>;
  readonly isArrangeable: boolean;
  readonly sort: TableSort | null;
  readonly onSort: (columnId: string, direction: 'asc' | 'desc') => void;
  readonly onOpenRow: ((row: Row) => void) | undefined;
  /** Called when a key moves to another row. */
  readonly onMoveToRow: ((row: Row) => void) | undefined;
  readonly onToggleRow: ToggleRow | undefined;
  readonly onPeek: (peek: { key: string; columnId: string } | null) => void;
  /** Opens the menu of a cell; undefined if cells have none. */
  readonly onCellMenu: ((row: Row, columnId: string) => void) | undefined;
  readonly onPageStep: ((step: -1 | 1) => void) | undefined;
  readonly showRow: (index: number) => void;
  readonly showColumn: (index: number) => void;
}

/**
 * The cell under the pointer, without a column for a row's checkbox; null outside cells and in menus, whose events bubble
 * through React but not the DOM.
 */
function cellAt(event: MouseEvent<HTMLDivElement>): { row: number; columnId: string | null } | null {
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLElement || target instanceof SVGElement) || !currentTarget.contains(target)) return null;
  const columnId = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
  if (columnId === undefined && row === undefined) return null;
  return { row: row === undefined ? -1 : Number(row), columnId: columnId ?? null };
}

/** The sort direction that the next click on a header requests. */
export function nextDirection<Row>(column: TableColumn<Row>, sort: TableSort | null): 'asc' | 'desc' {
  const first = column.firstDirection ?? 'asc';
  if (sort?.columnId !== column.id) return first;
  const other = first === 'asc' ? 'desc' : 'asc';
  // The third click repeats the current direction, which pages treat as a reset.
  return sort.direction === first ? other : sort.direction;
}

/**
 * The grid's keys. The grid keeps the focus and names the active cell, so rows can scroll out of view without losing it.
 * Arrows, Home, End and Page keys move; Enter opens a row or sorts; Space selects, with Shift a range; F2 shows the full value; Ctrl/Cmd+C
 * copies; Alt+Down opens the menu of a cell or header; on a header Shift+arrows resize, Ctrl+Shift+arrows move.
 */
export function useGridKeyboard<Row extends object>(options: GridKeyboardOptions<Row>) {
  const { placed, rows, scroll, showRow, showColumn } = options;
  const [lastActive, setActive] = useState<GridCell>({ row: 0, column: 0 });
  const [openMenu, setOpenMenu] = useState<string | null>(null);
  const active = {
    row: Math.min(lastActive.row, rows.length - 1),
    column: Math.max(0, Math.min(lastActive.column, placed.length - 1)),
  };
  const place = placed[active.column];
  const row = active.row >= 0 ? rows[active.row] : undefined;

  const [lastRowList, setLastRowList] = useState(options.rowList);
  if (lastRowList !== options.rowList) {
    setLastRowList(options.rowList);
    if (lastActive.row > 0) setActive({ ...lastActive, row: 0 });
  }

  function go(next: GridCell) {
    const target = {
      row: Math.max(-1, Math.min(next.row, rows.length - 1)),
      column: Math.max(0, Math.min(next.column, placed.length - 1)),
    };
    setActive(target);
    const moved = target.row === active.row ? undefined : rows[target.row];
    if (moved !== undefined) options.onMoveToRow?.(moved);
    if (target.row >= 0) showRow(target.row);
    showColumn(target.column);
  }

  function pageSize(): number {
    const height = scroll.current?.clientHeight ?? 0;
    return Math.max(1, Math.floor(height / ROW_HEIGHT) - 2) || FALLBACK_PAGE;
  }

  function page(step: -1 | 1) {
    const isAtEnd = step > 0 ? active.row >= rows.length - 1 : active.row <= 0;
    if (isAtEnd) options.onPageStep?.(step);
    else go({ ...active, row: Math.max(0, active.row + step * pageSize()) });
  }

  function headerKey(event: KeyboardEvent): boolean {
    if (active.row !== -1 || !place) return false;
    const { column } = place;
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step !== 0 && event.shiftKey && (event.ctrlKey || event.metaKey)) {
      if (!options.isArrangeable || column.isLocked) return true;
      stepColumn(options.table, column.id, step);
      setActive({ ...active, column: Math.max(0, active.column + step) });
      return true;
    }
    if (step !== 0 && event.shiftKey) {
      resizeColumn(options.table, column.id, place.width + step * WIDTH_STEP);
      return true;
    }
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (isMenuKey || (event.key === 'ArrowDown' && event.altKey) || event.key === ' ') {
      setOpenMenu(column.id);
      return true;
    }
    if (event.key === 'Enter' && column.isSortable) {
      options.onSort(column.id, nextDirection(column, options.sort));
      return true;
    }
    return false;
  }

  function moveKey(event: KeyboardEvent): boolean {
    const toEdge = event.ctrlKey || event.metaKey;
    if (event.altKey) return false;
    switch (event.key) {
      case 'ArrowDown':
        go({ ...active, row: toEdge ? rows.length - 1 : active.row + 1 });
        return true;
      case 'ArrowUp':
        go({ ...active, row: toEdge ? 0 : active.row - 1 });
        return true;
      case 'ArrowRight':
        go({ ...active, column: toEdge ? placed.length - 1 : active.column + 1 });
        return true;
      case 'ArrowLeft':
        go({ ...active, column: toEdge ? 0 : active.column - 1 });
        return true;
      case 'Home':
        go({ row: toEdge ? 0 : active.row, column: 0 });
        return true;
      case 'End':
        go({ row: toEdge ? rows.length - 1 : active.row, column: placed.length - 1 });
        return true;
      case 'PageDown':
        page(1);
        return true;
      case 'PageUp':
        page(-1);
        return true;
      default:
        return false;
    }
  }

  function bodyKey(event: KeyboardEvent): boolean {
    if (row === undefined || !place) return false;
    const key = options.rowKey(row);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      document
        .getElementById(cellId(options.gridId, active.row, place.column.id))
        ?.querySelector('a')
        ?.click();
      return true;
    }
    if (event.key === 'Enter' && options.onOpenRow) {
      options.onOpenRow(row);
      return true;
    }
    if (event.key === ' ') {
      options.onToggleRow?.(key, event.shiftKey);
      return true;
    }
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (options.onCellMenu && (isMenuKey || (event.key === 'ArrowDown' && event.altKey))) {
      options.onCellMenu(row, place.column.id);
      return true;
    }
    if (event.key === 'F2') {
      options.onPeek({ key, columnId: place.column.id });
      return true;
    }
    return false;
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const { target } = event;
    // Menus and popovers are portals: their events bubble here through React but are not the grid's.
    if (!(target instanceof HTMLElement) || !event.currentTarget.contains(target)) return;
    const isOwnControl = target !== event.currentTarget && (event.key === 'Enter' || event.key === ' ');
    if (isOwnControl || target instanceof HTMLInputElement) return;
    if (headerKey(event) || bodyKey(event) || moveKey(event)) {
      event.preventDefault();
      event.stopPropagation();
      if (target !== event.currentTarget) event.currentTarget.focus({ preventScroll: true });
    }
  }

  function onFocus(event: FocusEvent<HTMLDivElement>) {
    if (event.target === event.currentTarget && event.currentTarget.matches(':focus-visible')) go(active);
  }

  function onCopy(event: ClipboardEvent<HTMLDivElement>) {
    if (!place || !window.getSelection()?.isCollapsed) return;
    const text = row === undefined ? place.column.header : place.column.copy?.(row);
    if (text === undefined) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  }

  function onMouseDown(event: MouseEvent<HTMLDivElement>) {
    const cell = cellAt(event);
    if (cell === null) return;
    const column = placed.findIndex((candidate) => candidate.column.id === cell.columnId);
    setActive({ row: cell.row, column: column >= 0 ? column : active.column });
  }

  function onClick(event: MouseEvent<HTMLDivElement>) {
    const isControl = event.target instanceof Element && event.target.closest('a, button, input, label') !== null;
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (isControl || isModified || window.getSelection()?.isCollapsed === false) return;
    const cell = cellAt(event);
    const opened = cell === null || cell.columnId === null ? undefined : rows[cell.row];
    if (opened !== undefined) options.onOpenRow?.(opened);
  }

  function onContextMenu(event: MouseEvent<HTMLDivElement>) {
    // The browser's menu is for links and selected text. From the keyboard, the target is the grid.
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (!options.onCellMenu || isLink || window.getSelection()?.isCollapsed === false) return;
    const cell = event.target === event.currentTarget ? null : cellAt(event);
    const clicked = cell === null ? row : rows[cell.row];
    const columnId = cell === null ? place?.column.id : cell.columnId;
    if (clicked === undefined || columnId === undefined || columnId === null) return;
    event.preventDefault();
    options.onCellMenu(clicked, columnId);
  }

  return { active, onMouseDown, onClick, onContextMenu, openMenu, setOpenMenu, onKeyDown, onFocus, onCopy };
}

import type { PlacedColumn, TableColumn, TableLayout } from './types.ts';

/** The layout of a table that nobody has arranged. */
export const EMPTY_LAYOUT: TableLayout = { order: [], hidden: [], widths: {}, pinned: [] };
/** The narrowest column, in pixels. */
const MIN_COLUMN_WIDTH = 64;
/** The widest column, in pixels. */
const MAX_COLUMN_WIDTH = 1200;

type Columns = readonly TableColumn<never>[];

/** Every column id in the order of the layout: locked ones first, then the arranged ones, then new ones. */
function orderedIds(columns: Columns, layout: TableLayout): string[] {
  const known = new Map(columns.map((column) => [column.id, column]));
  const locked = columns.filter((column) => column.isLocked).map((column) => column.id);
  const arranged = layout.order.filter((id) => known.has(id) && !known.get(id)?.isLocked);
  const seen = new Set([...locked, ...arranged]);
  return [...locked, ...new Set(arranged), ...columns.map((column) => column.id).filter((id) => !seen.has(id))];
}

/** The visible columns where they stand: locked, pinned, then the rest. `selectionWidth` is taken at the left edge. */
export function placeColumns<Row>(
  columns: readonly TableColumn<Row>[],
  layout: TableLayout,
  selectionWidth = 0,
): PlacedColumn<Row>[] {
  const known = new Map(columns.map((column) => [column.id, column]));
  const hidden = new Set(layout.hidden);
  const pinned = new Set(layout.pinned);
  const visible = orderedIds(columns, layout).flatMap((id) => {
    const column = known.get(id);
    return column && (column.isLocked || !hidden.has(id)) ? [column] : [];
  });
  const isPinned = (column: TableColumn<Row>) => column.isLocked === true || pinned.has(column.id);
  let left = selectionWidth;
  return [...visible.filter(isPinned), ...visible.filter((column) => !isPinned(column))].map((column) => {
    const width = clampWidth(layout.widths[column.id] ?? column.width);
    const placed = { column, width, isPinned: isPinned(column), left };
    left += width;
    return placed;
  });
}

/** A width within the limits, whole pixels. */
export function clampWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)));
}

/** Sets a column's width. */
export function resizeColumn(layout: TableLayout, id: string, width: number): TableLayout {
  return { ...layout, widths: { ...layout.widths, [id]: clampWidth(width) } };
}

/** Puts a column before another one, or at the end when `beforeId` is null. Locked columns stay where they are. */
export function moveColumn(columns: Columns, layout: TableLayout, id: string, beforeId: string | null): TableLayout {
  const isLocked = (candidate: string) => columns.some((column) => column.id === candidate && column.isLocked);
  if (id === beforeId || isLocked(id)) return layout;
  const ids = orderedIds(columns, layout).filter((candidate) => candidate !== id);
  const firstFree = ids.findIndex((candidate) => !isLocked(candidate));
  const wanted = beforeId === null ? ids.length : ids.indexOf(beforeId);
  const at = wanted < 0 ? ids.length : Math.max(wanted, firstFree < 0 ? ids.length : firstFree);
  return { ...layout, order: ids.toSpliced(at, 0, id).filter((candidate) => !isLocked(candidate)) };
}

/** Moves a column one visible place to the left (-1) or right (1), within pinned or unpinned columns. */
export function stepColumn(columns: Columns, layout: TableLayout, id: string, step: -1 | 1): TableLayout {
  const placed = placeColumns(columns, layout).filter(({ column }) => !column.isLocked);
  const group = placed.filter(({ isPinned }) => isPinned === placed.find(({ column }) => column.id === id)?.isPinned);
  const at = group.findIndex(({ column }) => column.id === id);
  const target = at + step;
  if (at < 0 || target < 0 || target >= group.length) return layout;
  const before = step < 0 ? group[target] : group[target + 1];
  if (before) return moveColumn(columns, layout, id, before.column.id);
  const last = group.at(-1)?.column.id;
  const ids = orderedIds(columns, layout).filter((candidate) => candidate !== id);
  const after = last === undefined ? null : (ids[ids.indexOf(last) + 1] ?? null);
  return moveColumn(columns, layout, id, after);
}

/** Pins or unpins a column. */
export function pinColumn(layout: TableLayout, id: string, isPinned: boolean): TableLayout {
  const others = layout.pinned.filter((candidate) => candidate !== id);
  return { ...layout, pinned: isPinned ? [...others, id] : others };
}

/** Hides or shows a column. */
export function hideColumn(columns: Columns, layout: TableLayout, id: string, isHidden: boolean): TableLayout {
  const others = layout.hidden.filter((candidate) => candidate !== id);
  const order = orderedIds(columns, layout).filter((candidate) => !columns.find((c) => c.id === candidate)?.isLocked);
  return { ...layout, order, hidden: isHidden ? [...others, id] : others };
}

import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  constructTable,
  functionalUpdate,
  rowSelectionFeature,
  type Table,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import type { PlacedColumn, TableColumn, TableLayout } from './types.ts';

export const EMPTY_LAYOUT: TableLayout = { order: [], hidden: [], widths: {}, pinned: [] };
/** Limits of a column's width, in pixels. */
const WIDTHS = { minSize: 64, maxSize: 1200 };

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
});

/** The part of TanStack Table that arranges columns. */
export type ColumnTable<Row extends object> = Pick<
  Table<typeof features, Row>,
  | 'getCenterVisibleLeafColumns'
  | 'getColumn'
  | 'getColumnOffsets'
  | 'getIsAllPageRowsSelected'
  | 'getIsSomePageRowsSelected'
  | 'getPinnedVisibleLeafColumns'
  | 'getStartVisibleLeafColumns'
  | 'setColumnOrder'
  | 'setColumnSizing'
  | 'toggleAllPageRowsSelected'
>;

/** Column definitions for TanStack Table, without cells: `DataTable` renders those. */
export function columnDefs<Row>(columns: readonly TableColumn<Row>[]) {
  return columns.map(({ id, width, isLocked }) => ({ id, size: width, enableHiding: !isLocked, ...WIDTHS }));
}

/**
 * A layout as TanStack Table state. Locked columns are pinned first; pinned columns keep the layout's order, not the
 * order of pinning. Each change calls `onLayoutChange` with the whole layout.
 */
export function columnOptions<Row>(
  columns: readonly TableColumn<Row>[],
  layout: TableLayout,
  onLayoutChange: (layout: TableLayout) => void,
) {
  const locked = new Set(columns.filter((column) => column.isLocked).map(({ id }) => id));
  const columnOrder = [...new Set([...locked, ...layout.order, ...columns.map(({ id }) => id)])];
  const unlocked = (ids: readonly string[]) => ids.filter((id) => !locked.has(id));
  const pinned = new Set([...locked, ...layout.pinned]);
  const state = {
    columnOrder,
    columnPinning: { start: columnOrder.filter((id) => pinned.has(id)), end: [] },
    columnSizing: { ...layout.widths },
    columnVisibility: Object.fromEntries(unlocked(layout.hidden).map((id) => [id, false])),
  };
  return {
    features,
    state,
    onColumnOrderChange: (change) =>
      onLayoutChange({ ...layout, order: unlocked(functionalUpdate(change, state.columnOrder)) }),
    onColumnPinningChange: (change) =>
      onLayoutChange({ ...layout, pinned: unlocked(functionalUpdate(change, state.columnPinning).start) }),
    onColumnSizingChange: (change) =>
      onLayoutChange({ ...layout, widths: functionalUpdate(change, state.columnSizing) }),
    onColumnVisibilityChange: (change) => {
      const visibility = functionalUpdate(change, state.columnVisibility);
      const hidden = Object.keys(visibility).filter((id) => visibility[id] === false);
      onLayoutChange({ ...layout, order: unlocked(columnOrder), hidden });
    },
  } satisfies Partial<TableOptions<typeof features, never>>;
}

/** A table without rows, usable outside React. */
export function createColumnTable<Row extends object>(
  columns: readonly TableColumn<Row>[],
  layout: TableLayout,
  onLayoutChange: (layout: TableLayout) => void = () => undefined,
): ColumnTable<Row> {
  const options = columnOptions(columns, layout, onLayoutChange);
  const reactivity = { coreReactivityFeature: storeReactivityBindings() };
  return constructTable<typeof features, Row>({
    ...options,
    features: { ...reactivity, ...features },
    columns: columnDefs(columns),
    data: [],
  });
}

/** The input of `placeColumns`; each part keeps its identity until it changes. */
export function arrangedColumns<Row extends object>(table: ColumnTable<Row>) {
  return {
    start: table.getStartVisibleLeafColumns(),
    center: table.getCenterVisibleLeafColumns(),
    offsets: table.getColumnOffsets(),
  };
}

/** The visible columns from left to right, pinned ones first, after `selectionWidth` pixels. */
export function placeColumns<Row extends object>(
  columns: readonly TableColumn<Row>[],
  { start, center, offsets }: ReturnType<typeof arrangedColumns<Row>>,
  selectionWidth = 0,
): PlacedColumn<Row>[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const place = (group: typeof start, isPinned: boolean, starts: Readonly<Record<string, number>>, from: number) =>
    group.flatMap((one) => {
      const column = byId.get(one.id);
      return column ? [{ column, width: one.getSize(), isPinned, left: from + (starts[one.id] ?? 0) }] : [];
    });
  const pinned = place(start, true, offsets.start.starts, selectionWidth);
  const last = pinned.at(-1);
  return [...pinned, ...place(center, false, offsets.center.starts, last ? last.left + last.width : selectionWidth)];
}

/** Rounds and clamps a width to the limits. */
export function clampWidth(width: number): number {
  return Math.round(Math.min(WIDTHS.maxSize, Math.max(WIDTHS.minSize, width)));
}

export function resizeColumn<Row extends object>(table: ColumnTable<Row>, id: string, width: number): void {
  table.setColumnSizing((widths) => ({ ...widths, [id]: clampWidth(width) }));
}

/** Moves a column before another one, or to the end if `beforeId` is null. Locked columns don't move. */
export function moveColumn<Row extends object>(table: ColumnTable<Row>, id: string, beforeId: string | null): void {
  if (id === beforeId || !table.getColumn(id)?.getCanHide()) return;
  table.setColumnOrder((order) => {
    const others = order.filter((candidate) => candidate !== id);
    const at = beforeId === null ? -1 : others.indexOf(beforeId);
    return others.toSpliced(at < 0 ? others.length : at, 0, id);
  });
}

/** Moves a column one visible position left (-1) or right (1), within the pinned or unpinned columns. */
export function stepColumn<Row extends object>(table: ColumnTable<Row>, id: string, step: -1 | 1): void {
  const group = table.getPinnedVisibleLeafColumns(table.getColumn(id)?.getIsPinned() || 'center');
  const movable = group.filter((column) => column.getCanHide()).map((column) => column.id);
  const at = movable.indexOf(id);
  const neighbour = movable[at + step];
  if (at < 0 || neighbour === undefined) return;
  table.setColumnOrder((order) => {
    const others = order.filter((candidate) => candidate !== id);
    return others.toSpliced(others.indexOf(neighbour) + (step > 0 ? 1 : 0), 0, id);
  });
}

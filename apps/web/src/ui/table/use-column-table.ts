import { functionalUpdate, type RowSelectionState, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { arrangedColumns, columnDefs, columnOptions, placeColumns } from './layout.ts';
import type { TableColumn, TableLayout, TableSelection } from './types.ts';

/** TanStack Table with a controlled layout and selection. */
export function useColumnTable<Row extends object>(options: {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly layout: TableLayout;
  readonly onLayoutChange: (layout: TableLayout) => void;
  readonly selection: TableSelection | undefined;
  /** Width of the selection column. */
  readonly lead: number;
}) {
  const { columns, rows, rowKey, layout, onLayoutChange, selection, lead } = options;
  const definitions = useMemo(() => columnDefs(columns), [columns]);
  const arranged = useMemo(() => columnOptions(columns, layout, onLayoutChange), [columns, layout, onLayoutChange]);
  const rowSelection = useMemo(() => selectionState(selection), [selection]);
  const table = useTable({
    ...arranged,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    state: { ...arranged.state, rowSelection },
    onRowSelectionChange: (change) => selection?.onChange(new Set(Object.keys(functionalUpdate(change, rowSelection)))),
  });
  const { start, center, offsets } = arrangedColumns(table);
  // `table` is a new object on every render, so it can't be a dependency; memoised rows depend on `placed`.
  const placed = useMemo(
    () => placeColumns(columns, { start, center, offsets }, lead),
    [columns, start, center, offsets, lead],
  );
  return { table, placed };
}

function selectionState(selection: TableSelection | undefined): RowSelectionState {
  return Object.fromEntries([...(selection?.selected ?? [])].map((key) => [key, true]));
}

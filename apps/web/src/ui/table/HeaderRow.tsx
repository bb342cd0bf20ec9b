import { Checkbox } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import classes from './data-table.module.css';
import { HeaderCell } from './HeaderCell.tsx';
import { type ColumnTable, moveColumn } from './layout.ts';
import type { PlacedColumn, TableColumn, TableSort } from './types.ts';
import { useColumnDrag } from './use-column-drag.ts';
import type { VisibleColumns } from './use-scroll-window.ts';

interface HeaderRowProps<Row extends object> {
  readonly gridId: string;
  readonly placed: readonly PlacedColumn<Row>[];
  readonly visible: VisibleColumns;
  readonly totalWidth: number;
  readonly table: ColumnTable<Row>;
  readonly sort: TableSort | null;
  readonly activeColumn: number | null;
  readonly isArrangeable: boolean;
  readonly isSelectable: boolean;
  readonly renderColumnMenu: ((column: TableColumn<Row>) => ReactNode) | undefined;
  readonly openMenu: string | null;
  readonly onOpenMenuChange: (columnId: string | null) => void;
  readonly onSort: (columnId: string, direction: 'asc' | 'desc') => void;
  readonly onDraftWidth: (draft: { id: string; width: number } | null) => void;
  readonly scroll: RefObject<HTMLDivElement | null>;
}

/** The sticky header row. Columns are dragged by their names. */
export function HeaderRow<Row extends object>(props: HeaderRowProps<Row>) {
  const { placed, visible, isSelectable, table } = props;
  const drag = useColumnDrag({
    placed,
    scroll: props.scroll,
    onDrop: (id, beforeId) => moveColumn(table, id, beforeId),
  });
  const cell = (place: PlacedColumn<Row>, index: number, isSticky: boolean) => (
    <HeaderCell
      key={place.column.id}
      gridId={props.gridId}
      place={place}
      ariaColumn={index + 1 + (isSelectable ? 1 : 0)}
      isSticky={isSticky}
      isStickyLast={isSticky && index === visible.stickyCount - 1}
      isActive={props.activeColumn === index}
      isArrangeable={props.isArrangeable}
      table={table}
      sort={props.sort}
      renderMenu={props.renderColumnMenu}
      isMenuOpen={props.openMenu === place.column.id}
      onOpenMenuChange={props.onOpenMenuChange}
      onSort={props.onSort}
      onDraftWidth={props.onDraftWidth}
      drag={drag}
      scroll={props.scroll}
    />
  );
  return (
    <div role="rowgroup" className={classes.head} style={{ width: props.totalWidth }}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {isSelectable && <SelectAll table={table} width={visible.lead} />}
        {placed.slice(0, visible.stickyCount).map((place, at) => cell(place, at, true))}
        {visible.before > 0 && <div className={classes.spacer} style={{ width: visible.before }} />}
        {placed.slice(visible.from, visible.to).map((place, at) => cell(place, visible.from + at, false))}
        {drag.dropLeft !== null && <div className={classes.dropLine} style={{ left: drag.dropLeft }} />}
      </div>
    </div>
  );
}

function SelectAll<Row extends object>({ table, width }: { table: ColumnTable<Row>; width: number }) {
  const isAll = table.getIsAllPageRowsSelected();
  return (
    <div role="columnheader" aria-colindex={1} className={classes.headCell} data-sticky style={{ width, left: 0 }}>
      <Checkbox
        size="xs"
        tabIndex={-1}
        checked={isAll}
        indeterminate={!isAll && table.getIsSomePageRowsSelected()}
        aria-label="Select every row on this page"
        onChange={() => table.toggleAllPageRowsSelected()}
      />
    </div>
  );
}

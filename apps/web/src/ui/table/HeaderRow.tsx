import { Checkbox } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import classes from './data-table.module.css';
import { HeaderCell } from './HeaderCell.tsx';
import { moveColumn } from './layout.ts';
import type { ShownColumns } from './SkeletonRows.tsx';
import type { PlacedColumn, TableColumn, TableLayout, TableSelection, TableSort } from './types.ts';
import { useColumnDrag } from './use-column-drag.ts';

interface HeaderRowProps<Row> {
  readonly gridId: string;
  readonly placed: readonly PlacedColumn<Row>[];
  readonly shown: ShownColumns;
  readonly totalWidth: number;
  readonly columns: readonly TableColumn<Row>[];
  readonly layout: TableLayout;
  readonly sort: TableSort | null;
  readonly activeColumn: number | null;
  readonly isArrangeable: boolean;
  readonly selection: TableSelection | undefined;
  readonly rowKeys: readonly string[] | undefined;
  readonly renderColumnMenu: ((column: TableColumn<Row>) => ReactNode) | undefined;
  readonly openMenu: string | null;
  readonly onOpenMenuChange: (columnId: string | null) => void;
  readonly onSort: (columnId: string, direction: 'asc' | 'desc') => void;
  readonly onLayoutChange: (layout: TableLayout) => void;
  readonly onDraftWidth: (draft: { id: string; width: number } | null) => void;
  readonly scroll: RefObject<HTMLDivElement | null>;
}

/** The sticky header: names, sort arrows, menus, resize handles; columns are dragged by their names. */
export function HeaderRow<Row>(props: HeaderRowProps<Row>) {
  const { placed, shown, selection, columns, layout } = props;
  const drag = useColumnDrag({
    placed,
    scroll: props.scroll,
    onDrop: (id, beforeId) => props.onLayoutChange(moveColumn(columns, layout, id, beforeId)),
  });
  const cell = (place: PlacedColumn<Row>, index: number, isSticky: boolean) => (
    <HeaderCell
      key={place.column.id}
      gridId={props.gridId}
      place={place}
      ariaColumn={index + 1 + (selection ? 1 : 0)}
      isSticky={isSticky}
      isStickyLast={isSticky && index === shown.stickyCount - 1}
      isActive={props.activeColumn === index}
      isArrangeable={props.isArrangeable}
      columns={columns}
      layout={layout}
      sort={props.sort}
      renderMenu={props.renderColumnMenu}
      isMenuOpen={props.openMenu === place.column.id}
      onOpenMenuChange={props.onOpenMenuChange}
      onSort={props.onSort}
      onLayoutChange={props.onLayoutChange}
      onDraftWidth={props.onDraftWidth}
      drag={drag}
      scroll={props.scroll}
    />
  );
  return (
    <div role="rowgroup" className={classes.head} style={{ width: props.totalWidth }}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {selection && props.rowKeys && <SelectAll selection={selection} keys={props.rowKeys} width={shown.lead} />}
        {placed.slice(0, shown.stickyCount).map((place, at) => cell(place, at, true))}
        {shown.before > 0 && <div className={classes.spacer} style={{ width: shown.before }} />}
        {placed.slice(shown.from, shown.to).map((place, at) => cell(place, shown.from + at, false))}
        {drag.dropLeft !== null && <div className={classes.dropLine} style={{ left: drag.dropLeft }} />}
      </div>
    </div>
  );
}

function SelectAll(props: { selection: TableSelection; keys: readonly string[]; width: number }) {
  const { selection, keys } = props;
  const count = keys.filter((key) => selection.selected.has(key)).length;
  const isAll = keys.length > 0 && count === keys.length;
  return (
    <div
      role="columnheader"
      aria-colindex={1}
      className={classes.headCell}
      data-sticky
      style={{ width: props.width, left: 0 }}
    >
      <Checkbox
        size="xs"
        tabIndex={-1}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        aria-label="Select every row of this page"
        onChange={() => {
          const next = new Set(selection.selected);
          for (const key of keys) {
            if (isAll) next.delete(key);
            else next.add(key);
          }
          selection.onChange(next);
        }}
      />
    </div>
  );
}

import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { ColumnMenu } from './ColumnMenu.tsx';
import classes from './data-table.module.css';
import { fittingWidth } from './fitting-width.ts';
import { resizeColumn } from './layout.ts';
import { ResizeHandle } from './ResizeHandle.tsx';
import type { PlacedColumn, TableColumn, TableLayout, TableSort } from './types.ts';
import type { ColumnDrag } from './use-column-drag.ts';
import { cellId, nextDirection } from './use-grid-keyboard.ts';

interface HeaderCellProps<Row> {
  readonly gridId: string;
  readonly place: PlacedColumn<Row>;
  readonly ariaColumn: number;
  readonly isSticky: boolean;
  readonly isStickyLast: boolean;
  readonly isActive: boolean;
  readonly isArrangeable: boolean;
  readonly columns: readonly TableColumn<Row>[];
  readonly layout: TableLayout;
  readonly sort: TableSort | null;
  readonly renderMenu: ((column: TableColumn<Row>) => ReactNode) | undefined;
  readonly isMenuOpen: boolean;
  readonly onOpenMenuChange: (columnId: string | null) => void;
  readonly onSort: (columnId: string, direction: 'asc' | 'desc') => void;
  readonly onLayoutChange: (layout: TableLayout) => void;
  readonly onDraftWidth: (draft: { id: string; width: number } | null) => void;
  readonly drag: ColumnDrag;
  readonly scroll: RefObject<HTMLDivElement | null>;
}

/** One header: name with sort arrow, menu, resize handle. */
export function HeaderCell<Row>(props: HeaderCellProps<Row>) {
  const { place, sort, drag, layout } = props;
  const { column, width, left } = place;
  const direction = sort?.columnId === column.id ? sort.direction : null;
  const Arrow = direction === 'asc' ? IconArrowUp : IconArrowDown;
  const canDrag = props.isArrangeable && !column.isLocked;
  const isPlaceholder = column.isPlaceholder === true;
  const hasMenu = !isPlaceholder && (props.renderMenu !== undefined || props.isArrangeable);
  const fit = () => {
    const fitting = props.scroll.current ? fittingWidth(props.scroll.current, column.id) : null;
    if (fitting !== null) props.onLayoutChange(resizeColumn(layout, column.id, fitting));
  };
  return (
    <div
      id={cellId(props.gridId, -1, column.id)}
      role="columnheader"
      aria-colindex={props.ariaColumn}
      aria-sort={direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
      className={classes.headCell}
      data-column={column.id}
      data-active={props.isActive || undefined}
      data-sticky={props.isSticky || undefined}
      data-sticky-last={props.isStickyLast || undefined}
      data-dragged={drag.draggedId === column.id || undefined}
      data-align={column.align}
      data-sorted={direction ?? undefined}
      style={props.isSticky ? { width, left } : { width }}
    >
      {isPlaceholder ? (
        <>
          <Skeleton height={10} width="60%" aria-hidden="true" />
          <VisuallyHidden>{column.header}</VisuallyHidden>
        </>
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={classes.headName}
          data-sortable={column.isSortable || undefined}
          data-hint={column.description || undefined}
          data-hint-overflow=""
          onPointerDown={canDrag ? (event) => drag.start(event, column.id) : undefined}
          onClick={() => {
            if (column.isSortable && !drag.takeClick()) props.onSort(column.id, nextDirection(column, sort));
          }}
        >
          <span className={classes.headText}>{column.header}</span>
          {direction !== null && <Arrow size={14} aria-hidden="true" className={classes.arrow} />}
          {direction !== null && (
            <VisuallyHidden>, sorted {direction === 'asc' ? 'ascending' : 'descending'}</VisuallyHidden>
          )}
        </button>
      )}
      {hasMenu && (
        <ColumnMenu
          place={place}
          columns={props.columns}
          layout={layout}
          isArrangeable={props.isArrangeable}
          isOpen={props.isMenuOpen}
          onOpenChange={(isOpen) => props.onOpenMenuChange(isOpen ? column.id : null)}
          onLayoutChange={props.onLayoutChange}
          onFit={fit}
          returnFocus={() => props.scroll.current?.focus({ preventScroll: true })}
        >
          {props.renderMenu?.(column)}
        </ColumnMenu>
      )}
      {!isPlaceholder && (
        <ResizeHandle
          width={width}
          onDraft={(draft) => props.onDraftWidth(draft === null ? null : { id: column.id, width: draft })}
          onResize={(final) => props.onLayoutChange(resizeColumn(layout, column.id, final))}
          onFit={fit}
        />
      )}
    </div>
  );
}

import { ActionIcon, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import { lazy, type ReactNode, type RefObject, Suspense } from 'react';
import { usePopup } from '../popup/use-popup.ts';
import classes from './data-table.module.css';
import { fittingWidth } from './fitting-width.ts';
import { type ColumnTable, resizeColumn, stepColumn } from './layout.ts';
import { ResizeHandle } from './ResizeHandle.tsx';
import type { PlacedColumn, TableColumn, TableSort } from './types.ts';
import type { ColumnDrag } from './use-column-drag.ts';
import { cellId, nextDirection } from './use-grid-keyboard.ts';

const loadMenu = () => import('./ColumnMenu.tsx');
const ColumnMenu = lazy(loadMenu);

interface HeaderCellProps<Row extends object> {
  readonly gridId: string;
  readonly place: PlacedColumn<Row>;
  readonly ariaColumn: number;
  readonly isSticky: boolean;
  readonly isStickyLast: boolean;
  readonly isActive: boolean;
  readonly isArrangeable: boolean;
  readonly table: ColumnTable<Row>;
  readonly sort: TableSort | null;
  readonly renderMenu: ((column: TableColumn<Row>) => ReactNode) | undefined;
  readonly isMenuOpen: boolean;
  readonly onOpenMenuChange: (columnId: string | null) => void;
  readonly onSort: (columnId: string, direction: 'asc' | 'desc') => void;
  readonly onDraftWidth: (draft: { id: string; width: number } | null) => void;
  readonly drag: ColumnDrag;
  readonly scroll: RefObject<HTMLDivElement | null>;
}

export function HeaderCell<Row extends object>(props: HeaderCellProps<Row>) {
  const { place, sort, drag, table } = props;
  const { column, width, left } = place;
  const direction = sort?.columnId === column.id ? sort.direction : null;
  const Arrow = direction === 'asc' ? IconArrowUp : IconArrowDown;
  const canArrange = props.isArrangeable && !column.isLocked;
  const isPlaceholder = column.isPlaceholder === true;
  const hasMenu = !isPlaceholder && (props.renderMenu !== undefined || props.isArrangeable);
  const menu = usePopup({
    kind: 'menu',
    load: loadMenu,
    isOpen: props.isMenuOpen,
    onChange: (isOpen) => props.onOpenMenuChange(isOpen ? column.id : null),
  });
  const fit = () => {
    const fitted = props.scroll.current ? fittingWidth(props.scroll.current, column.id) : null;
    if (fitted !== null) resizeColumn(table, column.id, fitted);
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
          onPointerDown={canArrange ? (event) => drag.start(event, column.id) : undefined}
          onClick={() => {
            if (column.isSortable && !drag.endsWithClick()) props.onSort(column.id, nextDirection(column, sort));
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
        <>
          <ActionIcon
            {...menu.trigger}
            className={classes.menuButton}
            size={22}
            tabIndex={-1}
            data-open={props.isMenuOpen || undefined}
            aria-label={`Column menu for ${column.header}`}
          >
            <IconChevronDown size={14} aria-hidden="true" />
          </ActionIcon>
          <Suspense>
            {menu.hasOpened && (
              <ColumnMenu
                popup={menu.popup}
                canArrange={canArrange}
                isPinned={place.isPinned}
                onFit={fit}
                onPin={(isPinned) => table.getColumn(column.id)?.pin(isPinned && 'start')}
                onStep={(step) => stepColumn(table, column.id, step)}
                onHide={() => table.getColumn(column.id)?.toggleVisibility(false)}
                returnFocus={() => props.scroll.current?.focus({ preventScroll: true })}
              >
                {props.renderMenu?.(column)}
              </ColumnMenu>
            )}
          </Suspense>
        </>
      )}
      {!isPlaceholder && (
        <ResizeHandle
          width={width}
          onDraft={(draft) => props.onDraftWidth(draft === null ? null : { id: column.id, width: draft })}
          onResize={(final) => resizeColumn(table, column.id, final)}
          onFit={fit}
        />
      )}
    </div>
  );
}

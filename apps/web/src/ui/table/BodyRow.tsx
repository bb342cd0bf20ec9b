import { Checkbox } from '@mantine/core';
import { lazy, memo, type MouseEvent as ReactMouseEvent, Suspense } from 'react';
import classes from './data-table.module.css';
import type { PlacedColumn, TableColumn } from './types.ts';
import { cellId } from './use-grid-keyboard.ts';
import type { ToggleRow } from './use-row-toggle.ts';

/** Left and right padding of a cell, in pixels. */
const CELL_PADDING = 24;

const Peek = lazy(() => import('./Peek.tsx'));

interface BodyRowProps<Row> {
  readonly gridId: string;
  readonly row: Row;
  readonly rowKeyText: string;
  readonly label: string | undefined;
  readonly index: number;
  readonly ariaRowIndex: number;
  readonly top: number;
  readonly placed: readonly PlacedColumn<Row>[];
  readonly visibleFrom: number;
  readonly visibleTo: number;
  readonly before: number;
  readonly stickyCount: number;
  readonly lead: number;
  readonly activeColumn: number | null;
  readonly isOpen: boolean;
  readonly isSelected: boolean | null;
  readonly onToggle: ToggleRow;
  readonly peekColumn: string | null;
  readonly onPeek: (peek: { key: string; columnId: string }) => void;
  readonly onClosePeek: () => void;
}

interface CellContentProps<Row> {
  readonly row: Row;
  readonly column: TableColumn<Row>;
  readonly width: number;
  readonly rowKeyText: string;
  readonly onPeek: BodyRowProps<Row>['onPeek'];
}

function CellContentInner<Row>({ row, column, width, rowKeyText, onPeek }: CellContentProps<Row>) {
  return column.cell(row, {
    showAll: () => onPeek({ key: rowKeyText, columnId: column.id }),
    width: width - CELL_PADDING,
  });
}

/** What a cell shows, memoised: scrolling sideways and moving the active cell render whole rows. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo loses the type parameter
const CellContent = memo(CellContentInner) as typeof CellContentInner;

function BodyRowInner<Row>(props: BodyRowProps<Row>) {
  const { row, placed, index, rowKeyText, lead, stickyCount } = props;
  const cell = (place: PlacedColumn<Row>, columnIndex: number, isSticky: boolean) => {
    const { column, width, left } = place;
    const isActive = props.activeColumn === columnIndex;
    const content = (
      <CellContent row={row} column={column} width={width} rowKeyText={rowKeyText} onPeek={props.onPeek} />
    );
    const inner = <div className={classes.inner}>{content}</div>;
    return (
      <div
        key={column.id}
        id={cellId(props.gridId, index, column.id)}
        role={column.isLocked ? 'rowheader' : 'gridcell'}
        aria-colindex={columnIndex + 1 + (lead > 0 ? 1 : 0)}
        className={classes.cell}
        data-column={column.id}
        data-active={isActive || undefined}
        data-sticky={isSticky || undefined}
        data-sticky-last={(isSticky && columnIndex === stickyCount - 1) || undefined}
        data-align={column.align}
        style={isSticky ? { width, left } : { width }}
      >
        {props.peekColumn === column.id ? (
          <Suspense fallback={inner}>
            <Peek onClose={props.onClosePeek} label={column.header} content={column.full?.(row) ?? content}>
              {inner}
            </Peek>
          </Suspense>
        ) : (
          inner
        )}
      </div>
    );
  };
  return (
    <div
      role="row"
      className={classes.row}
      data-row={index}
      aria-rowindex={props.ariaRowIndex}
      aria-selected={props.isSelected ?? undefined}
      data-open={props.isOpen || undefined}
      data-selected={props.isSelected || undefined}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      {props.isSelected !== null && (
        <div
          role="gridcell"
          aria-colindex={1}
          className={classes.cell}
          data-sticky
          style={{ width: lead, left: 0 }}
          tabIndex={-1}
          onMouseDown={keepFocusInGrid}
        >
          <Checkbox
            size="xs"
            tabIndex={-1}
            checked={props.isSelected}
            onChange={({ nativeEvent }) =>
              props.onToggle(rowKeyText, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            aria-label={`Select ${props.label ?? `row ${index + 1}`}`}
          />
        </div>
      )}
      {placed.slice(0, stickyCount).map((place, at) => cell(place, at, true))}
      {props.before > 0 && <div className={classes.spacer} style={{ width: props.before }} />}
      {placed.slice(props.visibleFrom, props.visibleTo).map((place, at) => cell(place, props.visibleFrom + at, false))}
    </div>
  );
}

/** A focused checkbox would take the grid's keys; Shift would select text. */
function keepFocusInGrid(event: ReactMouseEvent<HTMLElement>) {
  event.preventDefault();
  event.currentTarget.closest<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
}

/** One row, memoised. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo loses the type parameter
export const BodyRow = memo(BodyRowInner) as typeof BodyRowInner;

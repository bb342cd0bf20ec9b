import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { BodyRow } from './BodyRow.tsx';
import classes from './data-table.module.css';
import { HeaderRow } from './HeaderRow.tsx';
import { HintArea } from './HintArea.tsx';
import { clampWidth, EMPTY_LAYOUT } from './layout.ts';
import { SkeletonRows } from './SkeletonRows.tsx';
import { ROW_HEIGHT } from './scroll-window.ts';
import type { TableColumn, TableLayout, TableSelection, TableSort } from './types.ts';
import { useColumnTable } from './use-column-table.ts';
import { cellId, useGridKeyboard } from './use-grid-keyboard.ts';
import { useScrollWindow } from './use-scroll-window.ts';

const SELECTION_WIDTH = 40;
const NO_SORT = () => undefined;

/** What the product's one data table takes. */
export interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Name of a row for screen readers, e.g. the company's. */
  readonly rowLabel?: (row: Row) => string;
  /** How the person arranged the table. Left out, the table keeps it to itself. */
  readonly layout?: TableLayout;
  readonly onLayoutChange?: (layout: TableLayout) => void;
  readonly sort?: TableSort | null;
  /** Called by the header; the page decides what a click on the applied sort means. */
  readonly onSort?: (columnId: string, direction: 'asc' | 'desc') => void;
  /** Entries of a column's menu above those of the layout. */
  readonly renderColumnMenu?: (column: TableColumn<Row>) => ReactNode;
  /** True while there are no rows yet: skeletons of the right height. */
  readonly isLoading?: boolean;
  /** True while newer rows are fetched: the old ones stay under a thin bar. */
  readonly isRefreshing?: boolean;
  readonly skeletonRows?: number;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
  /** Enter, a double click or the row's own link. */
  readonly onOpenRow?: (row: Row) => void;
  /** The row that is open beside the table. */
  readonly openRowKey?: string | null;
  readonly selection?: TableSelection;
  /** Rows before the first one shown and rows in total, so that screen readers count right across pages. */
  readonly rowOffset?: number;
  readonly rowCount?: number;
  /** Page down past the last row, page up past the first one. */
  readonly onPageStep?: (step: -1 | 1) => void;
  /** Whether columns can be moved, pinned and hidden; they can, unless said otherwise. */
  readonly isArrangeable?: boolean;
}

/**
 * The data table of the whole product: virtual rows and columns, sticky header and first columns, columns that can be
 * resized, moved, pinned and hidden by mouse and keyboard, one tab stop with arrow keys inside (ARIA grid).
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, selection, isLoading = false, skeletonRows = 25, onSort = NO_SORT } = props;
  const gridId = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const [ownLayout, setOwnLayout] = useState<TableLayout>(EMPTY_LAYOUT);
  const [draftWidth, setDraftWidth] = useState<{ id: string; width: number } | null>(null);
  const [peek, setPeek] = useState<{ key: string; columnId: string } | null>(null);
  const layout = props.layout ?? ownLayout;
  const onLayoutChange = props.onLayoutChange ?? setOwnLayout;
  const drawn = useMemo(() => {
    if (draftWidth === null) return layout;
    return { ...layout, widths: { ...layout.widths, [draftWidth.id]: clampWidth(draftWidth.width) } };
  }, [layout, draftWidth]);
  const lead = selection ? SELECTION_WIDTH : 0;
  const rowKey = props.rowKey;
  const { table, placed } = useColumnTable({ columns, rows, rowKey, layout: drawn, onLayoutChange, selection, lead });
  const view = useScrollWindow({ scroll, rowCount: isLoading ? 0 : rows.length, placed, lead });
  const { shown, totalWidth } = view;

  const latest = useRef(table);
  useLayoutEffect(() => {
    latest.current = table;
  });
  const toggleRow = useCallback((key: string) => latest.current.getRow(key).toggleSelected(), []);
  const rowList = useMemo(() => rows.map(rowKey).join('\n'), [rows, rowKey]);
  useEffect(() => {
    // Other rows start at their top; a refresh of the same rows stays where it is.
    if (rowList !== '' && scroll.current) scroll.current.scrollTop = 0;
  }, [rowList]);
  const keyboard = useGridKeyboard({
    gridId,
    scroll,
    placed,
    rows,
    rowKey,
    rowList,
    table,
    isArrangeable: props.isArrangeable !== false,
    onSort,
    sort: props.sort ?? null,
    onOpenRow: props.onOpenRow,
    onToggleRow: selection ? toggleRow : undefined,
    onPeek: setPeek,
    onPageStep: props.onPageStep,
    showRow: view.showRow,
    showColumn: view.showColumn,
  });
  const { active } = keyboard;
  const closePeek = useCallback(() => {
    setPeek(null);
    scroll.current?.focus({ preventScroll: true });
  }, []);
  const isEmpty = !isLoading && rows.length === 0;

  return (
    <HintArea
      className={classes.root}
      data-scrolled={view.hasMoreStart || undefined}
      data-more={view.hasMoreEnd || undefined}
    >
      {props.isRefreshing && <div className={classes.bar} role="progressbar" aria-label="Refreshing" />}
      <div
        ref={scroll}
        className={classes.scroll}
        role="grid"
        aria-label={props.label}
        aria-rowcount={(props.rowCount ?? rows.length) + 1}
        aria-colcount={placed.length + (selection ? 1 : 0)}
        aria-busy={isLoading || props.isRefreshing || undefined}
        aria-multiselectable={selection ? true : undefined}
        aria-activedescendant={cellId(gridId, active.row, placed[active.column]?.column.id ?? '')}
        tabIndex={0}
        onMouseDown={keyboard.onMouseDown}
        onDoubleClick={keyboard.onDoubleClick}
        onKeyDown={keyboard.onKeyDown}
        onFocus={keyboard.onFocus}
        onCopy={keyboard.onCopy}
      >
        <HeaderRow
          gridId={gridId}
          placed={placed}
          shown={shown}
          totalWidth={totalWidth}
          table={table}
          sort={props.sort ?? null}
          activeColumn={active.row === -1 ? active.column : null}
          isArrangeable={props.isArrangeable !== false}
          isSelectable={selection !== undefined}
          renderColumnMenu={props.renderColumnMenu}
          openMenu={keyboard.openMenu}
          onOpenMenuChange={keyboard.setOpenMenu}
          onSort={onSort}
          onDraftWidth={setDraftWidth}
          scroll={scroll}
        />
        {isLoading ? (
          <SkeletonRows rows={skeletonRows} placed={placed} shown={shown} />
        ) : (
          <div role="rowgroup" className={classes.body} style={{ height: rows.length * ROW_HEIGHT, width: totalWidth }}>
            {view.rows.map((index) => {
              const row = rows[index];
              if (row === undefined) return null;
              const key = rowKey(row);
              return (
                <BodyRow
                  key={key}
                  gridId={gridId}
                  row={row}
                  rowKeyText={key}
                  label={props.rowLabel?.(row)}
                  index={index}
                  ariaRowIndex={(props.rowOffset ?? 0) + index + 2}
                  top={index * ROW_HEIGHT}
                  placed={placed}
                  shownFrom={shown.from}
                  shownTo={shown.to}
                  before={shown.before}
                  stickyCount={shown.stickyCount}
                  lead={lead}
                  activeColumn={active.row === index ? active.column : null}
                  isOpen={props.openRowKey === key}
                  isSelected={selection ? selection.selected.has(key) : null}
                  onToggle={toggleRow}
                  peekColumn={peek?.key === key ? peek.columnId : null}
                  onPeek={setPeek}
                  onClosePeek={closePeek}
                />
              );
            })}
          </div>
        )}
      </div>
      {isEmpty && <div className={classes.empty}>{props.empty ?? 'Nothing here yet'}</div>}
    </HintArea>
  );
}

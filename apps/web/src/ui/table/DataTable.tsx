import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
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
import { useRowToggle } from './use-row-toggle.ts';
import { useScrollWindow } from './use-scroll-window.ts';

const CellMenu = lazy(() => import('./CellMenu.tsx'));

const SELECTION_WIDTH = 40;
const NO_SORT = () => undefined;

export interface DataTableProps<Row> {
  /** The table's accessible name. */
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** A row's accessible name, e.g. the company's name. */
  readonly rowLabel?: (row: Row) => string;
  /** The person's column layout; leave out for an uncontrolled table. */
  readonly layout?: TableLayout;
  readonly onLayoutChange?: (layout: TableLayout) => void;
  readonly sort?: TableSort | null;
  /** Called on a header click; the page decides what a click on the current sort means. */
  readonly onSort?: (columnId: string, direction: 'asc' | 'desc') => void;
  /** Extra entries at the top of a column's menu. */
  readonly renderColumnMenu?: (column: TableColumn<Row>) => ReactNode;
  /** Shows skeleton rows. */
  readonly isLoading?: boolean;
  /** Shows a thin bar above the rows while newer ones are fetched. */
  readonly isRefreshing?: boolean;
  readonly skeletonRows?: number;
  /** Shown when there are no rows. */
  readonly empty?: ReactNode;
  /** The menu of a cell, on right click and by keyboard. */
  readonly renderCellMenu?: (row: Row, column: TableColumn<Row>) => ReactNode;
  /** Called on Enter and on a click that hits no link or button and selects no text. */
  readonly onOpenRow?: (row: Row) => void;
  /** The row whose details are open. */
  readonly openRowKey?: string | null;
  /** Called when an arrow key moves to another row, for details that follow. */
  readonly onMoveToRow?: (row: Row) => void;
  readonly selection?: TableSelection;
  /** Rows on earlier pages and in total, so screen readers announce correct row numbers. */
  readonly rowOffset?: number;
  readonly rowCount?: number;
  /** Called on Page Down at the last row and Page Up at the first. */
  readonly onPageStep?: (step: -1 | 1) => void;
  /** False if columns can't be moved, pinned or hidden. Default: true. */
  readonly isArrangeable?: boolean;
}

/**
 * The product's data table: virtual rows and columns, sticky header and first columns, columns that people resize, move,
 * pin and hide by mouse or keyboard. An ARIA grid: one tab stop, arrow keys inside.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, selection, isLoading = false, skeletonRows = 25, onSort = NO_SORT } = props;
  const gridId = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const [ownLayout, setOwnLayout] = useState<TableLayout>(EMPTY_LAYOUT);
  const [draftWidth, setDraftWidth] = useState<{ id: string; width: number } | null>(null);
  const [peek, setPeek] = useState<{ key: string; columnId: string } | null>(null);
  const [menuCell, setMenuCell] = useState<{ row: Row; columnId: string } | null>(null);
  const layout = props.layout ?? ownLayout;
  const onLayoutChange = props.onLayoutChange ?? setOwnLayout;
  const draftLayout = useMemo(() => {
    if (draftWidth === null) return layout;
    return { ...layout, widths: { ...layout.widths, [draftWidth.id]: clampWidth(draftWidth.width) } };
  }, [layout, draftWidth]);
  const lead = selection ? SELECTION_WIDTH : 0;
  const rowKey = props.rowKey;
  const { table, placed } = useColumnTable({
    columns,
    rows,
    rowKey,
    layout: draftLayout,
    onLayoutChange,
    selection,
    lead,
  });
  const view = useScrollWindow({ scroll, rowCount: isLoading ? 0 : rows.length, placed, lead });
  const { visible, totalWidth } = view;

  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey]);
  const toggleRow = useRowToggle(keys, selection);
  const rowList = useMemo(() => keys.join('\n'), [keys]);
  useEffect(() => {
    // New rows start at the top; a refresh of the same rows keeps the scroll position.
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
    onMoveToRow: props.onMoveToRow,
    onToggleRow: selection ? toggleRow : undefined,
    onPeek: setPeek,
    onCellMenu: props.renderCellMenu ? (row, columnId) => setMenuCell({ row, columnId }) : undefined,
    onPageStep: props.onPageStep,
    showRow: view.showRow,
    showColumn: view.showColumn,
  });
  const { active } = keyboard;
  const closePeek = useCallback(() => {
    setPeek(null);
    scroll.current?.focus({ preventScroll: true });
  }, []);
  const openIndex = props.openRowKey == null ? -1 : keys.indexOf(props.openRowKey);
  const showOpenRow = useEffectEvent(() => view.showRow(openIndex));
  useEffect(() => {
    if (openIndex >= 0) showOpenRow();
  }, [openIndex]);
  const isEmpty = !isLoading && rows.length === 0;
  const menuRow = menuCell === null ? -1 : rows.indexOf(menuCell.row);
  const menuColumn = placed.find(({ column }) => column.id === menuCell?.columnId)?.column;

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
        data-opens={props.onOpenRow !== undefined || undefined}
        tabIndex={0}
        onMouseDown={keyboard.onMouseDown}
        onClick={keyboard.onClick}
        onContextMenu={keyboard.onContextMenu}
        onKeyDown={keyboard.onKeyDown}
        onFocus={keyboard.onFocus}
        onCopy={keyboard.onCopy}
      >
        <HeaderRow
          gridId={gridId}
          placed={placed}
          visible={visible}
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
          <SkeletonRows rows={skeletonRows} placed={placed} visible={visible} />
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
                  visibleFrom={visible.from}
                  visibleTo={visible.to}
                  before={visible.before}
                  stickyCount={visible.stickyCount}
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
      {menuCell !== null && menuRow >= 0 && menuColumn !== undefined && (
        <Suspense>
          <CellMenu
            key={`${rowKey(menuCell.row)} ${menuColumn.id}`}
            cellId={cellId(gridId, menuRow, menuColumn.id)}
            onClose={() => setMenuCell(null)}
            returnFocus={() => scroll.current?.focus({ preventScroll: true })}
          >
            {props.renderCellMenu?.(menuCell.row, menuColumn)}
          </CellMenu>
        </Suspense>
      )}
      {isEmpty && <div className={classes.empty}>{props.empty ?? 'Nothing here yet'}</div>}
    </HintArea>
  );
}

import type { ReactNode } from 'react';

/** A person's column layout. Columns missing from `order` come last; unknown ids are ignored. */
export interface TableLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Pixels by column id. */
  readonly widths: Readonly<Record<string, number>>;
  readonly pinned: readonly string[];
}

export interface TableSort {
  readonly columnId: string;
  readonly direction: 'asc' | 'desc';
}

interface CellContext {
  /** Opens the full value in a popover. */
  readonly showAll: () => void;
  /** The cell's room for content, in pixels. */
  readonly width: number;
}

/** One column; `id` is its key in layouts and sorts. */
export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** The header's tooltip. */
  readonly description?: string;
  /** The default width in pixels. */
  readonly width: number;
  readonly align?: 'start' | 'end';
  readonly isSortable?: boolean;
  /** The sort direction of the first click on the header. Default: ascending. */
  readonly firstDirection?: 'asc' | 'desc';
  /** Shows a skeleton in place of the name and no menu. */
  readonly isPlaceholder?: boolean;
  /** Keeps the column first, pinned and visible. */
  readonly isLocked?: boolean;
  readonly cell: (row: Row, context: CellContext) => ReactNode;
  /** The full value, for the popover that `F2` or `+n` opens. */
  readonly full?: (row: Row) => ReactNode;
  /** The exact value as text for the clipboard. */
  readonly copy?: (row: Row) => string;
}

/** A column with its width and left edge in pixels. */
export interface PlacedColumn<Row> {
  readonly column: TableColumn<Row>;
  readonly width: number;
  readonly isPinned: boolean;
  readonly left: number;
}

/** Selected rows by key. */
export interface TableSelection {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

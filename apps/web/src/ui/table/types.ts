import type { ReactNode } from 'react';

/** How a person arranged a table. Ids in `order` come first, in that order; unknown ids are ignored. */
export interface TableLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Pixels by column id. */
  readonly widths: Readonly<Record<string, number>>;
  readonly pinned: readonly string[];
}

/** The sorted column. */
export interface TableSort {
  readonly columnId: string;
  readonly direction: 'asc' | 'desc';
}

/** What a cell may ask of the table. */
interface CellContext {
  /** Opens the whole value in a pop-over on the cell. */
  readonly showAll: () => void;
}

/** One column. Texts are for people; `id` is the key in layouts and sorts. */
export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** Shown when the pointer rests on the header. */
  readonly description?: string;
  /** Pixels, unless the layout says otherwise. */
  readonly width: number;
  readonly align?: 'start' | 'end';
  readonly isSortable?: boolean;
  /** The direction of the first click on the header; ascending unless said otherwise. */
  readonly firstDirection?: 'asc' | 'desc';
  /** True while it is not known what the column will be: a grey bar stands for its name, and it has no menu. */
  readonly isPlaceholder?: boolean;
  /** True for a column that stays first, pinned and shown. */
  readonly isLocked?: boolean;
  readonly cell: (row: Row, context: CellContext) => ReactNode;
  /** The whole value, for the pop-over that `F2` or `+n` opens. */
  readonly full?: (row: Row) => ReactNode;
  /** The exact value as text for the clipboard. */
  readonly copy?: (row: Row) => string;
}

/** A column where it stands: its width in pixels, and its left edge while it is pinned. */
export interface PlacedColumn<Row> {
  readonly column: TableColumn<Row>;
  readonly width: number;
  readonly isPinned: boolean;
  readonly left: number;
}

/** Rows ticked by key. */
export interface TableSelection {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

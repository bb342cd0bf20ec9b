import type { CompaniesTableLayout, UserSettings } from '@quarry/contracts';
import { EMPTY_LAYOUT } from '../../ui/table/layout.ts';
import type { TableLayout } from '../../ui/table/types.ts';

type Stored = UserSettings['companiesTable'];

export interface LayoutDefaults {
  /** The column that always stands first; only its width can change. */
  readonly firstColumn: string;
  /** Every column except the first, in the schema's order. */
  readonly fieldNames: readonly string[];
  /** The account's default columns in order; null if no admin saved any. */
  readonly accountColumns: readonly string[] | null;
  /** Columns that show while nobody chose any, in order. */
  readonly leadColumns: readonly string[];
  /** Columns that stay hidden when they are new, because the first column shows the same. */
  readonly quietColumns: ReadonlySet<string>;
}

/** The layout before the person arranges anything: the account's columns, or the leading ones. */
export function defaultLayout({ fieldNames, accountColumns, leadColumns }: LayoutDefaults): TableLayout {
  const chosen = (accountColumns ?? leadColumns).filter((name) => fieldNames.includes(name));
  const rest = fieldNames.filter((name) => !chosen.includes(name));
  return { ...EMPTY_LAYOUT, order: [...chosen, ...rest], hidden: rest };
}

/**
 * The person's layout. An empty stored order means the account's default, so that saving widths alone does not freeze
 * the columns. Data points added after the layout was saved appear as in the account's default.
 */
export function effectiveLayout(stored: Stored, defaults: LayoutDefaults): TableLayout {
  const fallback = defaultLayout(defaults);
  if (stored === null) return fallback;
  const { widths, pinned } = stored;
  if (stored.order.length === 0) return { ...fallback, widths, pinned };
  const known = new Set([...stored.order, ...stored.hidden]);
  const isNew = (name: string) => !known.has(name);
  const isHiddenWhenNew = (name: string) =>
    defaults.accountColumns === null ? defaults.quietColumns.has(name) : fallback.hidden.includes(name);
  const firstKnown = fallback.order.findIndex((name) => !isNew(name));
  const newVisible = fallback.order.filter((name) => isNew(name) && !isHiddenWhenNew(name));
  const inFront = newVisible.filter((name) => fallback.order.indexOf(name) < firstKnown);
  const order = [...inFront, ...stored.order, ...newVisible.filter((name) => !inFront.includes(name))];
  return {
    order,
    hidden: [...stored.hidden, ...fallback.hidden.filter((name) => isNew(name) && isHiddenWhenNew(name))],
    widths,
    pinned,
  };
}

/** The columns of a view. Data points that it doesn't name are hidden, also those added after it was saved. */
export function viewLayout(columns: CompaniesTableLayout, defaults: LayoutDefaults): TableLayout {
  const { widths, pinned } = columns;
  const order = columns.order.filter((name) => defaults.fieldNames.includes(name));
  if (order.length === 0) return { ...defaultLayout(defaults), widths, pinned };
  const rest = defaults.fieldNames.filter((name) => !order.includes(name));
  return { order: [...order, ...rest], hidden: [...columns.hidden, ...rest], widths, pinned };
}

/** A string that is equal for layouts that look the same. */
export function layoutKey({ order, hidden, widths, pinned }: TableLayout): string {
  const visible = order.filter((name) => !hidden.includes(name));
  return JSON.stringify([
    visible,
    Object.entries(widths).toSorted(([one], [other]) => one.localeCompare(other)),
    pinned,
  ]);
}

/** The part of a layout to save; the order stays empty while it equals the default. */
export function toStoredLayout(layout: TableLayout, defaults: LayoutDefaults): NonNullable<Stored> {
  const visible = ({ order, hidden }: TableLayout) => order.filter((name) => !hidden.includes(name)).join('\n');
  const isDefault = visible(layout) === visible(defaultLayout(defaults));
  const columns = existingColumns(layout, defaults);
  return isDefault ? { ...columns, order: [], hidden: [] } : columns;
}

/** A layout without columns that don't exist. */
export function existingColumns(layout: TableLayout, defaults: LayoutDefaults): CompaniesTableLayout {
  const known = new Set(defaults.fieldNames);
  const hasWidth = ([name]: [string, number]) => known.has(name) || name === defaults.firstColumn;
  const widths = Object.fromEntries(Object.entries(layout.widths).filter(hasWidth));
  return {
    order: layout.order.filter((name) => known.has(name)),
    hidden: layout.hidden.filter((name) => known.has(name)),
    widths,
    pinned: layout.pinned.filter((name) => known.has(name)).slice(0, 20),
  };
}

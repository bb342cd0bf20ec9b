import type { UserSettings } from '@quarry/contracts';
import { EMPTY_LAYOUT } from '../../ui/table/layout.ts';
import type { TableLayout } from '../../ui/table/types.ts';

type Stored = UserSettings['companiesTable'];

/** Columns that are only shown when someone asks for them: the first column says the same. */
export interface LayoutDefaults {
  /** Every column that can be shown, in the schema's order. */
  readonly fieldNames: readonly string[];
  /** The account's default columns, in order; null while no admin saved any. */
  readonly accountColumns: readonly string[] | null;
  /** Columns that are hidden unless chosen. */
  readonly quietColumns: ReadonlySet<string>;
}

/** The columns of people who arranged nothing: the account's, or else all but the quiet ones. */
export function defaultLayout({ fieldNames, accountColumns, quietColumns }: LayoutDefaults): TableLayout {
  if (accountColumns === null) {
    return { ...EMPTY_LAYOUT, order: [...fieldNames], hidden: fieldNames.filter((name) => quietColumns.has(name)) };
  }
  const chosen = accountColumns.filter((name) => fieldNames.includes(name));
  const rest = fieldNames.filter((name) => !chosen.includes(name));
  return { ...EMPTY_LAYOUT, order: [...chosen, ...rest], hidden: rest };
}

/**
 * The person's own layout. An empty order means "as the account has it", so that widths alone do not freeze columns.
 * Data points that are newer than the layout are shown where the account's default shows them.
 */
export function effectiveLayout(stored: Stored, defaults: LayoutDefaults): TableLayout {
  const standard = defaultLayout(defaults);
  if (stored === null) return standard;
  const { widths, pinned } = stored;
  if (stored.order.length === 0) return { ...standard, widths, pinned };
  const known = new Set([...stored.order, ...stored.hidden]);
  const isNew = (name: string) => !known.has(name);
  const hiddenByDefault = new Set(standard.hidden);
  const front = (defaults.accountColumns ?? []).findIndex((name) => !isNew(name));
  const newShown = standard.order.filter((name) => isNew(name) && !hiddenByDefault.has(name));
  const inFront = newShown.filter((name) => (defaults.accountColumns ?? []).indexOf(name) < front && front > 0);
  const order = [...inFront, ...stored.order, ...newShown.filter((name) => !inFront.includes(name))];
  return { order, hidden: [...stored.hidden, ...standard.hidden.filter(isNew)], widths, pinned };
}

/** What to remember of a layout; columns that stand as the account has them are not frozen. */
export function toStoredLayout(layout: TableLayout, defaults: LayoutDefaults): NonNullable<Stored> {
  const standard = defaultLayout(defaults);
  const shown = (one: TableLayout) => one.order.filter((name) => !one.hidden.includes(name)).join('\n');
  const isStandard = shown(layout) === shown(standard);
  const known = new Set(defaults.fieldNames);
  const widths = Object.fromEntries(Object.entries(layout.widths).filter(([name]) => known.has(name)));
  return {
    order: isStandard ? [] : layout.order.filter((name) => known.has(name)),
    hidden: isStandard ? [] : layout.hidden.filter((name) => known.has(name)),
    widths,
    pinned: layout.pinned.filter((name) => known.has(name)).slice(0, 20),
  };
}

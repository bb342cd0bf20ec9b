import { type Client, type CompaniesTableLayout, companiesTableLayout, type View } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { useCallback, useMemo, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { useUser } from '../../lib/client-context.tsx';
import { keepDraft, readDraft } from '../../lib/local-draft.ts';
import { notifyError } from '../../lib/notify.ts';
import { useUserSettings } from '../../lib/user-settings.ts';
import type { TableLayout } from '../../ui/table/types.ts';
import { firstColumn, isHiddenByDefault, nameField, visibleFields } from '../datasets/fields.ts';
import { leadColumns } from './lead-columns.ts';
import {
  defaultLayout,
  effectiveLayout,
  existingColumns,
  type LayoutDefaults,
  layoutKey,
  toStoredLayout,
  viewLayout,
} from './table-layout.ts';

/** The layout of the companies table: the open view's, else the person's. */
export interface CompaniesTable {
  readonly layout: TableLayout;
  /** The layout before the person arranges anything. */
  readonly defaultLayout: TableLayout;
  readonly isLoading: boolean;
  /** Applies a layout at once. Saves the person's in the background; a view keeps it when it is saved. */
  readonly setLayout: (layout: TableLayout) => void;
  /** The name of the view whose columns these are; null for the person's own. */
  readonly viewName: string | null;
  /** The layout as a view saves it. */
  readonly columns: CompaniesTableLayout;
  /** The layout differs from that of the open view. */
  readonly isViewChanged: boolean;
  /** Shows a view's columns as they were saved. */
  readonly forgetEdits: (viewId: string) => void;
}

export function useCompaniesTable(client: Client, view: View | undefined, filters: FilterGroup | null): CompaniesTable {
  const { settings, update } = useUserSettings();
  const { companiesSchema, appSettings } = client;
  const defaults = useMemo((): LayoutDefaults => {
    const fields = visibleFields(companiesSchema);
    const name = nameField(companiesSchema);
    return {
      firstColumn: firstColumn(companiesSchema),
      fieldNames: fields.filter((field) => field !== name).map((field) => field.fieldName),
      accountColumns: appSettings.companiesTableFields,
      leadColumns: leadColumns(companiesSchema, filters),
      quietColumns: new Set(fields.filter(isHiddenByDefault).map((field) => field.fieldName)),
    };
  }, [companiesSchema, appSettings.companiesTableFields, filters]);
  const edits = useViewEdits(client.clientName, view);
  const stored = settings?.companiesTable ?? null;
  const saved = useMemo(() => view && viewLayout(view.columns, defaults), [view, defaults]);
  const edited = useMemo(() => edits.columns && viewLayout(edits.columns, defaults), [edits.columns, defaults]);
  const own = useMemo(() => effectiveLayout(stored, defaults), [stored, defaults]);
  const layout = saved === undefined ? own : (edited ?? saved);

  const isOfView = view !== undefined;
  const { keep } = edits;
  const save = useCallback(
    (next: TableLayout) => {
      if (isOfView) return keep(existingColumns(next, defaults));
      update({ companiesTable: toStoredLayout(next, defaults) }).catch((error: unknown) => {
        notifyError(`The columns could not be saved: ${messageOf(error)}`, { id: 'columns-not-saved' });
      });
    },
    [isOfView, keep, update, defaults],
  );
  return {
    layout,
    defaultLayout: defaultLayout(defaults),
    isLoading: settings === undefined && !isOfView,
    setLayout: save,
    viewName: view?.name ?? null,
    columns: existingColumns(layout, defaults),
    isViewChanged: saved !== undefined && layoutKey(layout) !== layoutKey(saved),
    forgetEdits: edits.forget,
  };
}

/** The columns of a view as this person has arranged them since it was saved; a reload of the tab keeps them. */
function useViewEdits(clientName: string, view: View | undefined) {
  const { userId } = useUser();
  const prefix = `columns ${userId} ${clientName}`;
  const viewId = view?.id ?? null;
  const [edited, setEdited] = useState<ReadonlyMap<string, CompaniesTableLayout | null>>(new Map());
  const kept = useMemo(
    () => (viewId === null ? null : readDraft(`${prefix} ${viewId}`, companiesTableLayout)),
    [prefix, viewId],
  );
  const set = useCallback(
    (id: string, columns: CompaniesTableLayout | null) => {
      keepDraft(`${prefix} ${id}`, columns);
      setEdited((old) => new Map(old).set(id, columns));
    },
    [prefix],
  );
  const columns = viewId === null ? null : edited.has(viewId) ? (edited.get(viewId) ?? null) : kept;
  return {
    columns,
    keep: useCallback((next: CompaniesTableLayout) => viewId !== null && set(viewId, next), [viewId, set]),
    forget: useCallback((id: string) => set(id, null), [set]),
  };
}

import type { Client } from '@quarry/contracts';
import { useCallback, useMemo } from 'react';
import { messageOf } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { useUserSettings } from '../../lib/user-settings.ts';
import type { TableLayout } from '../../ui/table/types.ts';
import { firstColumn, isHiddenByDefault, nameField, visibleFields } from '../datasets/fields.ts';
import { defaultLayout, effectiveLayout, type LayoutDefaults, toStoredLayout } from './table-layout.ts';

/** The person's layout of the companies table. */
export interface CompaniesTable {
  readonly layout: TableLayout;
  /** The layout before the person arranges anything. */
  readonly defaultLayout: TableLayout;
  readonly isLoading: boolean;
  /** Applies a layout at once and saves it in the background. */
  readonly setLayout: (layout: TableLayout) => void;
}

export function useCompaniesTable(client: Client): CompaniesTable {
  const { settings, update } = useUserSettings();
  const { companiesSchema, appSettings } = client;
  const defaults = useMemo((): LayoutDefaults => {
    const fields = visibleFields(companiesSchema);
    const name = nameField(companiesSchema);
    return {
      firstColumn: firstColumn(companiesSchema),
      fieldNames: fields.filter((field) => field !== name).map((field) => field.fieldName),
      accountColumns: appSettings.companiesTableFields,
      quietColumns: new Set(fields.filter(isHiddenByDefault).map((field) => field.fieldName)),
    };
  }, [companiesSchema, appSettings.companiesTableFields]);
  const stored = settings?.companiesTable ?? null;
  const layout = useMemo(() => effectiveLayout(stored, defaults), [stored, defaults]);

  const save = useCallback(
    (next: TableLayout) => {
      update({ companiesTable: toStoredLayout(next, defaults) }).catch((error: unknown) => {
        notifyError(`The columns could not be saved: ${messageOf(error)}`, { id: 'columns-not-saved' });
      });
    },
    [update, defaults],
  );
  return { layout, defaultLayout: defaultLayout(defaults), isLoading: settings === undefined, setLayout: save };
}

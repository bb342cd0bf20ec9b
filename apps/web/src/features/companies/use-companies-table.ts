import type { Client } from '@quarry/contracts';
import { useCallback, useMemo } from 'react';
import { messageOf } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { useUserSettings } from '../../lib/user-settings.ts';
import type { TableLayout } from '../../ui/table/types.ts';
import { isHiddenByDefault, nameField, visibleFields } from '../datasets/fields.ts';
import { defaultLayout, effectiveLayout, type LayoutDefaults, toStoredLayout } from './table-layout.ts';

/** The explorer's columns as this person has them. */
export interface CompaniesTable {
  readonly layout: TableLayout;
  /** The columns that the account gives to people who arranged nothing. */
  readonly standard: TableLayout;
  readonly isLoading: boolean;
  /** Shows a layout at once and remembers it for the person. */
  readonly setLayout: (layout: TableLayout) => void;
}

/** Reads and remembers the layout of the companies table. */
export function useCompaniesTable(client: Client): CompaniesTable {
  const { settings, update } = useUserSettings();
  const { companiesSchema, appSettings } = client;
  const defaults = useMemo((): LayoutDefaults => {
    const fields = visibleFields(companiesSchema);
    const name = nameField(companiesSchema);
    return {
      fieldNames: fields.filter((field) => field !== name).map((field) => field.fieldName),
      accountColumns: appSettings.companiesTableFields,
      quietColumns: new Set(fields.filter(isHiddenByDefault).map((field) => field.fieldName)),
    };
  }, [companiesSchema, appSettings.companiesTableFields]);
  const stored = settings?.companiesTable ?? null;
  const layout = useMemo(() => {
    const own = effectiveLayout(stored, defaults);
    const nameWidth = nameField(companiesSchema)?.fieldName;
    const width = nameWidth === undefined ? undefined : stored?.widths[nameWidth];
    return width === undefined || nameWidth === undefined
      ? own
      : { ...own, widths: { ...own.widths, [nameWidth]: width } };
  }, [stored, defaults, companiesSchema]);
  const standard = useMemo(() => defaultLayout(defaults), [defaults]);

  const save = useCallback(
    (next: TableLayout) => {
      update({ companiesTable: toStoredLayout(next, defaults) }).catch((error: unknown) => {
        notifyError(`The columns could not be remembered: ${messageOf(error)}`, { id: 'columns-not-saved' });
      });
    },
    [update, defaults],
  );
  return { layout, standard, isLoading: settings === undefined, setLayout: save };
}

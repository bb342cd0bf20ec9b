import { useClient } from '../../lib/client-context.tsx';
import type { ExplorerState } from '../datasets/explorer-state.ts';
import type { DatasetKey } from '../datasets/queries.ts';
import { ExportOptions } from '../exports/ExportOptions.tsx';
import { useOpenView } from '../views/use-open-view.ts';
import { useCompaniesTable } from './use-companies-table.ts';
import { visibleColumns } from './visible-columns.ts';

/** The export dialog for the explorer's result or chosen companies, with the table's columns. */
export default function ExportCompanies(props: {
  dataset: DatasetKey;
  state: ExplorerState;
  companyIds?: readonly string[] | null;
  onClose: () => void;
}) {
  const client = useClient();
  const { layout, isLoading } = useCompaniesTable(client, useOpenView().view, props.state.filters);
  const fieldNames = visibleColumns(client.companiesSchema, layout).map(({ fieldName }) => fieldName);
  return (
    <ExportOptions {...props} companyIds={props.companyIds ?? null} visibleColumns={isLoading ? null : fieldNames} />
  );
}

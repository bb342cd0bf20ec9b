import type { Client, Tag } from '@quarry/contracts';
import { lazy, Suspense } from 'react';
import { useChecklistTick } from '../../lib/checklist.ts';
import { TAGS_FIELD, type TagNames, tagLabel } from '../datasets/tag-names.ts';
import type { CompaniesTable } from './use-companies-table.ts';
import type { Explorer } from './use-explorer.ts';

const ConfigureTable = lazy(() => import('./ConfigureTable.tsx'));
const DataPointDrawer = lazy(() => import('../data-points/DataPointDrawer.tsx'));
const RenameDataPoint = lazy(() => import('../data-points/RenameDataPoint.tsx'));
const RemoveDataPoint = lazy(() => import('../data-points/RemoveDataPoint.tsx'));
const SaveTag = lazy(() => import('../tags/SaveTag.tsx'));

/** The explorer's open dialog. */
export type ExplorerDialog =
  | { readonly kind: 'configure' }
  | { readonly kind: 'rename' | 'remove'; readonly fieldName: string }
  | { readonly kind: 'save-tag'; readonly tag: Tag | undefined };

/** Dialogs over the explorer, and the drawer of a data point. */
export function ExplorerDialogs(props: {
  client: Client;
  explorer: Explorer;
  table: CompaniesTable;
  tags: readonly Tag[] | undefined;
  tagNames: TagNames;
  dialog: ExplorerDialog | null;
  onFilter: Parameters<typeof DataPointDrawer>[0]['onFilter'];
  onClose: () => void;
}) {
  const { client, explorer, dialog, tagNames, onClose } = props;
  const { state, panels, setState, setPanels } = explorer;
  const completeStep = useChecklistTick();
  const { clientName, datasetVersion, companiesSchema } = client;
  const fieldOf = (name: string | null) => companiesSchema.find(({ fieldName }) => fieldName === name);
  const removed = dialog?.kind === 'remove' ? fieldOf(dialog.fieldName) : undefined;
  return (
    <Suspense fallback={null}>
      {panels.fieldName !== null && datasetVersion !== null && (
        <DataPointDrawer
          key={panels.fieldName}
          field={fieldOf(panels.fieldName)}
          clientName={clientName}
          datasetVersion={datasetVersion}
          nameValue={panels.fieldName === TAGS_FIELD ? (id) => tagLabel(tagNames, id) : undefined}
          found={state}
          onFilter={props.onFilter}
          onClose={() => setPanels({ fieldName: null })}
        />
      )}
      {dialog?.kind === 'configure' && <ConfigureTable table={props.table} onClose={onClose} />}
      {dialog?.kind === 'save-tag' && state.filters !== null && (
        <SaveTag
          dataset={{ clientName, version: datasetVersion }}
          filters={state.filters}
          search={state.search}
          tab={state.tab}
          tags={props.tags ?? NO_TAGS}
          tag={dialog.tag}
          onSaved={(tag) => {
            setState((old) => ({ ...old, tagId: tag.id }));
            completeStep('tag');
          }}
          onClose={onClose}
        />
      )}
      {removed !== undefined && <RemoveDataPoint field={removed} onClose={onClose} />}
      {dialog?.kind === 'rename' && <RenameDataPoint fieldName={dialog.fieldName} onClose={onClose} />}
    </Suspense>
  );
}

const NO_TAGS: readonly Tag[] = [];

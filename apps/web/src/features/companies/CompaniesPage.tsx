import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { hasCode } from '../../lib/api-error.ts';
import { useClient } from '../../lib/client-context.tsx';
import { notifyInfo } from '../../lib/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { withQuery } from '../datasets/explorer-state.ts';
import { useTags } from '../tags/queries.ts';
import { contentOf, hasSearchChanged } from '../views/view-state.ts';
import { ActiveFilters } from './ActiveFilters.tsx';
import { CompaniesTable, keyOfCompany } from './CompaniesTable.tsx';
import classes from './companies.module.css';
import { type ExplorerDialog, ExplorerDialogs } from './ExplorerDialogs.tsx';
import { ExplorerHeader } from './ExplorerHeader.tsx';
import { ExplorerTabs } from './ExplorerTabs.tsx';
import { ExplorerToolbar } from './ExplorerToolbar.tsx';
import { useCompaniesResult } from './use-companies-result.ts';
import { useCompaniesTable } from './use-companies-table.ts';
import { type Explorer, useExplorer } from './use-explorer.ts';
import { useExplorerFilters } from './use-explorer-filters.ts';
import { usePreviewed } from './use-previewed.ts';

const ViewTabs = lazy(() => import('../views/ViewTabs.tsx'));
const DatasetPending = lazy(() => import('./DatasetPending.tsx'));
const FilterPanel = lazy(() => import('./FilterPanel.tsx'));
const CompanyPanel = lazy(() => import('./CompanyPanel.tsx'));
const TagButtons = lazy(() => import('../tags/TagButtons.tsx'));
const EditedTag = lazy(() => import('../tags/EditedTag.tsx'));

/** The companies explorer, once the view that the address names has loaded. */
export default function CompaniesPage() {
  const explorer = useExplorer();
  const { viewId, isLoading, error, refetch } = explorer.open;
  if (viewId !== null && isLoading) return <LoadingState label="Opening the view" height="100%" />;
  if (viewId !== null && error !== null) {
    return <ErrorState title="Views could not be loaded" error={error} onRetry={refetch} />;
  }
  return <CompaniesExplorer explorer={explorer} />;
}

/** Search, filter, sort and read the account's dataset. */
function CompaniesExplorer({ explorer }: { explorer: Explorer }) {
  const client = useClient();
  const { state, panels, setState, setPanels, forgetView } = explorer;
  const { view, viewId, views } = explorer.open;
  const dataset = { clientName: client.clientName, version: client.datasetVersion };
  const found = useCompaniesResult(dataset, state);
  const { query: rows, count, failure } = found;
  const table = useCompaniesTable(client, view, state.filters);
  const { tags, names: tagNames } = useTags(client.clientName);
  const filters = useExplorerFilters(explorer, client.companiesSchema, rows.error);
  const { draft, leave } = filters;
  const [dialog, setDialog] = useState<ExplorerDialog | null>(null);
  const isPreviewed = usePreviewed(state.filters, rows.isSuccess && !rows.isPlaceholderData);
  const pageIds = useMemo(() => found.shown?.companies.map(keyOfCompany) ?? [], [found.shown]);
  const editedTag = tags?.find(({ id }) => id === state.tagId);

  useEffect(() => {
    if (explorer.isBroken) notifyInfo("This link can't be read, so the companies are shown without its filters.");
  }, [explorer.isBroken]);
  const isViewGone = viewId !== null && view === undefined;
  useEffect(() => {
    if (!isViewGone) return;
    notifyInfo('This view no longer exists, or it is not shared with you.');
    forgetView();
  }, [isViewGone, forgetView]);

  /** Shows a view as it was saved. */
  function openView(id: string | null) {
    leave.guard(() => {
      draft.discard();
      if (id !== null) table.forgetEdits(id);
      explorer.openView(id);
    });
  }

  if (client.datasetVersion === null || hasCode(rows.error, 'DATASET_NOT_BUILT')) {
    return (
      <Suspense>
        <DatasetPending />
      </Suspense>
    );
  }
  return (
    <div className={classes.page}>
      <ExplorerHeader
        count={count}
        isFailed={failure !== null}
        state={state}
        dataset={dataset}
        isExporting={panels.isExporting}
        onExport={(isExporting) => setPanels({ isExporting })}
        onConfigure={() => setDialog({ kind: 'configure' })}
      >
        <Suspense fallback={<TagButtonsPending isEditing={state.tagId !== null} />}>
          <TagButtons
            source={{ filters: state.filters, isDraftDirty: draft.isDirty, isPreviewed }}
            tags={tags}
            tagId={state.tagId}
            onCreate={() => setDialog({ kind: 'save-tag', tag: undefined })}
            onUpdate={() => editedTag && setDialog({ kind: 'save-tag', tag: editedTag })}
          />
        </Suspense>
      </ExplorerHeader>
      <ExplorerToolbar
        search={state.search}
        filters={state.filters}
        isDraftDirty={draft.isDirty}
        isFiltersOpen={panels.isFiltersOpen}
        onSearch={filters.apply}
        onType={filters.type}
        onToggleFilters={() => setPanels({ isFiltersOpen: !panels.isFiltersOpen })}
        isCovered={panels.fieldName !== null || dialog !== null}
      >
        <ActiveFilters
          state={state}
          schema={client.companiesSchema}
          tagNames={tagNames}
          lead={
            state.tagId !== null && (
              <Suspense fallback={null}>
                <EditedTag
                  tags={tags}
                  tag={editedTag}
                  filters={state.filters}
                  onFilters={(next) => {
                    draft.discard();
                    setState((old) => withQuery(old, { filters: next }));
                  }}
                  onLeave={() => setState((old) => ({ ...old, tagId: null }))}
                />
              </Suspense>
            )
          }
          onEdit={filters.edit}
          onAdd={filters.addBlank}
          onRemove={filters.remove}
          onSearch={(search) => setState((old) => withQuery(old, { search }))}
          onClear={filters.clear}
        />
        <ExplorerTabs
          dataset={dataset}
          state={state}
          count={count}
          onTab={(tab) => setState((old) => withQuery(old, { tab }))}
        />
        <Suspense fallback={null}>
          <ViewTabs
            views={views}
            view={view}
            content={contentOf(state, table.columns)}
            isChanged={view !== undefined && (hasSearchChanged(state, view) || table.isViewChanged)}
            onOpen={openView}
            onSaved={(saved) => {
              table.forgetEdits(saved.id);
              explorer.openView(saved.id);
            }}
            onDeleted={() => explorer.openView(null)}
          />
        </Suspense>
      </ExplorerToolbar>
      {leave.dialog}
      <div className={classes.content}>
        <CompaniesTable
          client={client}
          explorer={explorer}
          dataset={dataset}
          found={found}
          table={table}
          tagNames={tagNames}
          filters={filters}
          onDialog={setDialog}
        />
        <Suspense fallback={null}>
          {panels.companyId !== null && (
            <CompanyPanel
              dataset={dataset}
              companyId={panels.companyId}
              tab={panels.companyTab}
              tagNames={tagNames}
              companyIds={pageIds}
              onCompany={(companyId) => setPanels({ companyId })}
              onTab={(companyTab) => setPanels({ companyTab })}
              onClose={() => setPanels({ companyId: null, companyTab: 'OVERVIEW' })}
            />
          )}
          {panels.isFiltersOpen && (
            <FilterPanel
              dataset={dataset}
              state={state}
              schema={client.companiesSchema}
              draft={draft}
              editedRule={filters.editedRule}
              onApply={() => filters.apply(state.search)}
              onClose={() => setPanels({ isFiltersOpen: false })}
            />
          )}
        </Suspense>
      </div>
      <ExplorerDialogs
        client={client}
        explorer={explorer}
        table={table}
        tags={tags}
        tagNames={tagNames}
        dialog={dialog}
        onFilter={filters.filterBy}
        onClose={() => setDialog(null)}
      />
    </div>
  );
}

/** Reserves the buttons' space while their code loads. */
function TagButtonsPending({ isEditing }: { isEditing: boolean }) {
  return (
    <>
      <Button size="xs" disabled>
        Create new tag
      </Button>
      {isEditing && (
        <Button size="xs" disabled>
          Update tag
        </Button>
      )}
    </>
  );
}

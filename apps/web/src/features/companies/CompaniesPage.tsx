import { Button } from '@mantine/core';
import { DEFAULT_SORT_FIELD, MAX_OFFSET, type SchemaField, type Tag } from '@quarry/contracts';
import { type FilterRule, operatorsFor } from '@quarry/filters';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { hasCode } from '../../lib/api-error.ts';
import { useChecklistTick } from '../../lib/checklist.ts';
import { useClient } from '../../lib/client-context.tsx';
import { notifyInfo } from '../../lib/notify.ts';
import { ruleProblemsOf } from '../../lib/rule-problems.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { addNode, blankRule, removeNode, withField } from '../../ui/filter-builder/filter-tree.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { useLeaveBlocker } from '../../ui/use-leave-blocker.tsx';
import { withPageSize, withQuery, withSort } from '../datasets/explorer-state.ts';
import { TAGS_FIELD, tagLabel } from '../datasets/tag-names.ts';
import { withCondition } from '../datasets/with-condition.ts';
import { useTags } from '../tags/queries.ts';
import { contentOf, hasSearchChanged } from '../views/view-state.ts';
import { ActiveFilters } from './ActiveFilters.tsx';
import classes from './companies.module.css';
import { companyColumns } from './company-columns.tsx';
import { ExplorerHeader } from './ExplorerHeader.tsx';
import { ExplorerTabs } from './ExplorerTabs.tsx';
import { ExplorerToolbar } from './ExplorerToolbar.tsx';
import { useSelection } from './selection/use-selection.ts';
import { useCompaniesResult } from './use-companies-result.ts';
import { useCompaniesTable } from './use-companies-table.ts';
import { type Explorer, useExplorer } from './use-explorer.ts';
import { useFilterDraft } from './use-filter-draft.ts';
import { usePreviewed } from './use-previewed.ts';
import { useRestoredNotice } from './use-restored-notice.ts';

const ViewTabs = lazy(() => import('../views/ViewTabs.tsx'));
const DatasetPending = lazy(() => import('./DatasetPending.tsx'));
const NoCompanies = lazy(() => import('./NoCompanies.tsx'));
const SearchProblem = lazy(() => import('./SearchProblem.tsx'));
const FilterPanel = lazy(() => import('./FilterPanel.tsx'));
const CompanyDrawer = lazy(() => import('./CompanyDrawer.tsx'));
const FieldMenu = lazy(() => import('./FieldMenu.tsx'));
const CellMenuItems = lazy(() => import('./CellMenuItems.tsx'));
const ConfigureTable = lazy(() => import('./ConfigureTable.tsx'));
const DataPointDrawer = lazy(() => import('../data-points/DataPointDrawer.tsx'));
const RenameDataPoint = lazy(() => import('../data-points/RenameDataPoint.tsx'));
const RemoveDataPoint = lazy(() => import('../data-points/RemoveDataPoint.tsx'));
const TagButtons = lazy(() => import('../tags/TagButtons.tsx'));
const EditedTag = lazy(() => import('../tags/EditedTag.tsx'));
const SelectionBar = lazy(() => import('./selection/SelectionBar.tsx'));
const SaveTag = lazy(() => import('../tags/SaveTag.tsx'));

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
  const { state, panels, setState, setPanels, hrefOf, forgetView } = explorer;
  const { view, viewId, views } = explorer.open;
  const dataset = { clientName: client.clientName, version: client.datasetVersion };
  const found = useCompaniesResult(dataset, state);
  const { query: rows, shown: result, count, failure } = found;
  const table = useCompaniesTable(client, view);
  const { tags, names: tagNames } = useTags(client.clientName);
  const draft = useFilterDraft(client.companiesSchema, state.filters, ruleProblemsOf(rows.error));
  const completeStep = useChecklistTick();
  useRestoredNotice(draft);
  const [isConfiguring, setConfiguring] = useState(false);
  const [fieldToRename, setFieldToRename] = useState<string | null>(null);
  const [fieldToRemove, setFieldToRemove] = useState<string | null>(null);
  const [tagToSave, setTagToSave] = useState<Tag | 'new' | null>(null);
  const isPreviewed = usePreviewed(state.filters, rows.isSuccess && !rows.isPlaceholderData);
  const removed = client.companiesSchema.find(({ fieldName }) => fieldName === fieldToRemove);
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

  const openCompany = useCallback((companyId: string) => setPanels({ companyId, companyTab: 'OVERVIEW' }), [setPanels]);
  const columns = useMemo(
    () =>
      companyColumns(
        client.companiesSchema,
        { hrefOf: (companyId) => hrefOf({ companyId, companyTab: 'OVERVIEW' }), onOpen: openCompany },
        tagNames,
      ),
    [client.companiesSchema, hrefOf, openCompany, tagNames],
  );
  const pageIds = useMemo(() => (result?.companies ?? NO_ROWS).map(keyOfCompany), [result]);
  const selection = useSelection(dataset, state, pageIds, count);

  /** Searches, with the edited filters if they are valid. Returns false if they are not. */
  function apply(search: string): boolean {
    const canApply = draft.isDirty && draft.check();
    setState((old) => withQuery(old, canApply ? { search, filters: draft.filters } : { search }));
    if (canApply) {
      draft.discard();
      completeStep('filter');
    }
    if (draft.isDirty && !canApply) setPanels({ isFiltersOpen: true });
    return !draft.isDirty || canApply;
  }
  const leave = useLeaveBlocker({
    isDirty: draft.isDirty,
    message: 'Some filters are edited but not applied. What should happen to them?',
    saveLabel: 'Apply',
    onSave: async () => apply(state.search),
    onDiscard: draft.discard,
  });
  /** Shows a view as it was saved. */
  function openView(id: string | null) {
    leave.guard(() => {
      draft.discard();
      if (id !== null) table.forgetEdits(id);
      explorer.openView(id);
    });
  }
  function clear() {
    draft.discard();
    setState((old) => withQuery(old, { filters: null, search: '' }));
  }
  /** Narrows the filters by a condition, also those being edited. */
  function filterBy(rule: FilterRule) {
    draft.change((filters) => withCondition(filters, rule));
    setState((old) => withQuery(old, { filters: withCondition(old.filters, rule) }));
    completeStep('filter');
  }
  /** Opens the filters with a new condition on a data point. */
  function addCondition({ fieldName, type }: SchemaField) {
    const rule = withField(blankRule(), fieldName, operatorsFor(type)[0] ?? '');
    draft.setValue(addNode(draft.value, draft.value.id, rule));
    setPanels({ isFiltersOpen: true });
  }
  function removeFilter(id: string) {
    draft.change((filters) => removeNode(filters, id));
    setState((old) => {
      const remaining = old.filters && removeNode(old.filters, id);
      return withQuery(old, { filters: remaining && remaining.rules.length > 0 ? remaining : null });
    });
  }
  function turnPage(by: -1 | 1) {
    const next = state.pageIndex + by;
    if (count !== null && next >= 0 && next * state.pageSize < count) setState((old) => ({ ...old, pageIndex: next }));
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
      />
      <ExplorerToolbar
        search={state.search}
        filters={state.filters}
        isDraftDirty={draft.isDirty}
        isFiltersOpen={panels.isFiltersOpen}
        onSearch={apply}
        onToggleFilters={() => setPanels({ isFiltersOpen: !panels.isFiltersOpen })}
        onConfigure={() => setConfiguring(true)}
        isCovered={panels.companyId !== null || panels.fieldName !== null || tagToSave !== null}
      >
        <Suspense fallback={<TagButtonsPending isEditing={state.tagId !== null} />}>
          <TagButtons
            source={{ filters: state.filters, isDraftDirty: draft.isDirty, isPreviewed }}
            tags={tags}
            tagId={state.tagId}
            onCreate={() => setTagToSave('new')}
            onUpdate={() => setTagToSave(editedTag ?? null)}
          />
        </Suspense>
      </ExplorerToolbar>
      <div className={classes.tabRow}>
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
      </div>
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
                onFilters={(filters) => {
                  draft.discard();
                  setState((old) => withQuery(old, { filters }));
                }}
                onLeave={() => setState((old) => ({ ...old, tagId: null }))}
              />
            </Suspense>
          )
        }
        onRemove={removeFilter}
        onSearch={(search) => setState((old) => withQuery(old, { search }))}
        onClear={clear}
      />
      {leave.dialog}
      <div className={classes.content}>
        <section className={classes.tableArea} aria-label="Result" data-tour="explorer-table">
          <Suspense>
            {failure !== null && (
              <SearchProblem
                error={failure}
                onRetry={() => void rows.refetch()}
                onEdit={() => setPanels({ isFiltersOpen: true })}
                onClear={clear}
                onResetSort={() => setState((old) => ({ ...old, sortBy: DEFAULT_SORT_FIELD, sortDirection: 'desc' }))}
              />
            )}
          </Suspense>
          {(failure === null || found.hasRows) && (
            <DataTable
              label="Companies"
              columns={columns}
              rows={result?.companies ?? NO_ROWS}
              rowKey={keyOfCompany}
              rowLabel={nameOfCompany}
              layout={table.layout}
              onLayoutChange={table.setLayout}
              sort={{ columnId: state.sortBy, direction: state.sortDirection }}
              onSort={(sortBy, direction) => setState((old) => withSort(old, sortBy, direction))}
              renderColumnMenu={(column) => (
                <FieldMenu
                  field={client.companiesSchema.find(({ fieldName }) => fieldName === column.id)}
                  state={state}
                  onSort={(sortBy, direction) => setState((old) => withSort(old, sortBy, direction))}
                  onExplore={(fieldName) => setPanels({ fieldName })}
                  onRename={setFieldToRename}
                  onFilter={addCondition}
                  onRemove={setFieldToRemove}
                />
              )}
              renderCellMenu={(row, column) => (
                <CellMenuItems
                  row={row}
                  field={client.companiesSchema.find(({ fieldName }) => fieldName === column.id)}
                  schema={client.companiesSchema}
                  tagNames={tagNames}
                  copyText={column.copy?.(row) ?? ''}
                  onFilter={filterBy}
                  onOpen={() => openCompany(row.__company_id)}
                />
              )}
              isLoading={(rows.isPending && result === undefined) || table.isLoading}
              isRefreshing={rows.isFetching && !rows.isPending}
              skeletonRows={state.pageSize}
              rowOffset={state.pageIndex * state.pageSize}
              rowCount={count ?? state.pageSize}
              onOpenRow={(row) => openCompany(row.__company_id)}
              openRowKey={panels.companyId}
              selection={selection.table}
              onPageStep={turnPage}
              empty={
                <Suspense>
                  <NoCompanies state={state} onClear={clear} />
                </Suspense>
              }
            />
          )}
          <Suspense fallback={null}>
            {selection.selected !== null && (
              <SelectionBar
                selected={selection.selected}
                total={count}
                onSelectAll={selection.selectAll}
                onClear={selection.clear}
              />
            )}
          </Suspense>
          {(failure === null || found.hasRows) && (
            <Pager
              pageIndex={state.pageIndex}
              pageSize={state.pageSize}
              total={count}
              rowCount={result?.companies.length ?? 0}
              reach={MAX_OFFSET + state.pageSize}
              noun="companies"
              onPage={(pageIndex) => setState((old) => ({ ...old, pageIndex }))}
              onPageSize={(pageSize) => setState((old) => withPageSize(old, pageSize))}
            />
          )}
        </section>
        <Suspense fallback={null}>
          {panels.isFiltersOpen && (
            <FilterPanel
              dataset={dataset}
              state={state}
              schema={client.companiesSchema}
              draft={draft}
              onApply={() => apply(state.search)}
              onClose={() => setPanels({ isFiltersOpen: false })}
            />
          )}
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {panels.companyId !== null && (
          <CompanyDrawer
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
        {panels.fieldName !== null && (
          <DataPointDrawer
            key={panels.fieldName}
            field={client.companiesSchema.find(({ fieldName }) => fieldName === panels.fieldName)}
            clientName={client.clientName}
            datasetVersion={client.datasetVersion}
            nameValue={panels.fieldName === TAGS_FIELD ? (id) => tagLabel(tagNames, id) : undefined}
            found={state}
            onFilter={filterBy}
            onClose={() => setPanels({ fieldName: null })}
          />
        )}
        {isConfiguring && <ConfigureTable table={table} onClose={() => setConfiguring(false)} />}
        {tagToSave !== null && state.filters !== null && (
          <SaveTag
            dataset={dataset}
            filters={state.filters}
            search={state.search}
            tab={state.tab}
            tags={tags ?? NO_ROWS}
            tag={tagToSave === 'new' ? undefined : tagToSave}
            onSaved={(tag) => {
              setState((old) => ({ ...old, tagId: tag.id }));
              completeStep('tag');
            }}
            onClose={() => setTagToSave(null)}
          />
        )}
        {removed !== undefined && <RemoveDataPoint field={removed} onClose={() => setFieldToRemove(null)} />}
        {fieldToRename !== null && <RenameDataPoint fieldName={fieldToRename} onClose={() => setFieldToRename(null)} />}
      </Suspense>
    </div>
  );
}

const NO_ROWS: never[] = [];

/** Reserves the buttons' space while their code loads. */
function TagButtonsPending({ isEditing }: { isEditing: boolean }) {
  return (
    <>
      <Button variant="default" disabled>
        Create new tag
      </Button>
      {isEditing && (
        <Button variant="default" disabled>
          Update tag
        </Button>
      )}
    </>
  );
}

function keyOfCompany(row: { __company_id: string }): string {
  return row.__company_id;
}

function nameOfCompany(row: { name: string; __domain: string }): string {
  return row.name || row.__domain;
}

import { type Client, DEFAULT_SORT_FIELD, MAX_OFFSET } from '@quarry/contracts';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { withPageSize, withSort } from '../datasets/explorer-state.ts';
import type { DatasetKey } from '../datasets/queries.ts';
import type { TagNames } from '../datasets/tag-names.ts';
import classes from './companies.module.css';
import { companyColumns } from './company-columns.tsx';
import type { ExplorerDialog } from './ExplorerDialogs.tsx';
import { useSelection } from './selection/use-selection.ts';
import type { CompaniesResult } from './use-companies-result.ts';
import type { CompaniesTable as TableState } from './use-companies-table.ts';
import { COMPANY_PANEL, type Explorer } from './use-explorer.ts';
import type { ExplorerFilters } from './use-explorer-filters.ts';

const NoCompanies = lazy(() => import('./NoCompanies.tsx'));
const SearchProblem = lazy(() => import('./SearchProblem.tsx'));
const FieldMenu = lazy(() => import('./FieldMenu.tsx'));
const CellMenuItems = lazy(() => import('./CellMenuItems.tsx'));
const SelectionBar = lazy(() => import('./selection/SelectionBar.tsx'));

/** The rows of a search with their selection and pager, or why there are none. */
export function CompaniesTable(props: {
  client: Client;
  explorer: Explorer;
  dataset: DatasetKey;
  found: CompaniesResult;
  table: TableState;
  tagNames: TagNames;
  filters: ExplorerFilters;
  onDialog: (dialog: ExplorerDialog) => void;
}) {
  const { explorer, found, table, tagNames, filters } = props;
  const { companiesSchema: schema } = props.client;
  const { state, panels, setState, setPanels, hrefOf } = explorer;
  const { query: rows, shown: result, count, failure } = found;
  const companies = result?.companies ?? NO_ROWS;
  const openCompany = useCallback((companyId: string) => setPanels({ companyId, companyTab: 'OVERVIEW' }), [setPanels]);
  const columns = useMemo(
    () =>
      companyColumns(
        schema,
        { hrefOf: (companyId) => hrefOf({ companyId, companyTab: 'OVERVIEW' }), onOpen: openCompany },
        tagNames,
      ),
    [schema, hrefOf, openCompany, tagNames],
  );
  const pageIds = useMemo(() => companies.map(keyOfCompany), [companies]);
  const selection = useSelection(props.dataset, state, pageIds, count);
  const fieldOf = (columnId: string) => schema.find(({ fieldName }) => fieldName === columnId);

  function turnPage(by: -1 | 1) {
    const next = state.pageIndex + by;
    if (count !== null && next >= 0 && next * state.pageSize < count) setState((old) => ({ ...old, pageIndex: next }));
  }

  return (
    <section className={classes.tableArea} aria-label="Result" data-tour="explorer-table">
      <Suspense>
        {failure !== null && (
          <SearchProblem
            error={failure}
            onRetry={() => void rows.refetch()}
            onEdit={() => setPanels({ isFiltersOpen: true })}
            onClear={filters.clear}
            onResetSort={() => setState((old) => ({ ...old, sortBy: DEFAULT_SORT_FIELD, sortDirection: 'desc' }))}
          />
        )}
      </Suspense>
      {(failure === null || found.hasRows) && (
        <DataTable
          label="Companies"
          columns={columns}
          rows={companies}
          rowKey={keyOfCompany}
          rowLabel={nameOfCompany}
          layout={table.layout}
          onLayoutChange={table.setLayout}
          sort={{ columnId: state.sortBy, direction: state.sortDirection }}
          onSort={(sortBy, direction) => setState((old) => withSort(old, sortBy, direction))}
          renderColumnMenu={(column) => (
            <FieldMenu
              field={fieldOf(column.id)}
              state={state}
              onSort={(sortBy, direction) => setState((old) => withSort(old, sortBy, direction))}
              onExplore={(fieldName) => setPanels({ fieldName })}
              onRename={(fieldName) => props.onDialog({ kind: 'rename', fieldName })}
              onFilter={filters.addCondition}
              onRemove={(fieldName) => props.onDialog({ kind: 'remove', fieldName })}
            />
          )}
          renderCellMenu={(row, column) => (
            <CellMenuItems
              row={row}
              field={fieldOf(column.id)}
              schema={schema}
              tagNames={tagNames}
              copyText={column.copy?.(row) ?? ''}
              onFilter={filters.filterBy}
              onOpen={() => openCompany(row.__company_id)}
            />
          )}
          isLoading={(rows.isPending && result === undefined) || table.isLoading}
          isRefreshing={rows.isFetching && !rows.isPending}
          skeletonRows={state.pageSize}
          rowOffset={state.pageIndex * state.pageSize}
          rowCount={count ?? state.pageSize}
          onOpenRow={(row) => {
            if (row.__company_id === panels.companyId) document.getElementById(COMPANY_PANEL)?.focus();
            else openCompany(row.__company_id);
          }}
          openRowKey={panels.companyId}
          onMoveToRow={(row) => {
            if (panels.companyId !== null) setPanels({ companyId: row.__company_id }, { replace: true });
          }}
          selection={selection.table}
          onPageStep={turnPage}
          empty={
            <Suspense>
              <NoCompanies state={state} onClear={filters.clear} />
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
          rowCount={companies.length}
          reach={MAX_OFFSET + state.pageSize}
          noun="companies"
          onPage={(pageIndex) => setState((old) => ({ ...old, pageIndex }))}
          onPageSize={(pageSize) => setState((old) => withPageSize(old, pageSize))}
        />
      )}
    </section>
  );
}

const NO_ROWS: never[] = [];

export function keyOfCompany(row: { __company_id: string }): string {
  return row.__company_id;
}

function nameOfCompany(row: { name: string; __domain: string }): string {
  return row.name || row.__domain;
}

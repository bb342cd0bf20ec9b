import { Switch } from '@mantine/core';
import { SEGMENT_COMPANIES_PAGE_SIZE, type Segment } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { Pager } from '../../../ui/table/Pager.tsx';
import type { DrawerTab } from '../../datasets/explorer-state.ts';
import { useTags } from '../../tags/queries.ts';
import { segmentCompaniesQuery } from '../queries.ts';
import { shownSchema } from '../shown-columns.ts';
import { type SegmentRow, segmentCompanyColumns, toSegmentRow } from './segment-company-columns.tsx';
import type { ViewSearch } from './use-view-search.ts';
import classes from './view.module.css';

const CompanyPanel = lazy(() => import('../../companies/CompanyPanel.tsx'));
const CompanyContactsPreview = lazy(() => import('./CompanyContactsPreview.tsx'));

const SEARCH_DELAY_MS = 500;
const SEARCH_MAX = 255;
const DEFAULT_SORT = '__quality_score';
const NO_ROWS: readonly SegmentRow[] = [];

/** The companies of a segment, now and before. */
export function SegmentCompanies(props: { clientName: string; segment: Segment; view: ViewSearch }) {
  const { clientName, segment, view } = props;
  const { change } = view;
  const { companiesSchema, datasetVersion } = useClient();
  const { names: tagNames } = useTags(clientName);
  const { search = '', page = 1, sort = DEFAULT_SORT, direction = 'desc', company } = view.search;
  const includesActive = view.search.active !== 'no';
  const includesRemoved = view.search.removed === 'yes';
  const dataset = { clientName, version: datasetVersion };
  const query = useQuery(
    segmentCompaniesQuery(dataset, segment, {
      search,
      pageIndex: page - 1,
      sortBy: sort,
      sortDirection: direction,
      includesActive,
      includesRemoved,
    }),
  );
  const [companyTab, setCompanyTab] = useState<DrawerTab>('OVERVIEW');
  const [contactsOf, setContactsOf] = useState<SegmentRow | null>(null);
  const { filters, tableOptions } = segment;
  const columns = useMemo(
    () =>
      segmentCompanyColumns({
        clientName,
        schema: shownSchema(companiesSchema, tableOptions.selectedColumns, filters),
        tagNames,
        onOpen: (companyId) => change({ company: companyId }),
        onContacts: setContactsOf,
      }),
    [clientName, companiesSchema, tableOptions.selectedColumns, filters, tagNames, change],
  );
  const rows = useMemo(() => query.data?.companies.map(toSegmentRow), [query.data]);
  const total = query.data?.companiesCnt;
  const lastPage = total === undefined ? page : Math.max(1, Math.ceil(total / SEGMENT_COMPANIES_PAGE_SIZE));
  return (
    <>
      <div className={classes.toolbar}>
        <SearchField
          noun="companies"
          maxLength={SEARCH_MAX}
          search={search}
          onSearch={(text) => change({ search: text }, { replace: true })}
          delayMs={SEARCH_DELAY_MS}
        />
        <Switch
          label="Active"
          checked={includesActive}
          onChange={(event) => change({ active: event.currentTarget.checked ? undefined : 'no' })}
        />
        <Switch
          label="Removed"
          checked={includesRemoved}
          onChange={(event) => change({ removed: event.currentTarget.checked ? 'yes' : undefined })}
        />
      </div>
      <div className={classes.content}>
        <div className={classes.tableArea}>
          {query.isError && (
            <ErrorState title="Failed to fetch companies" error={query.error} onRetry={() => void query.refetch()} />
          )}
          {!(query.isError && rows === undefined) && (
            <>
              <DataTable
                label="Companies of the segment"
                columns={columns}
                rows={rows ?? NO_ROWS}
                rowKey={keyOf}
                rowLabel={nameOf}
                sort={{ columnId: sort, direction }}
                onSort={(columnId, next) =>
                  columnId === sort && next === direction
                    ? change({ sort: undefined, direction: undefined })
                    : change({ sort: columnId, direction: next })
                }
                isLoading={query.isPending}
                isRefreshing={query.isPlaceholderData}
                skeletonRows={15}
                rowOffset={(page - 1) * SEGMENT_COMPANIES_PAGE_SIZE}
                rowCount={total ?? SEGMENT_COMPANIES_PAGE_SIZE}
                onOpenRow={(row) => change({ company: row.company.__company_id })}
                openRowKey={company ?? null}
                onPageStep={(step) => page + step >= 1 && page + step <= lastPage && change({ page: page + step })}
                isArrangeable={false}
                empty={<EmptyState title={emptyText(segment, search, includesActive || includesRemoved)} />}
              />
              <Pager
                pageIndex={page - 1}
                pageSize={SEGMENT_COMPANIES_PAGE_SIZE}
                total={total ?? null}
                rowCount={rows?.length ?? 0}
                noun="companies"
                onPage={(pageIndex) => change({ page: pageIndex + 1 })}
              />
            </>
          )}
        </div>
        <Suspense fallback={null}>
          {company !== undefined && (
            <CompanyPanel
              dataset={dataset}
              companyId={company}
              tab={companyTab}
              tagNames={tagNames}
              companyIds={(rows ?? NO_ROWS).map(keyOf)}
              onCompany={(companyId) => change({ company: companyId }, { replace: true })}
              onTab={setCompanyTab}
              onClose={() => change({ company: undefined })}
            />
          )}
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {contactsOf !== null && (
          <CompanyContactsPreview
            clientName={clientName}
            segmentId={segment.id}
            company={contactsOf.company}
            onClose={() => setContactsOf(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function emptyText(segment: Segment, search: string, includesSome: boolean): string {
  if (search !== '') return 'No companies match the search';
  if (!includesSome) return 'Switch on Active or Removed to see companies';
  if (segment.updateStatus === 'RUNNING' && segment.lastComputedAt === null) return 'Segment is updating...';
  return 'No companies matching criteria. Please modify segment definition.';
}

function keyOf(row: SegmentRow): string {
  return row.company.__company_id;
}

function nameOf(row: SegmentRow): string {
  return row.company.name || row.company.__domain;
}

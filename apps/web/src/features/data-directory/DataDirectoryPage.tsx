import { Badge, Tabs } from '@mantine/core';
import type { getDataDirectory, OutputOf } from '@quarry/contracts';
import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useClient, useFeatureFlag, usePermission } from '../../lib/client-context.tsx';
import { formatNumber, plural, relativeInstant } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useHasWizard } from '../data-points/use-add-problem.ts';
import { AddDataPointButton } from './AddDataPointButton.tsx';
import { coverageByField, type RecordCoverage } from './coverage.ts';
import { DirectoryTable } from './DirectoryTable.tsx';
import classes from './data-directory.module.css';
import { directoryRows, findRows } from './directory-rows.ts';
import { type DirectoryTab, SEARCH_MAX } from './directory-search.ts';
import { ExcludedCompaniesButton } from './ExcludedCompaniesButton.tsx';
import { ExportFields } from './ExportFields.tsx';
import { MappingSwitch } from './mapping/MappingSwitch.tsx';
import { pendingNotice } from './pending-text.ts';
import { dataDirectoryQuery } from './queries.ts';
import { SourcingCriteria } from './SourcingCriteria.tsx';

const DirectoryDrawer = lazy(() => import('./DirectoryDrawer.tsx'));
const MappingEditor = lazy(() => import('./mapping/MappingEditor.tsx'));

const TABS = [
  { tab: 'companies', label: 'Companies', recordType: 'Company' },
  { tab: 'contacts', label: 'Contacts', recordType: 'Contact' },
] as const;

/** Lists every company and contact column with its meaning, source and coverage. */
export default function DataDirectoryPage() {
  const client = useClient();
  const hasWizard = useHasWizard();
  const search = useSearch({ from: '/signed-in/app/$clientName/data-directory' });
  const navigate = useNavigate({ from: '/app/$clientName/data-directory' });
  const isAdmin = usePermission('ADMIN');
  const mapping = isAdmin ? search.mapping : undefined;
  const isSourcedByMarkets = useFeatureFlag('useMarketsForSourcing');
  const { clientName, datasetVersion, lastDataSyncCompletedAt: updated } = client;
  const directory = useQuery(dataDirectoryQuery(clientName, datasetVersion));
  const { data } = directory;
  // A failed refresh keeps the loaded data.
  const isFailed = directory.isError && data === undefined;
  const rows = useRows(data);
  const pendingCount = rows.companies.filter(({ isPending }) => isPending).length;
  const tab: DirectoryTab = search.tab ?? 'companies';

  const setSearchText = (text: string) =>
    void navigate({ search: { ...search, search: text === '' ? undefined : text }, replace: true });
  const count = (name: DirectoryTab) => formatNumber(findRows(rows[name], search.search ?? '').length);
  return (
    <div className={classes.page}>
      <PageHeader
        title="Data directory"
        clientName={clientName}
        context={
          `${plural(rows.companies.length - pendingCount, 'company data point')}, ${plural(rows.contacts.length, 'contact data point')}` +
          (updated === null ? '' : ` · data updated ${relativeInstant(updated)}`)
        }
        actions={
          <>
            <ExcludedCompaniesButton />
            <ExportFields
              clientName={clientName}
              sections={TABS.map(({ tab: name, recordType }) => ({ recordType, rows: rows[name] }))}
              disabledReason={data === undefined ? 'Coverage is loading' : null}
            />
            {hasWizard && <AddDataPointButton />}
          </>
        }
      />
      {isFailed && (
        <ErrorState
          title="Failed to fetch the coverage of data points"
          error={directory.error}
          onRetry={() => void directory.refetch()}
        />
      )}
      {!isSourcedByMarkets && !isFailed && <SourcingCriteria criteria={data?.sourcingCriteria} />}
      <Tabs
        value={tab}
        className={classes.tabs}
        keepMounted={false}
        onChange={(value) => {
          // Field names differ between the tables.
          const newSearch = { ...search, tab: value === 'contacts' ? value : undefined, field: undefined } as const;
          void navigate({ search: newSearch, replace: true });
        }}
      >
        <div className={classes.bar}>
          <Tabs.List aria-label="Data points">
            {TABS.map(({ tab: name, label }) => (
              <Tabs.Tab
                key={name}
                value={name}
                rightSection={
                  <Badge size="sm" variant="light" color="gray" miw={28}>
                    {count(name)}
                  </Badge>
                }
              >
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <div className={classes.tools}>
            <MappingSwitch
              connector={mapping}
              onChange={(connector) => void navigate({ search: { ...search, mapping: connector }, replace: true })}
            />
            <SearchField
              noun="data points"
              maxLength={SEARCH_MAX}
              search={search.search ?? ''}
              onSearch={setSearchText}
            />
          </div>
        </div>
        {TABS.map(({ tab: name, recordType }) => (
          <Tabs.Panel key={name} value={name} className={classes.panel}>
            {name === 'companies' && pendingCount > 0 && mapping === undefined && (
              <p className={classes.notice}>
                <IconClock size={16} aria-hidden="true" />
                {pendingNotice(pendingCount, client.nextBuildDueAt)}
              </p>
            )}
            {mapping !== undefined ? (
              <Suspense fallback={null}>
                <MappingEditor
                  connector={mapping}
                  recordType={name === 'companies' ? 'company' : 'contact'}
                  search={search.search ?? ''}
                  onClearSearch={() => setSearchText('')}
                />
              </Suspense>
            ) : (
              <DirectoryTable
                tab={name}
                label={`${recordType} data points`}
                rows={rows[name]}
                search={search}
                unknownReason={directory.isPending ? null : unknownReason(name, data?.[name])}
                onClearSearch={() => setSearchText('')}
              />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <Suspense fallback={null}>
        {search.field !== undefined && datasetVersion !== null && (
          <DirectoryDrawer
            key={search.field}
            tab={tab}
            fieldName={search.field}
            datasetVersion={datasetVersion}
            onClose={() => void navigate({ search: { ...search, field: undefined }, replace: true })}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Rows of both tables: the account's columns with their coverage. */
function useRows(data: OutputOf<typeof getDataDirectory> | undefined) {
  const { companiesSchema, contactsSchema, pendingFields: pending, ccmDataBlocksDefinitions: blocks } = useClient();
  return useMemo(
    () => ({
      companies: directoryRows({
        schema: companiesSchema,
        pending,
        blocks,
        coverage: coverageByField(data?.companies),
      }),
      contacts: directoryRows({
        schema: contactsSchema,
        pending: [],
        blocks,
        coverage: coverageByField(data?.contacts),
      }),
    }),
    [companiesSchema, contactsSchema, pending, blocks, data],
  );
}

function unknownReason(tab: DirectoryTab, coverage: RecordCoverage | undefined): string {
  return coverage?.records === 0 ? `There are no ${tab} yet` : 'Not counted';
}

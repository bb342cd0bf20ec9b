import { Select } from '@mantine/core';
import { CREDIT_ENTRIES_PAGE_SIZE, CREDIT_TYPES, type CreditEntry, listCreditEntries } from '@quarry/contracts';
import { IconCoins } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../../lib/api.ts';
import { useClient, usePermission } from '../../lib/client-context.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { DOCS } from '../help/docs-links.ts';
import { creditColumns } from './credit-columns.tsx';
import { KIND_LABELS, TYPE_LABELS } from './credit-words.ts';
import classes from './credits.module.css';
import { type CreditsSearch, creditsSearch } from './credits-search.ts';

/** Every change of the account's credits, for administrators. */
export default function CreditsPage() {
  return usePermission('ADMIN') ? <CreditEntries /> : <NoPermission />;
}

function CreditEntries() {
  const { clientName } = useClient();
  const { type, kind, page = 1 } = useSearch({ from: '/signed-in/app/$clientName/credits' });
  const navigate = useNavigate({ from: '/app/$clientName/credits' });
  const request = {
    ...(type === undefined ? {} : { creditType: type }),
    ...(kind === undefined ? {} : { kind }),
    limit: CREDIT_ENTRIES_PAGE_SIZE,
    offset: (page - 1) * CREDIT_ENTRIES_PAGE_SIZE,
  };
  const entries = useQuery({
    queryKey: ['credit-entries', clientName, request],
    queryFn: ({ signal }) => call(listCreditEntries, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
  });
  const show = (search: CreditsSearch, replace: boolean) =>
    void navigate({ search: creditsSearch({ ...search }), replace });
  const isFiltered = type !== undefined || kind !== undefined;
  return (
    <ListPage
      title="Credits"
      label="Credit entries"
      noun="entry"
      errorTitle="Failed to fetch credit entries"
      query={entries}
      rows={entries.data?.entries}
      total={entries.data?.count}
      columns={creditColumns}
      rowKey={entryKey}
      paging={{
        page,
        pageSize: CREDIT_ENTRIES_PAGE_SIZE,
        onPage: (newPage, replace) => show({ type, kind, page: newPage }, replace),
      }}
      toolbar={
        <div className={classes.filters}>
          <Select
            aria-label="Kind of credit"
            w={200}
            placeholder="All kinds of credit"
            clearable
            clearButtonProps={{ 'aria-label': 'Show all kinds of credit' }}
            data={CREDIT_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))}
            value={type ?? null}
            onChange={(value) => show({ type: CREDIT_TYPES.find((one) => one === value), kind }, false)}
          />
          <Select
            aria-label="Kind of change"
            w={180}
            placeholder="All changes"
            clearable
            clearButtonProps={{ 'aria-label': 'Show all changes' }}
            data={Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }))}
            value={kind ?? null}
            onChange={(value) => show({ ...creditsSearch({ kind: value }), type }, false)}
          />
        </div>
      }
      empty={
        <EmptyState
          title={isFiltered ? 'No such entries' : 'No credits were added or used yet'}
          icon={<IconCoins size={28} aria-hidden="true" />}
          docs={{ href: DOCS.credits.href, label: 'How credits work' }}
        >
          Every credit that is added or used is listed here, with the reason.
        </EmptyState>
      }
    />
  );
}

function entryKey(entry: CreditEntry): string {
  return entry.id;
}

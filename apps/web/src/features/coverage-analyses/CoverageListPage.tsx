import { COVERAGE_PAGE_SIZE, deleteCoverageAnalysis } from '@quarry/contracts';
import { IconPlus, IconTargetArrow } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { call } from '../../lib/api.ts';
import { useUser } from '../../lib/client-context.tsx';
import { listSearch, searchOf } from '../../lib/list-search.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NoMatches } from '../../ui/NoMatches.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { type CoverageRow, coverageColumns } from './coverage-columns.tsx';
import { coverageKey, coverageListQuery } from './queries.ts';

const ConfirmedAction = lazy(async () => ({ default: (await import('../../ui/ConfirmedAction.tsx')).ConfirmedAction }));

const SEARCH_DELAY_MS = 500;

/** /admin/coverage-analyses: how well criteria cover target domains. */
export default function CoverageListPage() {
  const mayEdit = useUser().staffPermissions.includes('EDIT_ACCOUNTS');
  const { search = '', page = 1 } = useSearch({ from: '/signed-in/admin/coverage-analyses' });
  const navigate = useNavigate({ from: '/admin/coverage-analyses' });
  const cache = useQueryClient();
  const [deleted, setDeleted] = useState<CoverageRow | null>(null);
  const query = useQuery(coverageListQuery(search, page));
  const columns = useCallback((width: number) => coverageColumns(width, mayEdit ? setDeleted : null), [mayEdit]);
  const setSearch = (text: string) => void navigate({ search: searchOf({ search: text }), replace: true });
  const add = (
    <ButtonLink
      to="/admin/coverage-analysis/$id"
      params={{ id: 'new' }}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
    >
      New analysis
    </ButtonLink>
  );
  return (
    <ListPage
      title="Coverage analysis"
      label="Coverage analyses"
      noun="analysis"
      nouns="analyses"
      query={query}
      rows={query.data?.coverageAnalyses}
      total={query.data?.coverageAnalysesCnt}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      onOpenRow={({ id }) => void navigate({ to: '/admin/coverage-analysis/$id', params: { id } })}
      paging={{
        page,
        pageSize: COVERAGE_PAGE_SIZE,
        onPage: (next, replace) => void navigate({ search: listSearch({ search, page: next }), replace }),
      }}
      actions={add}
      toolbar={
        <SearchField noun="analyses" maxLength={255} search={search} delayMs={SEARCH_DELAY_MS} onSearch={setSearch} />
      }
      empty={
        search === '' ? (
          <EmptyState
            title="No coverage analyses yet"
            icon={<IconTargetArrow size={32} aria-hidden="true" />}
            action={add}
          >
            Enter the domains of companies that a client wants, and see which of them criteria let in, rule by rule.
          </EmptyState>
        ) : (
          <NoMatches noun="analyses" onClear={() => setSearch('')} />
        )
      }
    >
      <Suspense>
        {deleted === null ? null : (
          <ConfirmedAction
            title="Delete analysis"
            confirmLabel="Yes, delete"
            messages={{ running: 'Deleting...', done: 'Analysis deleted', failed: 'The analysis could not be deleted' }}
            run={() => call(deleteCoverageAnalysis, { id: deleted.id })}
            refresh={() => cache.invalidateQueries({ queryKey: coverageKey })}
            onClose={() => setDeleted(null)}
          >
            {`Are you sure you want to delete the analysis "${deleted.name}"?`}
          </ConfirmedAction>
        )}
      </Suspense>
    </ListPage>
  );
}

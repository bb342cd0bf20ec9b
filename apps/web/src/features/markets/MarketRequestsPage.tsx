import { Stack } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { plural } from '../../lib/format.ts';
import { pageOf } from '../../lib/list-search.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { MarketRequestCard } from './MarketRequestCard.tsx';
import { marketRequestsQuery, REQUESTS_PAGE_SIZE } from './queries.ts';

/** /admin/market-requests: the requests to publish markets that wait for approval, in all accounts, for staff. */
export default function MarketRequestsPage() {
  const { page = 1 } = useSearch({ from: '/signed-in/admin/market-requests' });
  const navigate = useNavigate({ from: '/admin/market-requests' });
  const requests = useQuery(marketRequestsQuery(page - 1));
  const { data } = requests;
  const showPage = (next: number) => void navigate({ search: pageOf({ page: next }) });
  return (
    <>
      <PageHeader
        title="Market approvals"
        context={data === undefined ? null : `${plural(data.count, 'request')} to review`}
      />
      {requests.isPending && <LoadingState label="Loading the requests" height={160} />}
      {requests.isError && <ErrorState error={requests.error} onRetry={() => void requests.refetch()} />}
      {data?.items.length === 0 && (
        <EmptyState
          title={page === 1 ? 'No requests are waiting' : 'No requests on this page'}
          icon={<IconChecks size={32} aria-hidden />}
        >
          {page === 1
            ? 'When someone asks to publish a market, it appears here, and everyone who may approve gets a mail.'
            : 'They may have been decided in the meantime.'}
        </EmptyState>
      )}
      <Stack
        component="ul"
        gap="md"
        p={0}
        m={0}
        px="lg"
        pb="xl"
        aria-label="Market requests"
        style={{ listStyle: 'none' }}
      >
        {data?.items.map((request) => (
          <li key={request.marketId}>
            <MarketRequestCard request={request} />
          </li>
        ))}
      </Stack>
      {data !== undefined && (
        <Pager
          pageIndex={page - 1}
          pageSize={REQUESTS_PAGE_SIZE}
          total={data.count}
          rowCount={data.items.length}
          noun="requests"
          onPage={(pageIndex) => showPage(pageIndex + 1)}
        />
      )}
    </>
  );
}

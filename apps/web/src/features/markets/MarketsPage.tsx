import { Badge } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { hasFeature, MARKETS_PAGE_SIZE, type Market } from '@quarry/contracts';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { formatNumber } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import classes from '../../ui/list-page.module.css';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { MarketsSearchBox } from './MarketsSearchBox.tsx';
import { marketColumns } from './market-columns.tsx';
import { NoMarkets } from './NoMarkets.tsx';
import { marketsQuery } from './queries.ts';

const RenameMarket = lazy(() => import('./RenameMarket.tsx'));
const DeleteMarket = lazy(() => import('./DeleteMarket.tsx'));

/** The markets of the account, for those who may see them. */
export default function MarketsPage() {
  const client = useClient();
  const user = useUser();
  return hasFeature('markets', client, user) ? <MarketsList clientName={client.clientName} /> : <NoPermission />;
}

function MarketsList({ clientName }: { clientName: string }) {
  const { search = '', page = 1 } = useSearch({ from: '/signed-in/app/$clientName/markets' });
  const navigate = useNavigate({ from: '/app/$clientName/markets' });
  const { ref, width } = useElementSize();
  const [renamed, setRenamed] = useState<Market | null>(null);
  const [deleted, setDeleted] = useState<Market | null>(null);
  const markets = useQuery(marketsQuery(clientName, search, page - 1));
  const answer = markets.data;
  const lastPage = Math.max(1, Math.ceil((answer?.count ?? 0) / MARKETS_PAGE_SIZE));
  const isBeyond = answer !== undefined && !markets.isPlaceholderData && page > lastPage;
  // A refresh that fails leaves the rows that are there.
  const isFailed = markets.isError && answer === undefined;

  function show(next: { search?: string; page?: number }) {
    const wanted = { search, page, ...next };
    void navigate({
      search: {
        ...(wanted.search === '' ? {} : { search: wanted.search }),
        ...(wanted.page > 1 ? { page: wanted.page } : {}),
      },
      replace: next.search !== undefined,
    });
  }
  useEffect(() => {
    // The last market of the last page may have been deleted, here or by somebody else.
    if (!isBeyond) return;
    void navigate({
      search: { ...(search === '' ? {} : { search }), ...(lastPage > 1 ? { page: lastPage } : {}) },
      replace: true,
    });
  }, [isBeyond, lastPage, search, navigate]);

  const columns = useMemo(
    () => marketColumns({ clientName, width, onRename: setRenamed, onDelete: setDeleted }),
    [clientName, width],
  );
  const isEmpty = answer !== undefined && answer.count === 0;
  return (
    <div className={classes.page}>
      <PageHeader
        title="Markets"
        clientName={clientName}
        badge={
          <Badge variant="light" size="sm" tt="none">
            beta
          </Badge>
        }
        context={
          answer === undefined ? null : `${formatNumber(answer.count)} ${answer.count === 1 ? 'market' : 'markets'}`
        }
        actions={
          <ButtonLink
            to="/app/$clientName/markets/explore/$marketId"
            params={{ clientName, marketId: 'new' }}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            Add market
          </ButtonLink>
        }
      />
      <MarketsSearchBox search={search} onSearch={(wanted) => show({ search: wanted, page: 1 })} />
      <div className={classes.content} ref={ref}>
        {isFailed ? (
          <ErrorState title="Failed to fetch markets" error={markets.error} onRetry={() => void markets.refetch()} />
        ) : isEmpty ? (
          <NoMarkets clientName={clientName} search={search} onClear={() => show({ search: '', page: 1 })} />
        ) : (
          <>
            <DataTable
              label="Markets"
              columns={columns}
              rows={answer?.items ?? NO_ROWS}
              rowKey={keyOfMarket}
              rowLabel={nameOfMarket}
              isLoading={markets.isPending}
              isRefreshing={markets.isPlaceholderData}
              isArrangeable={false}
              skeletonRows={MARKETS_PAGE_SIZE}
              rowOffset={(page - 1) * MARKETS_PAGE_SIZE}
              rowCount={answer?.count ?? MARKETS_PAGE_SIZE}
              onOpenRow={(market) =>
                void navigate({
                  to: '/app/$clientName/markets/explore/$marketId',
                  params: { clientName, marketId: market.id },
                })
              }
              onPageStep={(step) => {
                if (page + step >= 1 && page + step <= lastPage) show({ page: page + step });
              }}
            />
            <Pager
              pageIndex={page - 1}
              pageSize={MARKETS_PAGE_SIZE}
              total={answer?.count ?? null}
              shown={answer?.items.length ?? 0}
              noun="markets"
              onPage={(pageIndex) => show({ page: pageIndex + 1 })}
            />
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {renamed && <RenameMarket market={renamed} onClose={() => setRenamed(null)} />}
        {deleted && <DeleteMarket market={deleted} onClose={() => setDeleted(null)} />}
      </Suspense>
    </div>
  );
}

const NO_ROWS: never[] = [];

function keyOfMarket(market: Market): string {
  return market.id;
}

function nameOfMarket(market: Market): string {
  return market.name;
}

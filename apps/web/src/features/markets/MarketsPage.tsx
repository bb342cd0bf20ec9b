import { Badge } from '@mantine/core';
import { hasFeature, MARKET_NAME_MAX, MARKETS_PAGE_SIZE, type Market } from '@quarry/contracts';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useCallback, useState } from 'react';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { plural } from '../../lib/format.ts';
import { listSearch, searchOf } from '../../lib/list-search.ts';
import { ListPage } from '../../ui/ListPage.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { marketColumns } from './market-columns.tsx';
import { NoMarkets } from './NoMarkets.tsx';
import { marketRequestsQuery, marketsQuery } from './queries.ts';

const RenameMarket = lazy(() => import('./RenameMarket.tsx'));
const DeleteMarket = lazy(() => import('./DeleteMarket.tsx'));

const SEARCH_DELAY_MS = 500;

/** Lists the account's markets, if the user may see them. */
export default function MarketsPage() {
  return hasFeature('markets', useClient(), useUser()) ? <MarketsList /> : <NoPermission />;
}

function MarketsList() {
  const { clientName } = useClient();
  const { search = '', page = 1 } = useSearch({ from: '/signed-in/app/$clientName/markets' });
  const navigate = useNavigate({ from: '/app/$clientName/markets' });
  const [renamed, setRenamed] = useState<Market | null>(null);
  const [deleted, setDeleted] = useState<Market | null>(null);
  const markets = useQuery(marketsQuery(clientName, search, page - 1));
  const columns = useCallback(
    (width: number) => marketColumns({ clientName, width, onRename: setRenamed, onDelete: setDeleted }),
    [clientName],
  );
  const setSearch = (text: string) => void navigate({ search: searchOf({ search: text }), replace: true });
  return (
    <ListPage
      title="Markets"
      label="Markets"
      noun="market"
      query={markets}
      rows={markets.data?.items}
      total={markets.data?.count}
      columns={columns}
      rowKey={marketKey}
      rowLabel={marketLabel}
      onOpenRow={(market) =>
        void navigate({
          to: '/app/$clientName/markets/explore/$marketId',
          params: { clientName, marketId: market.id },
        })
      }
      paging={{
        page,
        pageSize: MARKETS_PAGE_SIZE,
        onPage: (newPage, replace) => void navigate({ search: listSearch({ search, page: newPage }), replace }),
      }}
      badge={
        <Badge variant="light" size="sm" tt="none">
          beta
        </Badge>
      }
      actions={
        <>
          <WaitingRequests />
          <ButtonLink
            to="/app/$clientName/markets/explore/$marketId"
            params={{ clientName, marketId: 'new' }}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            Add market
          </ButtonLink>
        </>
      }
      toolbar={
        <SearchField
          noun="markets"
          maxLength={MARKET_NAME_MAX}
          search={search}
          onSearch={setSearch}
          delayMs={SEARCH_DELAY_MS}
        />
      }
      empty={<NoMarkets clientName={clientName} search={search} onClear={() => setSearch('')} />}
    >
      {renamed && <RenameMarket market={renamed} onClose={() => setRenamed(null)} />}
      {deleted && <DeleteMarket market={deleted} onClose={() => setDeleted(null)} />}
    </ListPage>
  );
}

/** Links staff to the requests that wait for them, in all accounts; nothing for others or if there are none. */
function WaitingRequests() {
  const isStaff = useUser().staffPermissions.includes('VIEW_ANY_ACCOUNT');
  const { data } = useQuery({ ...marketRequestsQuery(0), enabled: isStaff });
  if (!isStaff || data === undefined || data.count === 0) return null;
  return (
    <ButtonLink to="/admin/market-requests" variant="default">
      {plural(data.count, 'request')} to review
    </ButtonLink>
  );
}

function marketKey(market: Market): string {
  return market.id;
}

function marketLabel(market: Market): string {
  return market.name;
}

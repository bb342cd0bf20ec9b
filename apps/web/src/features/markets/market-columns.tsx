import type { Market } from '@quarry/contracts';
import { Link } from '@tanstack/react-router';
import { formatDate, formatNumber, relativeInstant } from '../../lib/format.ts';
import classes from '../../ui/list-page.module.css';
import type { TableColumn } from '../../ui/table/types.ts';
import { MarketActions } from './MarketActions.tsx';
import { MarketBadges } from './MarketBadges.tsx';
import { MarketCompaniesLink } from './MarketCompaniesLink.tsx';
import own from './markets.module.css';

const CREATED_WIDTH = 150;
const SOURCED_WIDTH = 250;
const ACTIONS_WIDTH = 190;
const MIN_NAME_WIDTH = 320;

export interface MarketColumnOptions {
  readonly clientName: string;
  /** The table's width in pixels; the name takes what the other columns leave. */
  readonly width: number;
  readonly onRename: (market: Market) => void;
  readonly onDelete: (market: Market) => void;
}

export function marketColumns(options: MarketColumnOptions): TableColumn<Market>[] {
  const { clientName, width } = options;
  const remainingWidth = width - CREATED_WIDTH - SOURCED_WIDTH - ACTIONS_WIDTH;
  return [
    {
      id: 'name',
      header: 'Name',
      width: Math.max(MIN_NAME_WIDTH, remainingWidth),
      isLocked: true,
      cell: (market) => (
        <span className={classes.name}>
          <Link
            className={`${classes.nameLink} ${own.nameLink}`}
            to="/app/$clientName/markets/explore/$marketId"
            params={{ clientName, marketId: market.id }}
            data-hint-overflow=""
          >
            {market.name}
          </Link>
          <MarketBadges market={market} />
        </span>
      ),
      copy: (market) => market.name,
    },
    {
      id: 'createdAt',
      header: 'Created at',
      width: CREATED_WIDTH,
      cell: (market) => <span data-hint={createdHint(market)}>{formatDate(market.createdAt)}</span>,
      copy: (market) => market.createdAt,
    },
    {
      id: 'sourcing',
      header: 'Companies added',
      description: 'Companies that the market has brought into your dataset so far',
      width: SOURCED_WIDTH,
      cell: (market) => <Sourced market={market} clientName={clientName} />,
      copy: (market) => String(market.sourcing.companiesAdded),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: ACTIONS_WIDTH,
      align: 'end',
      cell: (market) => (
        <MarketActions
          market={market}
          clientName={clientName}
          onRename={options.onRename}
          onDelete={options.onDelete}
        />
      ),
    },
  ];
}

function createdHint({ createdAt, createdBy }: Market): string {
  const when = relativeInstant(createdAt);
  return createdBy === null ? when : `${when} by ${createdBy}`;
}

function Sourced({ market, clientName }: { market: Market; clientName: string }) {
  const { companiesAdded, companiesWithheld, isWaiting, lastSourcedAt } = market.sourcing;
  if (!market.isPublished) {
    return (
      <span className={classes.muted} data-hint="Companies are added once the market is published">
        –
      </span>
    );
  }
  const when = lastSourcedAt === null ? null : `Last added ${relativeInstant(lastSourcedAt)}`;
  return (
    <span data-hint={when ?? undefined} data-hint-overflow="">
      {companiesAdded === 0 ? (
        '0 added'
      ) : (
        <MarketCompaniesLink
          clientName={clientName}
          marketId={market.id}
          label={`${formatNumber(companiesAdded)} added by ${market.name}`}
        >
          {formatNumber(companiesAdded)} added
        </MarketCompaniesLink>
      )}
      {companiesWithheld > 0 && (
        <span className={classes.muted} data-hint="Over the company limit; tried again at each build">
          {' '}
          · {formatNumber(companiesWithheld)} withheld
        </span>
      )}
      {isWaiting && <span className={classes.muted}> · adding…</span>}
    </span>
  );
}

import { AppError, type DataBlockConfig, type Market } from '@quarry/contracts';
import { filterGroup } from '@quarry/filters';
import { and, eq, type Transaction } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { configIdsOf } from '#server/features/client-configs/config-usages.ts';

export type MarketRow = typeof markets.$inferSelect;

/** Reads a market of the client; `lock` keeps others from changing it until the transaction ends. Throws NOT_FOUND. */
export async function findMarket(
  tx: Transaction,
  clientId: string,
  marketId: string,
  lock: 'none' | 'update' = 'none',
): Promise<MarketRow> {
  const query = tx
    .select()
    .from(markets)
    .where(and(eq(markets.clientId, clientId), eq(markets.id, marketId)));
  const [row] = await (lock === 'none' ? query : query.for(lock));
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such market.', { marketId });
  return row;
}

/** A market as the API describes it; `configs` are the client's saved configs. */
export function toMarket(row: MarketRow, configs: readonly DataBlockConfig[]): Market {
  const draftMarketCriteria = filterGroup.parse(row.draftCriteria);
  const used = configIdsOf(draftMarketCriteria);
  return {
    id: row.id,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    isPublished: row.publishedAt !== null,
    isLive: row.isLive,
    isPaused: row.isPaused,
    isPendingReview: row.isPendingReview,
    hasUnpublishedChanges: row.hasUnpublishedChanges,
    draftMarketCriteria,
    draftVersion: row.draftVersion,
    criteria: filterGroup.nullable().parse(row.publishedCriteria),
    dataBlockConfigs: configs.filter(({ configId }) => used.has(configId)),
    publishRequest: toPublishRequest(row),
    lastReview: lastReviewOf(row),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    sourcing: {
      isWaiting: row.isSourcingDue && !row.isPaused,
      companiesAdded: row.companiesAdded,
      companiesWithheld: row.companiesWithheld,
      lastSourcedAt: row.lastSourcedAt?.toISOString() ?? null,
    },
  };
}

/** The request that waits for approval; null if none does. */
export function toPublishRequest(row: MarketRow): Market['publishRequest'] {
  const { isPendingReview, requestedIsLive, requestedBy, requestedAt } = row;
  if (!isPendingReview || requestedIsLive === null || requestedAt === null) return null;
  return { isLive: requestedIsLive, requestedBy, requestedAt: requestedAt.toISOString() };
}

function lastReviewOf({ reviewOutcome, reviewedBy, reviewedAt, reviewNote }: MarketRow): Market['lastReview'] {
  if (reviewOutcome === null || reviewedBy === null || reviewedAt === null) return null;
  return { outcome: reviewOutcome, by: reviewedBy, at: reviewedAt.toISOString(), note: reviewNote };
}

import type * as contracts from '@quarry/contracts';
import { dataBlockConfig, type MarketRequest } from '@quarry/contracts';
import { filterGroup } from '@quarry/filters';
import { asc, eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { markets } from '@quarry/postgres/tables/markets';
import { z } from 'zod';
import { configIdsOf } from '#server/features/client-configs/config-usages.ts';
import type { Verb } from '#server/platform/mount.ts';
import { type MarketRow, toPublishRequest } from '../market.ts';
import { compareCriteria, inWords } from './compare-criteria.ts';

const storedConfigs = z.array(dataBlockConfig);

/** Lists the requests of all accounts that wait for approval, oldest first. */
export const listMarketRequests: Verb<typeof contracts.listMarketRequests> = async (scope, { limit, offset }) =>
  scope.read(async (tx) => {
    const isWaiting = eq(markets.isPendingReview, true);
    const rows = await tx
      .select({ market: markets, clientName: clients.name, configs: clients.dataBlockConfigs })
      .from(markets)
      .innerJoin(clients, eq(clients.id, markets.clientId))
      .where(isWaiting)
      .orderBy(asc(markets.requestedAt), asc(markets.id))
      .limit(limit)
      .offset(offset);
    const items = rows.flatMap(({ market, clientName, configs }) => toRequest(market, clientName, configs));
    return { items, count: await tx.$count(markets, isWaiting) };
  });

/** `savedConfigs` are the account's in their current state. Empty if no request waits. */
function toRequest(row: MarketRow, clientName: string, savedConfigs: unknown): MarketRequest[] {
  const request = toPublishRequest(row);
  if (request === null) return [];
  const criteria = filterGroup.parse(row.draftCriteria);
  const used = configIdsOf(criteria);
  const configs = storedConfigs.parse(savedConfigs).filter(({ configId }) => used.has(configId));
  const proposed = { criteria, configs };
  const publishedCriteria = filterGroup.nullable().parse(row.publishedCriteria);
  const published =
    publishedCriteria === null
      ? null
      : { criteria: publishedCriteria, configs: storedConfigs.parse(row.publishedConfigs ?? []) };
  return [
    {
      ...request,
      marketId: row.id,
      name: row.name,
      clientName,
      draftVersion: row.draftVersion,
      proposed: inWords(proposed),
      published: published === null ? null : { criteria: inWords(published), isLive: row.isLive },
      ...(published === null ? { added: [], removed: [], otherChanges: [] } : compareCriteria(published, proposed)),
    },
  ];
}

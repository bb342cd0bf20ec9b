import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { filterGroup } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { markets } from '@quarry/postgres/tables/markets';
import { estimateTurnover } from '#server/features/builds/estimate-turnover.ts';
import { configIdsOf } from '#server/features/client-configs/config-usages.ts';
import { compileMarket } from '#server/features/markets/sourcing/compile-market.ts';
import type { PlannedMarket } from '#server/features/markets/sourcing/plan-markets.ts';
import type { Verb } from '#server/platform/mount.ts';
import { costsOf, readBuildCosts } from './build-costs.ts';
import { readNextBuild } from './read-next-build.ts';

/**
 * Computes what publishing a market's draft would do at the next build. Throws NOT_FOUND, and INVALID_FILTER if the draft
 * finds nothing that can be computed.
 */
export const estimateMarketImpact: Verb<typeof contracts.estimateMarketImpact> = async (
  scope,
  { marketId, isLive },
) => {
  const { warehouse } = scope;
  const { signal } = scope.request;
  const { now, market, costs } = await scope.read(async (tx) => {
    const [found] = await tx
      .select({ market: markets, client: clients })
      .from(markets)
      .innerJoin(clients, eq(clients.id, markets.clientId))
      .where(eq(markets.id, marketId));
    if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such market.', { marketId });
    const { client, market: row } = found;
    const next = await readNextBuild(tx, client);
    const used = configIdsOf(filterGroup.parse(row.draftCriteria));
    const published: PlannedMarket = {
      id: row.id,
      name: row.name,
      isLive,
      isDue: true,
      publishedAt: new Date().toISOString(),
      criteria: row.draftCriteria,
      configs: next.config.dataBlockConfigs.filter(({ configId }) => used.has(configId)),
    };
    return { now: next, market: published, costs: await readBuildCosts(tx, client.id) };
  });
  const problem = compileMarket(market, market.publishedAt.slice(0, 10));
  if (typeof problem === 'string') throw new AppError('INVALID_FILTER', problem, { marketId });
  const next = { ...now, markets: [...now.markets.filter(({ id }) => id !== marketId), market] };
  const others = { markets: now.markets };
  const {
    build,
    other: without,
    additions,
  } = await estimateTurnover(warehouse, next, others, { added: market, signal });
  return { build, without, additions, ...costsOf(costs, build) };
};

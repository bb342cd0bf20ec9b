import type * as contracts from '@quarry/contracts';
import { and, desc, eq, sql } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import type { Verb } from '#server/platform/mount.ts';
import { toMarket } from './market.ts';

/** Lists the account's markets, newest first. */
export const listMarkets: Verb<typeof contracts.listMarkets> = async (scope, { searchTerm, limit, offset }) => {
  const term = searchTerm.trim();
  const nameMatches = term === '' ? undefined : sql`strpos(lower(${markets.name}), lower(${term})) > 0`;
  const filter = and(eq(markets.clientId, scope.client.id), nameMatches);
  return scope.read(async (tx) => {
    const { configs } = await readSavedConfigs(tx, scope.client.id);
    const rows = await tx
      .select()
      .from(markets)
      .where(filter)
      .orderBy(desc(markets.createdAt), desc(markets.id))
      .limit(limit)
      .offset(offset);
    return { items: rows.map((row) => toMarket(row, configs)), count: await tx.$count(markets, filter) };
  });
};

import { and, eq, ne, sql, type Transaction } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { uniqueName } from '#server/platform/unique-name.ts';

/** Ignores case, and the market `ownId`. */
export async function isNameTaken(
  tx: Transaction,
  clientId: string,
  name: string,
  ownId: string | null,
): Promise<boolean> {
  const isSame = sql`lower(${markets.name}) = lower(${name})`;
  const isOther = ownId === null ? undefined : ne(markets.id, ownId);
  return (await tx.$count(markets, and(eq(markets.clientId, clientId), isSame, isOther))) > 0;
}

export const withUniqueName = uniqueName('markets_name_is_unique', 'Market name must be unique');

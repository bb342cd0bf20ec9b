import { AppError } from '@quarry/contracts';
import { and, brokenConstraint, eq, ne, sql, type Transaction } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';

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

/** Runs a statement that sets a market's name. Throws NAME_TAKEN, which aborts the transaction. */
export async function withUniqueName<T>(name: string, write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (brokenConstraint(error) !== 'markets_name_is_unique') throw error;
    throw new AppError('NAME_TAKEN', 'Market name must be unique', { name });
  }
}

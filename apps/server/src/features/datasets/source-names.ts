import { marketSource } from '@quarry/contracts';
import { and, asc, eq, isNotNull, type Transaction } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { CRITERIA } from './sources.ts';

/** The names of all sources that companies of the client can have. */
export async function readSourceNames(tx: Transaction, clientId: string): Promise<Record<string, string>> {
  const published = await tx
    .select({ id: markets.id, name: markets.name })
    .from(markets)
    .where(and(eq(markets.clientId, clientId), isNotNull(markets.publishedAt)))
    .orderBy(asc(markets.name), asc(markets.id));
  return {
    [CRITERIA]: 'Sourcing criteria',
    ...Object.fromEntries(published.map(({ id, name }) => [marketSource(id), name])),
  };
}

import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { z } from 'zod';

/** The result of a market in one build. */
export const sourcedMarket = z.object({
  id: z.string(),
  isLive: z.boolean(),
  publishedAt: z.iso.datetime(),
  /** New companies of the dataset that have the market as a source. */
  added: z.number().int().nonnegative(),
  /** New companies of the market kept out by the company limit. */
  withheld: z.number().int().nonnegative(),
});
export type SourcedMarket = z.infer<typeof sourcedMarket>;

/**
 * Saves the results of a build's markets. A market approved again since the build began stays due, and so does a static
 * one with withheld companies: the next build tries again.
 */
export async function settleMarkets(
  tx: Transaction,
  clientId: string,
  sourced: readonly SourcedMarket[],
  now: Date,
): Promise<void> {
  for (const { id, isLive, publishedAt, added, withheld } of sourced) {
    const isDone = isLive || withheld === 0;
    const isSame = sql`date_trunc('milliseconds', ${markets.publishedAt}) = ${publishedAt}::timestamptz`;
    await tx
      .update(markets)
      .set({
        companiesAdded: sql`${markets.companiesAdded} + ${added}`,
        companiesWithheld: withheld,
        lastSourcedAt: now,
        ...(isDone ? { isSourcingDue: sql`${markets.isSourcingDue} and not ${isSame}` } : {}),
      })
      .where(and(eq(markets.clientId, clientId), eq(markets.id, id)));
  }
}

import { and, asc, eq, isNotNull, or, type Transaction } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { z } from 'zod';

/** A published market when the build began; later approvals don't change it. */
export const plannedMarket = z.object({
  id: z.string(),
  name: z.string(),
  isLive: z.boolean(),
  /** No build has added the companies of its last approval yet. */
  isDue: z.boolean(),
  publishedAt: z.iso.datetime(),
  /** The stored snapshot; parsed by `compileMarket`. */
  criteria: z.unknown(),
  configs: z.unknown(),
});
export type PlannedMarket = z.infer<typeof plannedMarket>;

/** Reads the markets that a build sources from: live ones and due ones that are not paused, oldest first. */
export async function planMarkets(tx: Transaction, clientId: string): Promise<PlannedMarket[]> {
  const rows = await tx
    .select()
    .from(markets)
    .where(
      and(
        eq(markets.clientId, clientId),
        isNotNull(markets.publishedAt),
        eq(markets.isPaused, false),
        or(eq(markets.isLive, true), eq(markets.isSourcingDue, true)),
      ),
    )
    .orderBy(asc(markets.createdAt), asc(markets.id));
  return rows.flatMap(({ id, name, isLive, isSourcingDue, publishedAt, publishedCriteria, publishedConfigs }) =>
    publishedAt === null
      ? []
      : [
          {
            id,
            name,
            isLive,
            isDue: isSourcingDue,
            publishedAt: publishedAt.toISOString(),
            criteria: publishedCriteria,
            configs: publishedConfigs,
          },
        ],
  );
}

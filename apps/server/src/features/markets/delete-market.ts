import type * as contracts from '@quarry/contracts';
import { AppError, marketSource, SOURCES_FIELD } from '@quarry/contracts';
import { type FilterGroup, listRules } from '@quarry/filters';
import { eq, type Transaction } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { readDerivedNodes } from '#server/features/datasets/derived-nodes.ts';
import { lockTags } from '#server/features/tags/tag.ts';
import type { Verb } from '#server/platform/mount.ts';
import { findMarket } from './market.ts';

/** Deletes a market that was never published. Throws NOT_FOUND, MARKET_PUBLISHED, and MARKET_IN_USE if tags or segments name it. */
export const deleteMarket: Verb<typeof contracts.deleteMarket> = async (scope, { marketId }) =>
  scope.change(async (tx) => {
    const clientId = scope.client.id;
    const usedBy = await nodesNaming(tx, clientId, marketSource(marketId));
    const { name, publishedAt, draftCriteria } = await findMarket(tx, clientId, marketId, 'update');
    if (publishedAt !== null) {
      throw new AppError('MARKET_PUBLISHED', 'Published markets cannot be deleted.', { marketId });
    }
    if (usedBy.length > 0) {
      const names = usedBy.map((user) => `“${user.name}”`).join(', ');
      const message = `This market is in use and can't be deleted. It is used by: ${names}`;
      throw new AppError('MARKET_IN_USE', message, { usedBy });
    }
    await tx.delete(markets).where(eq(markets.id, marketId));
    return {
      result: { id: marketId },
      target: name,
      targetId: marketId,
      before: { name, draftMarketCriteria: draftCriteria },
    };
  });

/** The tags and segments whose filters name a source. Locks them, as before locks on markets. */
async function nodesNaming(tx: Transaction, clientId: string, source: string) {
  await lockTags(tx, clientId);
  const all = await readDerivedNodes(tx, clientId);
  return all
    .filter(({ filters }) => filters !== null && names(filters, source))
    .map(({ kind, id, name }) => ({ kind, id, name }));
}

function names(filters: FilterGroup, source: string): boolean {
  const isSource = (value: unknown) => String(value).trim().toLowerCase() === source.toLowerCase();
  return listRules(filters).some(
    ({ field, value }) => field === SOURCES_FIELD && Array.isArray(value) && value.some(isSource),
  );
}

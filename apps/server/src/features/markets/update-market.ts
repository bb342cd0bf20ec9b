import type * as contracts from '@quarry/contracts';
import { AppError, type InputOf } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import type { Verb } from '#server/platform/mount.ts';
import { findMarket, type MarketRow, toMarket } from './market.ts';
import { assertUsableCriteria } from './market-criteria.ts';
import { withUniqueName } from './market-names.ts';

/**
 * Saves a market's name, its criteria, or both. A waiting request to publish stays and applies to the new draft.
 * Throws NOT_FOUND, RESOURCE_OUT_OF_SYNC, NAME_TAKEN, VALIDATION_FAILED and INVALID_FILTER.
 */
export const updateMarket: Verb<typeof contracts.updateMarket> = async (scope, input) => {
  const { marketId, name, draftMarketCriteria } = input;
  if (name === undefined && draftMarketCriteria === undefined) {
    throw new AppError('VALIDATION_FAILED', 'There is nothing to save: give a name, criteria or both');
  }
  return scope.change(async (tx) => {
    const clientId = scope.client.id;
    const { configs } = await readSavedConfigs(tx, clientId, 'share');
    const before = await findMarket(tx, clientId, marketId, 'update');
    assertInSync(before, input);
    if (draftMarketCriteria !== undefined) assertUsableCriteria(draftMarketCriteria, configs);
    const [row] = await withUniqueName(
      name ?? before.name,
      tx
        .update(markets)
        .set({
          ...(name === undefined ? {} : { name }),
          ...(draftMarketCriteria === undefined
            ? {}
            : {
                draftCriteria: draftMarketCriteria,
                draftVersion: before.draftVersion + 1,
                hasUnpublishedChanges: true,
              }),
        })
        .where(eq(markets.id, marketId))
        .returning(),
    );
    if (row === undefined) throw new Error(`The market ${marketId} was not saved`);
    const auditValues = (market: MarketRow) => ({
      name: market.name,
      ...(draftMarketCriteria === undefined ? {} : { draftMarketCriteria: market.draftCriteria }),
    });
    return {
      result: { item: toMarket(row, configs) },
      target: row.name,
      targetId: marketId,
      before: auditValues(before),
      after: auditValues(row),
    };
  });
};

function assertInSync({ draftVersion }: MarketRow, { baseVersion }: InputOf<typeof contracts.updateMarket>): void {
  if (baseVersion === undefined || baseVersion === draftVersion) return;
  throw new AppError(
    'RESOURCE_OUT_OF_SYNC',
    'Someone else changed this market. Please reload it and make your changes again.',
    { baseVersion, draftVersion },
  );
}

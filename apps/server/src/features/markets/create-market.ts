import type * as contracts from '@quarry/contracts';
import { markets } from '@quarry/postgres/tables/markets';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import type { Verb } from '#server/platform/mount.ts';
import { toMarket } from './market.ts';
import { assertUsableCriteria } from './market-criteria.ts';
import { withUniqueName } from './market-names.ts';

/** Saves a new market as a draft. Throws VALIDATION_FAILED, INVALID_FILTER and NAME_TAKEN. */
export const createMarket: Verb<typeof contracts.createMarket> = async (scope, { name, draftMarketCriteria }) =>
  scope.change(async (tx) => {
    const clientId = scope.client.id;
    const { configs } = await readSavedConfigs(tx, clientId, 'share');
    assertUsableCriteria(draftMarketCriteria, configs);
    const [row] = await withUniqueName(
      name,
      tx
        .insert(markets)
        .values({ clientId, name, draftCriteria: draftMarketCriteria, createdBy: scope.user.email })
        .returning(),
    );
    if (row === undefined) throw new Error(`The market ${name} was not created`);
    return {
      result: { item: toMarket(row, configs) },
      target: name,
      targetId: row.id,
      after: { name, draftMarketCriteria },
    };
  });

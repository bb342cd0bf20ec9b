import type * as contracts from '@quarry/contracts';
import { countUsages, findConfigUsages } from '#server/features/client-configs/config-usages.ts';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import { BLOCKS, toConfigurableDataBlock } from '#server/features/universe/blocks/index.ts';
import type { Verb } from '#server/platform/mount.ts';

/** Lists the data blocks, the account's configs and how often each config is used. */
export const listMarketDataBlocks: Verb<typeof contracts.listMarketDataBlocks> = async (scope) =>
  scope.read(async (tx) => {
    const saved = await readSavedConfigs(tx, scope.client.id);
    const usageOf = await findConfigUsages(tx, scope.client.id, saved);
    return {
      dataBlocks: BLOCKS.filter((block) => block.isDeprecated !== true).map(toConfigurableDataBlock),
      dataBlockConfigs: [...saved.configs],
      usages: countUsages(saved, usageOf),
    };
  });

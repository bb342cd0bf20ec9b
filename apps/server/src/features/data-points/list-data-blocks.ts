import type * as contracts from '@quarry/contracts';
import { BLOCKS, toDataBlockDefinition } from '#server/features/universe/blocks/index.ts';
import type { Verb } from '#server/platform/mount.ts';

/** Lists the data blocks that accounts can choose data points from. */
export const listDataBlocks: Verb<typeof contracts.listDataBlocks> = async () => ({
  dataBlocks: BLOCKS.filter((block) => block.isDeprecated !== true).map(toDataBlockDefinition),
});

import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { deleteDataBlockConfig } from './delete-data-block-config.ts';
import { getDeepPreview } from './get-deep-preview.ts';
import { listDataBlockFieldOptions } from './list-data-block-field-options.ts';
import { listDataBlocks } from './list-data-blocks.ts';
import { listMarketDataBlocks } from './list-market-data-blocks.ts';
import { listMarketFieldOptions } from './list-market-field-options.ts';
import { saveDataBlockConfigs } from './save-data-block-configs.ts';

/** Data blocks with their configs, the rows behind their values, and suggested values. */
export const dataBlockDoors: readonly Door[] = [
  door(contracts.listDataBlocks, listDataBlocks),
  door(contracts.listMarketDataBlocks, listMarketDataBlocks),
  door(contracts.saveDataBlockConfigs, saveDataBlockConfigs),
  door(contracts.deleteDataBlockConfig, deleteDataBlockConfig),
  door(contracts.getDeepPreview, getDeepPreview),
  door(contracts.listMarketFieldOptions, listMarketFieldOptions),
  door(contracts.listDataBlockFieldOptions, listDataBlockFieldOptions),
];

import {
  deepPreview,
  deleteDataBlockConfig,
  listDataBlockFieldOptions,
  listMarketDataBlocks,
  listMarketFieldOptions,
  saveDataBlockConfigs,
} from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { readDeepPreviewRows } from './deep-preview.ts';
import { removeDataBlockConfig } from './delete-data-block-config.ts';
import { readDataBlockFieldOptions } from './list-data-block-field-options.ts';
import { readMarketDataBlocks } from './list-market-data-blocks.ts';
import { readMarketFieldOptions } from './list-market-field-options.ts';
import { keepDataBlockConfigs } from './save-data-block-configs.ts';

/** Data blocks with their saved configurations, the rows behind their values, and suggested values. */
export const dataBlockDoors: readonly Door[] = [
  door(listMarketDataBlocks, readMarketDataBlocks),
  door(saveDataBlockConfigs, keepDataBlockConfigs),
  door(deleteDataBlockConfig, removeDataBlockConfig),
  door(deepPreview, readDeepPreviewRows),
  door(listMarketFieldOptions, readMarketFieldOptions),
  door(listDataBlockFieldOptions, readDataBlockFieldOptions),
];

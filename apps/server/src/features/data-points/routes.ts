import {
  addDatasetField,
  describeField,
  listDataBlocks,
  listFieldOptions,
  renameDatasetField,
  withdrawDatasetField,
} from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { addField } from './add-field.ts';
import { describe } from './describe-field.ts';
import { readDataBlocks } from './list-data-blocks.ts';
import { readFieldOptions } from './list-field-options.ts';
import { renameField } from './rename-field.ts';
import { withdrawField } from './withdraw-field.ts';

/** Data points: statistics, suggested values, names and the blocks that they come from. */
export const dataPointDoors: readonly Door[] = [
  door(describeField, describe),
  door(listFieldOptions, readFieldOptions),
  door(renameDatasetField, renameField),
  door(addDatasetField, addField),
  door(withdrawDatasetField, withdrawField),
  door(listDataBlocks, readDataBlocks),
];

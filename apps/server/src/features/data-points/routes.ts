import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { addDatasetField } from './add-dataset-field.ts';
import { computeDataPoints } from './compute-data-points.ts';
import { describeField } from './describe-field.ts';
import { listFieldOptions } from './list-field-options.ts';
import { removeDatasetField } from './remove-dataset-field.ts';
import { renameDatasetField } from './rename-dataset-field.ts';

/** Data points: statistics, suggested values, names and their data blocks. */
export const dataPointDoors: readonly Door[] = [
  door(contracts.describeField, describeField),
  door(contracts.listFieldOptions, listFieldOptions),
  door(contracts.renameDatasetField, renameDatasetField),
  door(contracts.addDatasetField, addDatasetField),
  door(contracts.removeDatasetField, removeDatasetField),
  door(contracts.computeDataPoints, computeDataPoints),
];

import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { refreshDataset } from './refresh-dataset.ts';
import { triggerBuild } from './trigger-build.ts';

/** Builds of datasets, for staff and for an account's administrators. */
export const buildDoors: readonly Door[] = [
  door(contracts.triggerBuild, triggerBuild),
  door(contracts.refreshDataset, refreshDataset),
];

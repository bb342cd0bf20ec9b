import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { getDataDirectory } from './get-data-directory.ts';

/** The data directory: the coverage of columns, and the sourcing criteria. */
export const dataDirectoryDoors: readonly Door[] = [door(contracts.getDataDirectory, getDataDirectory)];

import { getDataDirectory } from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { readDataDirectory } from './get-data-directory.ts';

/** The data directory: how full the columns are, and what companies are sourced by. */
export const dataDirectoryDoors: readonly Door[] = [door(getDataDirectory, readDataDirectory)];

import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { getDataDirectory } from './get-data-directory.ts';

/** The data directory: how full the columns are, and what companies are sourced by. */
export const dataDirectoryDoors: readonly Door[] = [door(contracts.getDataDirectory, getDataDirectory)];

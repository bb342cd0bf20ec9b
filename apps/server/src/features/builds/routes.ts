import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { triggerBuild } from './trigger-build.ts';

/** Builds of datasets, for staff. */
export const buildDoors: readonly Door[] = [door(contracts.triggerBuild, triggerBuild)];

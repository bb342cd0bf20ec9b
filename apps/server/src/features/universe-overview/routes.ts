import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { getUniverseOverview } from './get-universe-overview.ts';

/** What the universe holds, for staff. */
export const universeOverviewDoors: readonly Door[] = [door(contracts.getUniverseOverview, getUniverseOverview)];

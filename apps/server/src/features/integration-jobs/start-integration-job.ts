import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { integrationSync } from './run/run-sync.ts';
import { startOnChosen } from './start-on-chosen.ts';

/** Starts a sync. Throws what `startOnChosen` does. */
export const startIntegrationJob: Verb<typeof contracts.startIntegrationJob> = (scope, input) =>
  startOnChosen(scope, input, integrationSync, 'Manual Sync');

import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { startOnChosen } from '../start-on-chosen.ts';
import { integrationDryRun } from './run-dry-run.ts';

/** Starts a dry run of a sync. Throws the errors of `startOnChosen`. */
export const startDryRun: Verb<typeof contracts.startDryRun> = (scope, input) =>
  startOnChosen(scope, input, integrationDryRun, 'Dry Run');

import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { checkStartIntegrationJob } from './check-start-integration-job.ts';
import { getSyncPlan } from './dry-run/get-sync-plan.ts';
import { startDryRun } from './dry-run/start-dry-run.ts';
import { fixSyncErrors } from './errors/fix-sync-errors.ts';
import { listSyncErrorGroups } from './errors/list-sync-error-groups.ts';
import { listSyncErrors } from './errors/list-sync-errors.ts';
import { getCompanySyncStatus } from './get-company-sync-status.ts';
import { getIntegrationJob } from './get-integration-job.ts';
import { listIntegrationJobs } from './list-integration-jobs.ts';
import { listAmbiguousMatches } from './matches/list-ambiguous-matches.ts';
import { resolveMatch } from './matches/resolve-match.ts';
import { resolveMatches } from './matches/resolve-matches.ts';
import { startIntegrationJob } from './start-integration-job.ts';
import { stopIntegrationJob } from './stop-integration-job.ts';
import { undoSync } from './undo/undo-sync.ts';

export const integrationJobDoors: readonly Door[] = [
  door(contracts.listIntegrationJobs, listIntegrationJobs),
  door(contracts.getIntegrationJob, getIntegrationJob),
  door(contracts.checkStartIntegrationJob, checkStartIntegrationJob),
  door(contracts.startIntegrationJob, startIntegrationJob),
  door(contracts.stopIntegrationJob, stopIntegrationJob),
  door(contracts.listSyncErrorGroups, listSyncErrorGroups),
  door(contracts.listSyncErrors, listSyncErrors),
  door(contracts.fixSyncErrors, fixSyncErrors),
  door(contracts.startDryRun, startDryRun),
  door(contracts.getSyncPlan, getSyncPlan),
  door(contracts.undoSync, undoSync),
  door(contracts.listAmbiguousMatches, listAmbiguousMatches),
  door(contracts.resolveMatch, resolveMatch),
  door(contracts.resolveMatches, resolveMatches),
  door(contracts.getCompanySyncStatus, getCompanySyncStatus),
];

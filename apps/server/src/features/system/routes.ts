import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { cancelAnyJob } from './cancel-any-job.ts';
import { getSystemOverview } from './get-system-overview.ts';
import { listAnyJobs } from './list-any-jobs.ts';
import { listSystemJobs } from './list-system-jobs.ts';
import { listSystemProblems } from './list-system-problems.ts';
import { retryAnyJob } from './retry-any-job.ts';

/** The installation, for staff. */
export const systemDoors: readonly Door[] = [
  door(contracts.listSystemProblems, listSystemProblems),
  door(contracts.listSystemJobs, listSystemJobs),
  door(contracts.getSystemOverview, getSystemOverview),
  door(contracts.listAnyJobs, listAnyJobs),
  door(contracts.cancelAnyJob, cancelAnyJob),
  door(contracts.retryAnyJob, retryAnyJob),
];

import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { cancelJob } from './cancel-job.ts';
import { listJobs } from './list-jobs.ts';

/** The account's jobs. */
export const jobDoors: readonly Door[] = [door(contracts.listJobs, listJobs), door(contracts.cancelJob, cancelJob)];

import { listJobs } from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { readJobs } from './list-jobs.ts';

/** The account's long work. */
export const jobDoors: readonly Door[] = [door(listJobs, readJobs)];

import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { listSystemJobs } from './list-system-jobs.ts';
import { listSystemProblems } from './list-system-problems.ts';

/** The installation, for staff. */
export const systemDoors: readonly Door[] = [
  door(contracts.listSystemProblems, listSystemProblems),
  door(contracts.listSystemJobs, listSystemJobs),
];

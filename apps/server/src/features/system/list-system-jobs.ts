import type * as contracts from '@quarry/contracts';
import { jobView } from '#server/platform/jobs/job-view.ts';
import type { Verb } from '#server/platform/mount.ts';

/** Lists the installation's open jobs and those that ended in the last hour, newest first. */
export const listSystemJobs: Verb<typeof contracts.listSystemJobs> = async ({ jobs }) => ({
  jobs: (await jobs.list(null)).map(jobView),
});

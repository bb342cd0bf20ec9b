import type * as contracts from '@quarry/contracts';
import { jobView } from '#server/platform/jobs/job-view.ts';
import type { Verb } from '#server/platform/mount.ts';

/** Lists the account's open jobs and those that ended in the last hour, newest first. */
export const listJobs: Verb<typeof contracts.listJobs> = async ({ client, jobs }) => ({
  jobs: (await jobs.list(client.id)).map(jobView),
});

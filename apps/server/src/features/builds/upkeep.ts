import { z } from 'zod';
import { scheduleRefreshes } from '#server/features/tags/schedule-refreshes.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { dropRetiredVersions } from './drop-retired-versions.ts';
import { scheduleBuilds } from './schedule-builds.ts';

/** How often the upkeep of datasets runs. */
export const UPKEEP_EVERY_MS = 60_000;

/** Requests the builds that are due and the refreshes of tags that were given up, and drops the versions that nobody reads any more. */
export const datasetUpkeep = defineJob({
  type: 'dataset-upkeep',
  input: z.object({}),
  concurrency: 'global',
  maxAttempts: 1,
  timeoutMs: 10 * 60_000,
  async run(ctx) {
    await scheduleBuilds(ctx);
    await scheduleRefreshes(ctx);
    const dropped = await dropRetiredVersions(ctx);
    if (dropped.length > 0) ctx.log.info({ versions: dropped }, 'dropped old versions of datasets');
  },
});

import { z } from 'zod';
import { scheduleRefreshes } from '#server/features/tags/schedule-refreshes.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { dropRetiredVersions } from './drop-retired-versions.ts';
import { scheduleBuilds } from './schedule-builds.ts';

export const UPKEEP_EVERY_MS = 60_000;

/** Requests due builds and abandoned tag refreshes, and drops versions that are no longer read. */
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

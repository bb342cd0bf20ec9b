import { z } from 'zod';
import { dropOldRuns } from '#server/features/segments/drop-old-runs.ts';
import { settleAbandoned } from '#server/features/segments/settle-abandoned.ts';
import { scheduleRefreshes } from '#server/features/tags/schedule-refreshes.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { dropRetiredVersions } from './drop-retired-versions.ts';
import { scheduleBuilds } from './schedule-builds.ts';

export const UPKEEP_EVERY_MS = 60_000;

/** Requests due builds, settles abandoned work on tags and segments, and drops versions and runs that are no longer read. */
export const datasetUpkeep = defineJob({
  type: 'dataset-upkeep',
  input: z.object({}),
  concurrency: 'global',
  maxAttempts: 1,
  timeoutMs: 10 * 60_000,
  async run(ctx) {
    await scheduleBuilds(ctx);
    await scheduleRefreshes(ctx);
    await settleAbandoned(ctx);
    const dropped = await dropRetiredVersions(ctx);
    if (dropped.length > 0) ctx.log.info({ versions: dropped }, 'dropped old versions of datasets');
    const runs = await dropOldRuns(ctx);
    if (runs > 0) ctx.log.info({ runs }, 'dropped old runs of segments');
  },
});

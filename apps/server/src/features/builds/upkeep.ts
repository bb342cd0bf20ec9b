import { z } from 'zod';
import { dropOldChanges } from '#server/features/scoring/history/drop-old-changes.ts';
import { dropOldRuns } from '#server/features/segments/drop-old-runs.ts';
import { settleAbandonedSearches } from '#server/features/segments/personas/settle-abandoned-searches.ts';
import { settleAbandoned } from '#server/features/segments/settle-abandoned.ts';
import { scheduleRefreshes } from '#server/features/tags/schedule-refreshes.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { dropRetiredVersions } from './drop-retired-versions.ts';
import { scheduleBuilds } from './schedule-builds.ts';

export const UPKEEP_EVERY_MS = 60_000;

/** Requests due builds, settles abandoned work on tags, segments and personas, and drops versions, runs and changes of scores that are no longer read. */
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
    await settleAbandonedSearches(ctx);
    const dropped = await dropRetiredVersions(ctx);
    if (dropped.length > 0) ctx.log.info({ versions: dropped }, 'dropped old versions of datasets');
    const runs = await dropOldRuns(ctx);
    if (runs > 0) ctx.log.info({ runs }, 'dropped old runs of segments');
    const recalculations = await dropOldChanges(ctx);
    if (recalculations > 0) ctx.log.info({ recalculations }, 'dropped old changes of scores');
  },
});

import { readConfig } from '#server/features/client-configs/read-config.ts';
import { computeJob } from '#server/features/datasets/compute-job.ts';
import { notBuilt } from '#server/features/datasets/dataset.ts';
import { hasOutdatedColumns } from '#server/features/datasets/outdated-columns.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { beginComputation, openBuild } from './begin-build.ts';
import { type BuildStep, buildState } from './build.ts';
import { countValues } from './count-values.ts';
import { deriveAll } from './derive-all.ts';
import { fillDataset } from './fill-dataset.ts';
import { keepMembers } from './keep-members.ts';
import { countsOf, isSwapped, runSteps } from './run-steps.ts';
import { yieldToBuild } from './yield-to-build.ts';

/** The steps of a build, without finding companies. */
const STEPS: readonly BuildStep[] = [
  { from: 0.02, to: 0.05, message: 'Taking over the companies', run: keepMembers },
  { from: 0.05, to: 0.6, message: 'Computing data points', run: yielding(fillDataset) },
  { from: 0.6, to: 0.8, message: 'Counting values', run: yielding(countValues) },
  { from: 0.82, to: 0.95, message: 'Evaluating tags and segments', run: yielding(deriveAll) },
];

/**
 * Makes a version with the companies of the current one, in which new and changed data points are computed and removed
 * ones are gone. As with a build, readers see the old version until the swap. A build that begins meanwhile wins.
 */
export const dataPointsComputation = defineJob({
  ...computeJob,
  canBeCancelled: true,
  // A restart in the middle counts as an attempt.
  maxAttempts: 5,
  needsDiskSpace: true,
  timeoutMs: 6 * 3_600_000,
  run: (ctx) => computeDataPoints(ctx),
});

/** The same step, unless a build has begun. */
function yielding(run: BuildStep['run']): BuildStep['run'] {
  return async (build, progress) => {
    await build.ctx.db.asClient(build.clientId, (tx) => yieldToBuild(tx, build.clientId));
    return run(build, progress);
  };
}

export async function computeDataPoints(
  ctx: JobContext,
  options: { readonly rangeCompanies?: number } = {},
): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('A computation of data points needs a client');
  const saved = ctx.checkpoint === null ? null : buildState.parse(ctx.checkpoint);
  if (saved !== null && (await isSwapped(ctx, clientId, saved.version))) {
    return ctx.progress(1, 'Complete', countsOf(saved));
  }
  await ctx.ledger.check({ isThorough: true });
  ctx.ledger.assertWhole(clientId);
  const begun = await ctx.db.asClient(clientId, async (tx) => {
    // Locks the client's row, so a change that comes too late finds the checkpoint and requests another job.
    await yieldToBuild(tx, clientId);
    const client = await readConfig(tx, { id: clientId });
    const { config, row } = client;
    if (row.datasetVersion === null) throw notBuilt(config.clientName);
    if (saved?.lastVersion === row.datasetVersion) return { client, state: saved, isResumed: true };
    if (!(await hasOutdatedColumns(tx, client, row.datasetVersion))) return null;
    return { client, state: await beginComputation(ctx, tx, client), isResumed: false };
  });
  if (begun === null) return ctx.progress(1, 'Every data point was up to date');
  const build = await openBuild(ctx, begun.client, begun.state, {
    ...options,
    resetDataset: false,
    acceptLoss: false,
    isResumed: begun.isResumed,
    keepsValues: true,
  });
  ctx.progress(1, 'Complete', countsOf(await runSteps(build, STEPS)));
}

import { type ClientWithConfig, readConfig } from '#server/features/client-configs/read-config.ts';
import { type BuildInput, buildJob } from '#server/features/datasets/build-job.ts';
import { compileMarket } from '#server/features/markets/sourcing/compile-market.ts';
import { planMarkets } from '#server/features/markets/sourcing/plan-markets.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { beginVersion, openBuild } from './begin-build.ts';
import { type BuildState, type BuildStep, buildState } from './build.ts';
import { countValues } from './count-values.ts';
import { deriveAll } from './derive-all.ts';
import { fillDataset } from './fill-dataset.ts';
import { countsOf, isSwapped, runSteps } from './run-steps.ts';
import { sourceCompanies } from './source-companies.ts';

const HOUR_MS = 3_600_000;

/** The steps of a build, in order. Readers see the new version after the last step. */
const STEPS: readonly BuildStep[] = [
  { from: 0.05, to: 0.2, message: 'Finding companies', run: sourceCompanies },
  { from: 0.2, to: 0.6, message: 'Computing data points', run: fillDataset },
  { from: 0.6, to: 0.8, message: 'Counting values', run: countValues },
  { from: 0.82, to: 0.95, message: 'Evaluating tags and segments', run: deriveAll },
];

/**
 * Builds a new version of a client's dataset beside the current one and swaps it in. It can be killed at any moment:
 * the next attempt resumes, and readers see the old version until the swap.
 */
export const datasetBuild = defineJob({
  ...buildJob,
  canBeCancelled: true,
  // A restart in the middle counts as an attempt.
  maxAttempts: 5,
  needsDiskSpace: true,
  timeoutMs: 6 * HOUR_MS,
  run: (ctx, input) => buildDataset(ctx, input),
});

export async function buildDataset(
  ctx: JobContext,
  input: BuildInput,
  options: { readonly rangeCompanies?: number } = {},
): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('A build needs a client');
  const saved = ctx.checkpoint === null ? null : buildState.parse(ctx.checkpoint);
  // Killed between the swap and the job's end: readers use the version, so leave it alone.
  if (saved !== null && (await isSwapped(ctx, clientId, saved.version))) return reportEnd(ctx, saved);
  if (input.acceptLoss) await ctx.ledger.acceptLoss((table) => table.clientId === clientId);
  else await ctx.ledger.check({ isThorough: true });
  ctx.ledger.assertWhole(clientId);
  const client = await ctx.db.asClient(clientId, (tx) => readConfig(tx, { id: clientId }));
  // If another build was swapped in between two attempts, this one lacks its results and starts over.
  const resumed = saved?.lastVersion === client.row.datasetVersion ? saved : null;
  if (resumed === null && input.onlyDueMarkets && !(await isBuildNeeded(ctx, client))) {
    ctx.progress(1, 'No market is waiting for companies');
    return;
  }
  const state = resumed ?? (await beginVersion(ctx, client));
  const isResumed = resumed !== null;
  const build = await openBuild(ctx, client, state, { ...options, ...input, isResumed, keepsValues: false });
  reportEnd(ctx, await runSteps(build, STEPS));
}

function reportEnd(ctx: JobContext, state: BuildState): void {
  const skipped = state.leftOut.length === 0 ? '' : `, but some markets were skipped. ${state.leftOut.join(' ')}`;
  ctx.progress(1, `Complete${skipped}`, countsOf(state));
}

/** True for the first build, or if the criteria of a due market compile. */
async function isBuildNeeded(ctx: JobContext, { id, config, row }: ClientWithConfig): Promise<boolean> {
  if (row.datasetVersion === null) return true;
  if (!config.isSourcingEnabled || config.isCalibrationModeEnabled) return false;
  const today = new Date().toISOString().slice(0, 10);
  const markets = await ctx.db.asClient(id, (tx) => planMarkets(tx, id));
  return markets.some((market) => market.isDue && typeof compileMarket(market, today) !== 'string');
}

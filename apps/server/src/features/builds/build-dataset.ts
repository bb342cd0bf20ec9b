import { eq } from '@quarry/postgres';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { type ClientWithConfig, readConfig } from '#server/features/client-configs/read-config.ts';
import { type BuildInput, buildJob } from '#server/features/datasets/build-job.ts';
import { compileMarket } from '#server/features/markets/sourcing/compile-market.ts';
import { planMarkets } from '#server/features/markets/sourcing/plan-markets.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { beginVersion, openBuild } from './begin-build.ts';
import { type BuildState, type BuildStep, buildState, type Settle } from './build.ts';
import { deriveAll } from './derive-all.ts';
import { fillDataset } from './fill-dataset.ts';
import { sourceCompanies } from './source-companies.ts';
import { swapDataset } from './swap-dataset.ts';

const HOUR_MS = 3_600_000;

/** The steps of a build, in order. Readers see the new version after the last one. */
const STEPS: readonly BuildStep[] = [
  { from: 0.05, to: 0.2, message: 'Finding companies', run: sourceCompanies },
  { from: 0.2, to: 0.6, message: 'Computing data points', run: fillDataset },
  { from: 0.82, to: 0.88, message: 'Finding the companies of tags', run: deriveAll },
];
const SWAP = { from: 0.95, message: 'Swapping in' };

/**
 * Builds a client's dataset as a new version beside the one that readers see, and swaps it in. It can be killed at any
 * moment: the next attempt goes on where the last one stopped, and readers see the old version until the swap.
 */
export const datasetBuild = defineJob({
  ...buildJob,
  // A restart in the middle counts as an attempt; each one goes on where the last one stopped.
  maxAttempts: 5,
  timeoutMs: 6 * HOUR_MS,
  run: (ctx, input) => buildDataset(ctx, input),
});

/** The work of `datasetBuild`. */
export async function buildDataset(
  ctx: JobContext,
  input: BuildInput,
  options: { readonly rangeCompanies?: number } = {},
): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('A dataset is built for a client');
  const saved = ctx.checkpoint === null ? null : buildState.parse(ctx.checkpoint);
  // A run that was killed between the swap and the job's end: readers have the version, so it is not touched again.
  if (saved !== null && (await isSwapped(ctx, clientId, saved.version))) return showEnd(ctx, saved);
  const client = await ctx.db.asClient(clientId, (tx) => readConfig(tx, { id: clientId }));
  // Another build can come in between two attempts; what was begun before it lacks what that one brought.
  const resumed = saved?.lastVersion === client.row.datasetVersion ? saved : null;
  if (resumed === null && input.onlyDueMarkets && !(await hasSomethingToDo(ctx, client))) {
    ctx.progress(1, 'No market waits for its companies');
    return;
  }
  const state = resumed ?? (await beginVersion(ctx, client));
  let build = await openBuild(ctx, client, state, { ...options, ...input, isResumed: resumed !== null });
  const settles: Settle[] = [];
  for (const { from, to, message, run } of STEPS) {
    const { settle, ...found } = await run(build, (share, counts = {}) =>
      ctx.progress(from + (to - from) * Math.min(share, 1), message, counts),
    );
    build = { ...build, ...found };
    if (settle !== undefined) settles.push(settle);
  }
  ctx.progress(SWAP.from, SWAP.message, countsOf(build.state));
  await swapDataset(build, settles);
  showEnd(ctx, build.state);
}

const countsOf = ({ filled, withheld }: BuildState) => ({ companies: filled, withheld });

function showEnd(ctx: JobContext, state: BuildState): void {
  const without =
    state.leftOut.length === 0 ? '' : `, without markets that could not be asked. ${state.leftOut.join(' ')}`;
  ctx.progress(1, `Complete${without}`, countsOf(state));
}

/** True at the first build, and if a due market can be asked. */
async function hasSomethingToDo(ctx: JobContext, { id, config, row }: ClientWithConfig): Promise<boolean> {
  if (row.datasetVersion === null) return true;
  if (!config.isSourcingEnabled || config.isCalibrationModeEnabled) return false;
  const today = new Date().toISOString().slice(0, 10);
  const markets = await ctx.db.asClient(id, (tx) => planMarkets(tx, id));
  return markets.some((market) => market.isDue && typeof compileMarket(market, today) !== 'string');
}

async function isSwapped(ctx: JobContext, clientId: string, version: number): Promise<boolean> {
  const [row] = await ctx.db.asClient(clientId, (tx) =>
    tx.select({ status: datasetVersions.status }).from(datasetVersions).where(eq(datasetVersions.version, version)),
  );
  return row?.status === 'READY' || row?.status === 'RETIRED';
}

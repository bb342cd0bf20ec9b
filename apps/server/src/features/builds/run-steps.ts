import { eq } from '@quarry/postgres';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { Build, BuildState, BuildStep, Settle } from './build.ts';
import { swapDataset } from './swap-dataset.ts';

const SWAP = { from: 0.95, message: 'Switching to the new version' };

/** Runs the steps in order and makes the version current. Readers see it after the last step. */
export async function runSteps(begun: Build, steps: readonly BuildStep[]): Promise<BuildState> {
  const { ctx } = begun;
  let build = begun;
  const settles: Settle[] = [];
  for (const { from, to, message, run } of steps) {
    const { settle, ...changes } = await run(build, (fraction, counts = {}) =>
      ctx.progress(from + (to - from) * Math.min(fraction, 1), message, counts),
    );
    build = { ...build, ...changes };
    if (settle !== undefined) settles.push(settle);
  }
  ctx.progress(SWAP.from, SWAP.message, countsOf(build.state));
  await swapDataset(build, settles);
  return build.state;
}

export const countsOf = ({ filled, withheld }: BuildState) => ({ companies: filled, withheld });

/** True once readers have seen the version. */
export async function isSwapped(ctx: JobContext, clientId: string, version: number): Promise<boolean> {
  const [row] = await ctx.db.asClient(clientId, (tx) =>
    tx.select({ status: datasetVersions.status }).from(datasetVersions).where(eq(datasetVersions.version, version)),
  );
  return row?.status === 'READY' || row?.status === 'RETIRED';
}

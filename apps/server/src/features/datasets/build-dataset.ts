import { createDatabase, dropTable } from '@quarry/clickhouse';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { z } from 'zod';
import { type ReadConfig, readConfig } from '#server/features/client-configs/read-config.ts';
import { assertValidConfig } from '#server/features/client-configs/validate-config.ts';
import { deriveAllTags } from '#server/features/tags/derive-for-build.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { type BuildState, buildState, showProgress } from './build-state.ts';
import { compileMarket } from './compile-market.ts';
import { versionSchema } from './dataset-schema.ts';
import { fillDataset } from './fill-dataset.ts';
import { planColumns } from './plan-columns.ts';
import { planMarkets, plannedMarket } from './plan-markets.ts';
import { type BuildPlan, sourceCompanies } from './source-companies.ts';
import { swapDataset } from './swap-dataset.ts';
import { datasetDatabase, datasetTables } from './table.ts';

const HOUR_MS = 3_600_000;

/** What a build is asked for. */
export const buildInput = z.object({
  resetDataset: z.boolean().default(false),
  /** Asked for only because of markets that are due: ends at once when none is and there is a dataset. */
  onlyDueMarkets: z.boolean().default(false),
});

/** What `dataset_versions.checkpoint` holds beside the job: what later attempts must not read anew. */
const begunWith = z.object({ markets: z.array(plannedMarket).default([]) });

/**
 * Builds a client's dataset as a new version beside the one that readers see, and swaps it in. It can be killed at any
 * moment: the next attempt goes on where the last one stopped, and readers see the old version until the swap.
 */
export const datasetBuild = defineJob({
  type: 'dataset-build',
  input: buildInput,
  concurrency: 'per-client',
  // A restart in the middle counts as an attempt; each one goes on where the last one stopped.
  maxAttempts: 5,
  timeoutMs: 6 * HOUR_MS,
  run: (ctx, input) => buildDataset(ctx, input),
});

/** The work of `datasetBuild`; `rangeCompanies` is how many companies one statement writes. */
export async function buildDataset(
  ctx: JobContext,
  input: z.output<typeof buildInput>,
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
  let state = resumed ?? (await beginVersion(ctx, client));
  const plan = await planBuild(ctx, client, state, input.resetDataset);
  if (state.phase === 'SOURCING') {
    await createDatabase(ctx.warehouse, datasetDatabase(client.config.clientName));
    state = { ...state, phase: 'DATA_POINTS', ...(await sourceCompanies(ctx, plan, state)) };
    await ctx.saveCheckpoint(state);
  }
  // Also what an attempt left that was killed before it came to this.
  await dropTemporary(ctx, client.config.clientName, state.version);
  const filled = await fillDataset(ctx, plan, state, { isResumed: resumed !== null, ...options });
  state = { ...state, filled: filled.companies };
  const counts = countsOf(state);
  const version = { ...state, clientName: client.config.clientName, schema: filled.schema };
  const tags = await deriveAllTags(ctx, clientId, version, (share) => showProgress(ctx, 'TAGS', share, counts));
  showProgress(ctx, 'SWAP', 0, counts);
  await swapDataset(ctx, clientId, state, { ...filled, tags });
  showEnd(ctx, state);
}

const countsOf = ({ filled, withheld }: BuildState) => ({ companies: filled, withheld });

function showEnd(ctx: JobContext, state: BuildState): void {
  const without =
    state.leftOut.length === 0 ? '' : `, without markets that could not be asked. ${state.leftOut.join(' ')}`;
  ctx.progress(1, `Complete${without}`, countsOf(state));
}

/** Whether a build that was asked for because of due markets finds any, or makes the first dataset. */
async function hasSomethingToDo(ctx: JobContext, { id, config, row }: ReadConfig): Promise<boolean> {
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

/** Notes the new version together with the job's first checkpoint, so that neither exists without the other. */
async function beginVersion(ctx: JobContext, { id, config, row }: ReadConfig): Promise<BuildState> {
  assertValidConfig(config);
  const schema = planColumns(config);
  return ctx.db.asClient(id, async (tx) => {
    const startedAt = new Date();
    const [made] = await tx
      .insert(datasetVersions)
      .values({ clientId: id, schema, checkpoint: { jobId: ctx.jobId, markets: await planMarkets(tx, id) } })
      .returning({ version: datasetVersions.version });
    if (made === undefined) throw new Error('The new version was not noted');
    await tx.update(clients).set({ lastDataSyncStartedAt: startedAt }).where(eq(clients.id, id));
    const state: BuildState = {
      version: made.version,
      lastVersion: row.datasetVersion,
      startedAt: startedAt.toISOString(),
      phase: 'SOURCING',
      filledTo: '0',
      filled: 0,
      withheld: 0,
      markets: [],
      leftOut: [],
    };
    await ctx.saveCheckpoint(state, tx);
    return state;
  });
}

async function planBuild(
  ctx: JobContext,
  client: ReadConfig,
  state: BuildState,
  resetDataset: boolean,
): Promise<BuildPlan> {
  const [own, last] = await ctx.db.asClient(client.id, async (tx) => [
    await readVersion(tx, state.version),
    state.lastVersion === null ? null : await readVersion(tx, state.lastVersion),
  ]);
  if (own === null || own === undefined) throw new Error(`The version ${state.version} is gone`);
  return {
    config: client.config,
    companyLimit: client.row.companyLimit,
    resetDataset,
    schema: versionSchema.parse(own.schema),
    lastSchema: last ? versionSchema.parse(last.schema) : null,
    markets: begunWith.parse(own.checkpoint).markets,
  };
}

async function readVersion(tx: Transaction, version: number) {
  const [row] = await tx
    .select({ schema: datasetVersions.schema, checkpoint: datasetVersions.checkpoint })
    .from(datasetVersions)
    .where(eq(datasetVersions.version, version));
  return row ?? null;
}

async function dropTemporary(ctx: JobContext, clientName: string, version: number): Promise<void> {
  const { database, previous, offers, candidates } = datasetTables(clientName, version);
  for (const name of [previous, offers, candidates]) await dropTable(ctx.warehouse, { database, name });
}

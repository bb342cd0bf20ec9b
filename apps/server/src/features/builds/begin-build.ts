import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { z } from 'zod';
import type { ClientWithConfig } from '#server/features/client-configs/read-config.ts';
import { assertValidConfig } from '#server/features/client-configs/validate-config.ts';
import { versionSchema } from '#server/features/datasets/dataset-schema.ts';
import { planColumns } from '#server/features/datasets/plan-columns.ts';
import { planMarkets, plannedMarket } from '#server/features/markets/sourcing/plan-markets.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { Build, BuildState } from './build.ts';
import { membershipRules } from './refuse-loss.ts';

/** The part of `dataset_versions.checkpoint` that is the same for every attempt of a build. */
const versionCheckpoint = z.object({ markets: z.array(plannedMarket).default([]), rules: z.string().optional() });

/** Records the new version and the job's first checkpoint in one transaction, so neither exists without the other. */
export async function beginVersion(ctx: JobContext, { id, config, row }: ClientWithConfig): Promise<BuildState> {
  assertValidConfig(config);
  const schema = planColumns(config);
  return ctx.db.asClient(id, async (tx) => {
    const startedAt = new Date();
    const [created] = await tx
      .insert(datasetVersions)
      .values({
        clientId: id,
        schema,
        checkpoint: { jobId: ctx.jobId, markets: await planMarkets(tx, id), rules: membershipRules(config) },
      })
      .returning({ version: datasetVersions.version });
    if (created === undefined) throw new Error('The new version was not recorded');
    await tx.update(clients).set({ lastDataSyncStartedAt: startedAt }).where(eq(clients.id, id));
    const state: BuildState = {
      version: created.version,
      lastVersion: row.datasetVersion,
      startedAt: startedAt.toISOString(),
      phase: 'SOURCING',
      filledTo: '0',
      filled: 0,
      values: 0,
      last: 0,
      lost: 0,
      withheld: 0,
      markets: [],
      leftOut: [],
    };
    await ctx.saveCheckpoint(state, tx);
    return state;
  });
}

/** Combines the current config with the columns and markets recorded when the build began. */
export async function openBuild(
  ctx: JobContext,
  client: ClientWithConfig,
  state: BuildState,
  options: Pick<Build, 'resetDataset' | 'acceptLoss' | 'isResumed' | 'rangeCompanies'>,
): Promise<Build> {
  const [own, last] = await ctx.db.asClient(client.id, async (tx) => [
    await readVersion(tx, state.version),
    state.lastVersion === null ? null : await readVersion(tx, state.lastVersion),
  ]);
  if (own === null || own === undefined) throw new Error(`The version ${state.version} is gone`);
  const { markets, rules } = versionCheckpoint.parse(own.checkpoint);
  const lastRules = versionCheckpoint.safeParse(last?.checkpoint).data?.rules;
  return {
    ctx,
    clientId: client.id,
    config: client.config,
    companyLimit: client.row.companyLimit,
    resetDataset: options.resetDataset,
    acceptLoss: options.acceptLoss,
    // Versions of earlier releases don't say.
    hasSameRules: lastRules === undefined || lastRules === rules,
    schema: versionSchema.parse(own.schema),
    lastSchema: last ? versionSchema.parse(last.schema) : null,
    markets,
    state,
    isResumed: options.isResumed,
    rangeCompanies: options.rangeCompanies,
  };
}

async function readVersion(tx: Transaction, version: number) {
  const [row] = await tx
    .select({ schema: datasetVersions.schema, checkpoint: datasetVersions.checkpoint })
    .from(datasetVersions)
    .where(eq(datasetVersions.version, version));
  return row ?? null;
}

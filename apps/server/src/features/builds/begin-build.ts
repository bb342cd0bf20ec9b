import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { z } from 'zod';
import type { ClientWithConfig } from '#server/features/client-configs/read-config.ts';
import { assertValidConfig } from '#server/features/client-configs/validate-config.ts';
import { keptColumns } from '#server/features/datasets/comparable-keys.ts';
import { crmSource, readCrmColumns, readCrmSources } from '#server/features/datasets/crm-records.ts';
import { notBuilt } from '#server/features/datasets/dataset.ts';
import { type VersionSchema, versionSchema } from '#server/features/datasets/dataset-schema.ts';
import { planColumns } from '#server/features/datasets/plan-columns.ts';
import { planMarkets, plannedMarket } from '#server/features/markets/sourcing/plan-markets.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { Build, BuildState } from './build.ts';
import { membershipRules } from './refuse-loss.ts';

/** The part of `dataset_versions.checkpoint` that all attempts of a build share. */
const versionCheckpoint = z.object({
  markets: z.array(plannedMarket).default([]),
  crmSources: z.array(crmSource).default([]),
  rules: z.string().optional(),
});

/** Starts a new version of the client's dataset. */
export async function beginVersion(ctx: JobContext, { id, config }: ClientWithConfig): Promise<BuildState> {
  assertValidConfig(config);
  const planned = planColumns(config);
  const named = { id, name: config.clientName };
  return ctx.db.asClient(id, async (tx) => {
    const startedAt = new Date();
    // Waits for any swap in progress, so that this build starts from the version it leaves behind.
    const [client] = await tx
      .update(clients)
      .set({ lastDataSyncStartedAt: startedAt })
      .where(eq(clients.id, id))
      .returning({ lastVersion: clients.datasetVersion });
    return recordVersion(ctx, tx, {
      clientId: id,
      schema: { columns: [...planned.columns, ...(await readCrmColumns(tx, named))] },
      lastVersion: client?.lastVersion ?? null,
      startedAt,
      withheld: 0,
      checkpoint: {
        markets: await planMarkets(tx, id),
        crmSources: await readCrmSources(tx, named),
        rules: membershipRules(config),
      },
    });
  });
}

/**
 * Starts a version with the same companies as the current one and the data points as they are defined now. Columns that
 * did not change keep their values.
 */
export async function beginComputation(
  ctx: JobContext,
  tx: Transaction,
  { id, config }: ClientWithConfig,
): Promise<BuildState> {
  assertValidConfig(config);
  const [last] = await tx
    .select({ version: datasetVersions })
    .from(clients)
    .innerJoin(datasetVersions, eq(datasetVersions.version, clients.datasetVersion))
    .where(eq(clients.id, id));
  if (last === undefined) throw notBuilt(config.clientName);
  const { version, schema, checkpoint, withheldCount } = last.version;
  return recordVersion(ctx, tx, {
    clientId: id,
    schema: withFlags(
      { columns: [...planColumns(config).columns, ...(await readCrmColumns(tx, { id, name: config.clientName }))] },
      versionSchema.parse(schema),
    ),
    lastVersion: version,
    startedAt: new Date(),
    withheld: withheldCount ?? 0,
    // The companies are still those that these rules found; the next build compares its own rules with them.
    checkpoint: { markets: [], rules: versionCheckpoint.safeParse(checkpoint).data?.rules },
  });
}

/** Keeps the text properties that the last build recorded, for columns whose values have not changed. */
function withFlags(planned: VersionSchema, last: VersionSchema): VersionSchema {
  const kept = keptColumns(planned, last);
  const columns = planned.columns.map((column) => {
    const before = kept.get(column.fieldName);
    if (before === undefined) return column;
    const { isDomain, isFoldedLower, usesWordIndex } = before;
    return { ...column, isDomain, isFoldedLower, usesWordIndex };
  });
  return { columns };
}

/** Records the new version and the job's first checkpoint in one transaction, so there is never one without the other. */
async function recordVersion(
  ctx: JobContext,
  tx: Transaction,
  begun: {
    readonly clientId: string;
    readonly schema: VersionSchema;
    readonly lastVersion: number | null;
    readonly startedAt: Date;
    readonly withheld: number;
    readonly checkpoint: z.input<typeof versionCheckpoint>;
  },
): Promise<BuildState> {
  const { clientId, schema, lastVersion, startedAt, withheld } = begun;
  const [created] = await tx
    .insert(datasetVersions)
    .values({ clientId, schema, checkpoint: { jobId: ctx.jobId, ...begun.checkpoint } })
    .returning({ version: datasetVersions.version });
  if (created === undefined) throw new Error('The new version was not recorded');
  const state: BuildState = {
    version: created.version,
    lastVersion,
    startedAt: startedAt.toISOString(),
    phase: 'SOURCING',
    filledTo: '0',
    filled: 0,
    values: 0,
    last: 0,
    lost: 0,
    withheld,
    markets: [],
    leftOut: [],
  };
  await ctx.saveCheckpoint(state, tx);
  return state;
}

/** Opens a build with the client's current config, and the columns and markets recorded when it started. */
export async function openBuild(
  ctx: JobContext,
  client: ClientWithConfig,
  state: BuildState,
  options: Pick<Build, 'resetDataset' | 'acceptLoss' | 'isResumed' | 'rangeCompanies'> & {
    /** Keeps the values of columns that did not change. */
    readonly keepsValues: boolean;
  },
): Promise<Build> {
  const [own, last] = await ctx.db.asClient(client.id, async (tx) => [
    await readVersion(tx, state.version),
    state.lastVersion === null ? null : await readVersion(tx, state.lastVersion),
  ]);
  if (own === null || own === undefined) throw new Error(`The version ${state.version} is gone`);
  const { markets, crmSources, rules } = versionCheckpoint.parse(own.checkpoint);
  const lastRules = versionCheckpoint.safeParse(last?.checkpoint).data?.rules;
  const schema = versionSchema.parse(own.schema);
  const lastSchema = last ? versionSchema.parse(last.schema) : null;
  return {
    ctx,
    clientId: client.id,
    config: client.config,
    companyLimit: client.row.companyLimit,
    resetDataset: options.resetDataset,
    acceptLoss: options.acceptLoss,
    // Versions of earlier releases don't say.
    hasSameRules: lastRules === undefined || lastRules === rules,
    schema,
    lastSchema,
    kept: options.keepsValues && lastSchema !== null ? keptColumns(schema, lastSchema) : null,
    markets,
    crmSources,
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

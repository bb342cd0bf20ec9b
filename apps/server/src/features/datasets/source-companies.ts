import { createTable, dropTable, sql } from '@quarry/clickhouse';
import { z } from 'zod';
import type { ClientConfig } from '#server/features/client-configs/client-config.ts';
import { compileUniverseCriteria } from '#server/features/client-configs/universe-criteria.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { type BuildState, showProgress } from './build-state.ts';
import type { VersionSchema } from './dataset-schema.ts';
import { comparableKeys, storedHash } from './fill-dataset.sql.ts';
import { idRanges } from './id-ranges.ts';
import { admitMembers, copyPrevious, countCandidates, findCandidates, type Sourcing } from './source-companies.sql.ts';
import { datasetTables } from './table.ts';
import { candidatesTable, membersTable, previousTable } from './table-definitions.ts';

/** Companies that one statement looks at: bounds the memory of grouping and joining. */
const RANGE_COMPANIES = 1_000_000;

const anyRow = z.object({ rows: z.number() });
const countsRow = z.object({ known: z.number(), fresh: z.number() });

/** What a build works from. */
export interface BuildPlan {
  readonly config: ClientConfig;
  readonly companyLimit: number | null;
  readonly resetDataset: boolean;
  readonly schema: VersionSchema;
  /** The schema of the version before; null at the first build. */
  readonly lastSchema: VersionSchema | null;
}

/** Writes the members of the new version. Begins anew when it is repeated. Returns how many the limit kept out. */
export async function sourceCompanies(ctx: JobContext, plan: BuildPlan, state: BuildState): Promise<number> {
  const { warehouse } = ctx;
  const options = { lane: 'jobs', signal: ctx.signal } as const;
  const { clientName } = plan.config;
  const tables = datasetTables(clientName, state.version);
  const definitions = [previousTable, candidatesTable, membersTable].map((define) => define(clientName, state.version));
  for (const definition of definitions) {
    await dropTable(warehouse, definition, options);
    await createTable(warehouse, definition, options);
  }
  showProgress(ctx, 'SOURCING', 0);
  if (state.lastVersion !== null && plan.lastSchema !== null) {
    const hash = storedHash(plan.lastSchema, comparableKeys(plan.schema, plan.lastSchema));
    const [merges] = await warehouse.rows(
      sql`SELECT toUInt32(count()) AS rows FROM ${readTable('merged_companies')}`,
      anyRow,
      options,
    );
    await warehouse.command(
      copyPrevious(tables, datasetTables(clientName, state.lastVersion), hash, (merges?.rows ?? 0) > 0),
      options,
    );
  }
  const sourcing = sourcingOf(plan, new Date(state.startedAt));
  const [universe] = await warehouse.rows(
    sql`SELECT toUInt32(count()) AS rows FROM ${readTable('companies')}`,
    anyRow,
    options,
  );
  const ranges = idRanges(universe?.rows ?? 0, RANGE_COMPANIES);
  for (const [at, range] of ranges.entries()) {
    ctx.throwIfCancelled();
    await warehouse.command(findCandidates(tables, range, sourcing), options);
    showProgress(ctx, 'SOURCING', (at + 1) / (ranges.length + 1));
  }
  const [counts] = await warehouse.rows(countCandidates(tables), countsRow, options);
  const { known, fresh } = counts ?? { known: 0, fresh: 0 };
  const room = plan.companyLimit === null || plan.config.isCalibrationModeEnabled ? fresh : plan.companyLimit - known;
  const admitted = Math.min(fresh, Math.max(0, room));
  await warehouse.command(admitMembers(tables, admitted === fresh ? null : admitted), options);
  showProgress(ctx, 'SOURCING', 1);
  return fresh - admitted;
}

function sourcingOf({ config, resetDataset }: BuildPlan, startedAt: Date): Sourcing {
  const isCalibrating = config.isCalibrationModeEnabled;
  const asksCriteria = !isCalibrating && !config.gfAppFeatureFlags.includes('useMarketsForSourcing');
  return {
    criteria: asksCriteria
      ? compileUniverseCriteria(config.sourcingCriteria, startedAt.toISOString().slice(0, 10))
      : null,
    dropsUnmatched: resetDataset,
    addsNew: config.isSourcingEnabled,
    calibrationDomains: isCalibrating
      ? config.calibrationModeCompanies.flatMap((entered) => normaliseDomain(entered)?.root ?? [])
      : null,
    excludedIds: config.excludeCompanyIds,
    startedAt,
  };
}

import { createTable, dropTable, sql } from '@quarry/clickhouse';
import { z } from 'zod';
import type { ClientConfig } from '#server/features/client-configs/client-config.ts';
import { compileCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { parseBlockConfigs } from '#server/features/universe/criteria/data-points.ts';
import { idRanges } from '#server/features/universe/id-ranges.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { type BuildState, showProgress } from './build-state.ts';
import { comparableKeys } from './comparable-keys.ts';
import type { CompiledMarket } from './compile-market.ts';
import type { VersionSchema } from './dataset-schema.ts';
import { storedHash } from './fill-dataset.sql.ts';
import { offerMarkets } from './offer-markets.ts';
import type { PlannedMarket } from './plan-markets.ts';
import type { SourcedMarket } from './settle-markets.ts';
import {
  admitMembers,
  copyPrevious,
  countBySource,
  countCandidates,
  findCandidates,
  findOffers,
  type Sourcing,
} from './source-companies.sql.ts';
import { datasetTables } from './table.ts';
import { candidatesTable, membersTable, offersTable, previousTable } from './table-definitions.ts';

/** Companies that one statement looks at: bounds the memory of grouping and joining. */
const RANGE_COMPANIES = 1_000_000;

const anyRow = z.object({ rows: z.number() });
const countsRow = z.object({ known: z.number(), fresh: z.number() });
const sourceRow = z.object({ source: z.string(), added: z.number(), withheld: z.number() });

/** What a build works from. */
export interface BuildPlan {
  readonly config: ClientConfig;
  readonly companyLimit: number | null;
  readonly resetDataset: boolean;
  readonly schema: VersionSchema;
  /** The schema of the version before; null at the first build. */
  readonly lastSchema: VersionSchema | null;
  /** The client's markets as they were when the build began. */
  readonly markets: readonly PlannedMarket[];
}

/** What sourcing did. */
export interface Sourced {
  /** How many companies the limit kept out. */
  readonly withheld: number;
  readonly markets: SourcedMarket[];
  /** A sentence for each market that had to be left out. */
  readonly leftOut: string[];
}

/** Writes the members of the new version. Begins anew when it is repeated. */
export async function sourceCompanies(ctx: JobContext, plan: BuildPlan, state: BuildState): Promise<Sourced> {
  const { warehouse } = ctx;
  const options = { lane: 'jobs', signal: ctx.signal } as const;
  const { clientName } = plan.config;
  const tables = datasetTables(clientName, state.version);
  const definitions = [previousTable, offersTable, candidatesTable, membersTable].map((define) =>
    define(clientName, state.version),
  );
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
  const companies = universe?.rows ?? 0;
  const markets = marketsToAsk(plan, sourcing);
  let done = 0;
  const step = (share: number): void => {
    done += share;
    showProgress(ctx, 'SOURCING', done / (markets.length + 2));
  };
  const today = state.startedAt.slice(0, 10);
  const { asked, leftOut } = await offerMarkets(
    ctx,
    markets,
    today,
    companies,
    (market, range) => findOffers(tables, range, sourcing, market),
    step,
  );
  const sources = asked.map(({ source }) => source);
  const ranges = idRanges(
    companies,
    Math.min(RANGE_COMPANIES, sourcing.criteria?.companiesPerRange ?? RANGE_COMPANIES),
  );
  for (const range of ranges) {
    ctx.throwIfCancelled();
    await warehouse.command(findCandidates(tables, range, sourcing, sources), options);
    step(1 / ranges.length);
  }
  const [counts] = await warehouse.rows(countCandidates(tables), countsRow, options);
  const { known, fresh } = counts ?? { known: 0, fresh: 0 };
  const room = plan.companyLimit === null || plan.config.isCalibrationModeEnabled ? fresh : plan.companyLimit - known;
  const admitted = Math.min(fresh, Math.max(0, room));
  await warehouse.command(admitMembers(tables, admitted === fresh ? null : admitted), options);
  // Without sourcing the markets were only asked whom they keep.
  const counted = sourcing.addsNew ? await countMarkets(ctx, tables, asked) : [];
  showProgress(ctx, 'SOURCING', 1);
  return { withheld: fresh - admitted, markets: counted, leftOut: [...leftOut] };
}

async function countMarkets(
  ctx: JobContext,
  tables: ReturnType<typeof datasetTables>,
  asked: readonly CompiledMarket[],
): Promise<SourcedMarket[]> {
  if (asked.length === 0) return [];
  const statement = countBySource(
    tables,
    asked.map(({ source }) => source),
  );
  const rows = await ctx.warehouse.rows(statement, sourceRow, { lane: 'jobs', signal: ctx.signal });
  const bySource = new Map(rows.map((row) => [row.source, row]));
  return asked.map(({ source, market: { id, isLive, publishedAt } }) => {
    const { added = 0, withheld = 0 } = bySource.get(source) ?? {};
    return { id, isLive, publishedAt, added, withheld };
  });
}

/** The markets that have a say in this build. */
function marketsToAsk({ markets }: BuildPlan, sourcing: Sourcing): PlannedMarket[] {
  if (sourcing.calibrationDomains !== null) return [];
  if (sourcing.addsNew) return [...markets];
  // Nothing is added, but what a live market holds must not leave.
  return sourcing.dropsUnmatched ? markets.filter(({ isLive }) => isLive) : [];
}

function sourcingOf({ config, resetDataset }: BuildPlan, startedAt: Date): Sourcing {
  const isCalibrating = config.isCalibrationModeEnabled;
  const asksCriteria = !isCalibrating && !config.gfAppFeatureFlags.includes('useMarketsForSourcing');
  return {
    criteria: asksCriteria
      ? compileCriteria(config.sourcingCriteria, {
          today: startedAt.toISOString().slice(0, 10),
          configs: parseBlockConfigs(config.dataBlockConfigs),
          staff: true,
        })
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

import { createDatabase, createTable, dropTable, sql } from '@quarry/clickhouse';
import { z } from 'zod';
import { datasetTables } from '#server/features/datasets/table.ts';
import {
  candidatesTable,
  membersTable,
  offersTable,
  previousTable,
} from '#server/features/datasets/table-definitions.ts';
import type { CompiledMarket } from '#server/features/markets/sourcing/compile-market.ts';
import { offerMarkets } from '#server/features/markets/sourcing/offer-markets.ts';
import type { PlannedMarket } from '#server/features/markets/sourcing/plan-markets.ts';
import { type SourcedMarket, settleMarkets } from '#server/features/markets/sourcing/settle-markets.ts';
import { compileCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { parseBlockConfigs } from '#server/features/universe/criteria/data-points.ts';
import { idRanges } from '#server/features/universe/id-ranges.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { Build, BuildState, ShowProgress, StepResult } from './build.ts';
import { comparableKeys } from './comparable-keys.ts';
import { storedHash } from './fill-dataset.sql.ts';
import {
  admitMembers,
  copyPrevious,
  countBySource,
  countCandidates,
  findCandidates,
  findOffers,
  type Sourcing,
} from './source-companies.sql.ts';

/** Companies that one statement looks at: bounds the memory of grouping and joining. */
const RANGE_COMPANIES = 1_000_000;

const anyRow = z.object({ rows: z.number() });
const countsRow = z.object({ known: z.number(), fresh: z.number() });
const sourceRow = z.object({ source: z.string(), added: z.number(), withheld: z.number() });

/** Writes the members of the new version. */
export async function sourceCompanies(build: Build, progress: ShowProgress): Promise<StepResult> {
  const state = build.state.phase === 'SOURCING' ? await writeMembers(build, progress) : build.state;
  // Also drops what an attempt left that was killed before it got here.
  await dropTemporary(build);
  return { state, settle: (tx, now) => settleMarkets(tx, build.clientId, state.markets, now) };
}

async function dropTemporary({ ctx, config, state }: Build): Promise<void> {
  const { database, previous, offers, candidates } = datasetTables(config.clientName, state.version);
  for (const name of [previous, offers, candidates]) await dropTable(ctx.warehouse, { database, name });
}

/** Starts over if it is repeated. Returns the state to go on from. */
async function writeMembers(build: Build, progress: ShowProgress): Promise<BuildState> {
  const { ctx, config, schema, lastSchema, state } = build;
  const { warehouse } = ctx;
  const options = { lane: 'jobs', signal: ctx.signal } as const;
  const { clientName } = config;
  const tables = datasetTables(clientName, state.version);
  await createDatabase(warehouse, tables.database);
  const definitions = [previousTable, offersTable, candidatesTable, membersTable].map((define) =>
    define(clientName, state.version),
  );
  for (const definition of definitions) {
    await dropTable(warehouse, definition, options);
    await createTable(warehouse, definition, options);
  }
  progress(0);
  if (state.lastVersion !== null && lastSchema !== null) {
    const hash = storedHash(lastSchema, comparableKeys(schema, lastSchema));
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
  const sourcing = sourcingOf(build, new Date(state.startedAt));
  const [universe] = await warehouse.rows(
    sql`SELECT toUInt32(count()) AS rows FROM ${readTable('companies')}`,
    anyRow,
    options,
  );
  const companies = universe?.rows ?? 0;
  const markets = marketsToAsk(build, sourcing);
  let done = 0;
  const step = (share: number): void => {
    done += share;
    progress(done / (markets.length + 2));
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
  const room = build.companyLimit === null || config.isCalibrationModeEnabled ? fresh : build.companyLimit - known;
  const admitted = Math.min(fresh, Math.max(0, room));
  await warehouse.command(admitMembers(tables, admitted === fresh ? null : admitted), options);
  // Without sourcing the markets were only asked whom they keep.
  const counted = sourcing.addsNew ? await countMarkets(ctx, tables, asked) : [];
  progress(1);
  const written: BuildState = {
    ...state,
    phase: 'DATA_POINTS',
    withheld: fresh - admitted,
    markets: counted,
    leftOut: [...leftOut],
  };
  await ctx.saveCheckpoint(written);
  return written;
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
function marketsToAsk({ markets }: Build, sourcing: Sourcing): PlannedMarket[] {
  if (sourcing.calibrationDomains !== null) return [];
  if (sourcing.addsNew) return [...markets];
  // Nothing is added, but what a live market holds must not leave.
  return sourcing.dropsUnmatched ? markets.filter(({ isLive }) => isLive) : [];
}

function sourcingOf({ config, resetDataset }: Build, startedAt: Date): Sourcing {
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

import { createDatabase, createTable, dropTable, sql } from '@quarry/clickhouse';
import type { ClientConfig } from '@quarry/contracts';
import { z } from 'zod';
import { comparableKeys } from '#server/features/datasets/comparable-keys.ts';
import { datasetDatabase, datasetTables } from '#server/features/datasets/table.ts';
import {
  candidatesTable,
  membersTable,
  offersTable,
  previousTable,
} from '#server/features/datasets/table-definitions.ts';
import type { CompiledMarket } from '#server/features/markets/sourcing/compile-market.ts';
import type { PlannedMarket } from '#server/features/markets/sourcing/plan-markets.ts';
import { queryMarkets } from '#server/features/markets/sourcing/query-markets.ts';
import { type SourcedMarket, settleMarkets } from '#server/features/markets/sourcing/settle-markets.ts';
import { compileCriteria, type UniverseCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import { type IdRange, idRanges } from '#server/features/universe/id-ranges.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { Build, BuildState, ReportProgress, StepResult } from './build.ts';
import { storedHash } from './fill-dataset.sql.ts';
import { refuseUnexplainedLoss } from './refuse-loss.ts';
import {
  admitMembers,
  copyPrevious,
  countBySource,
  countCandidates,
  countMembers,
  findCandidates,
  findOffers,
  type Sourcing,
} from './source-companies.sql.ts';

type Tables = ReturnType<typeof datasetTables>;

/** Companies per statement: bounds the memory of grouping and joining. */
export const RANGE_COMPANIES = 1_000_000;

const anyRow = z.object({ rows: z.number() });
const countsRow = z.object({ known: z.number(), fresh: z.number() });
const membersRow = z.object({ members: z.number(), last: z.number(), lost: z.number() });
const sourceRow = z.object({ source: z.string(), added: z.number(), withheld: z.number() });

/** Writes the members of the new version. */
export async function sourceCompanies(build: Build, progress: ReportProgress): Promise<StepResult> {
  const state = build.state.phase === 'SOURCING' ? await writeMembers(build, progress) : build.state;
  // An attempt that was killed earlier may have left them as well.
  await dropTemporary(build);
  return { state, settle: (tx, now) => settleMarkets(tx, build.clientId, state.markets, now) };
}

async function dropTemporary({ ctx, config, state }: Build): Promise<void> {
  const { database, previous, offers, candidates } = datasetTables(config.clientName, state.version);
  for (const name of [previous, offers, candidates]) await dropTable(ctx.warehouse, { database, name });
}

/** Starts over if repeated. Returns the new state. */
async function writeMembers(build: Build, progress: ReportProgress): Promise<BuildState> {
  const { ctx, state } = build;
  const tables = datasetTables(build.config.clientName, state.version);
  await makeTables(build);
  progress(0);
  await copyLastMembers(build, tables);
  const sourcing = sourcingOf(build, new Date(state.startedAt));
  const companies = await countRows(ctx, 'companies');
  const markets = marketsToQuery(build.markets, sourcing);
  let finished = 0;
  const advance = (fraction: number): void => {
    finished += fraction;
    progress(finished / (markets.length + 2));
  };
  const offer = (market: CompiledMarket, range: IdRange) => findOffers(tables, range, sourcing, market);
  const { queried, skipped } = await queryMarkets(
    ctx,
    markets,
    state.startedAt.slice(0, 10),
    companies,
    offer,
    advance,
  );
  const sources = queried.map(({ source }) => source);
  const ranges = idRanges(
    companies,
    Math.min(RANGE_COMPANIES, sourcing.criteria?.companiesPerRange ?? RANGE_COMPANIES),
  );
  for (const range of ranges) {
    ctx.throwIfCancelled();
    await ctx.warehouse.command(findCandidates(tables, range, sourcing, sources), optionsOf(ctx));
    advance(1 / ranges.length);
  }
  const withheld = await admitCandidates(build, tables);
  // Without sourcing, markets were only queried for the members that they keep.
  const counted = sourcing.addsNew ? await countMarkets(ctx, tables, queried) : [];
  progress(1);
  const [kept] = await ctx.warehouse.rows(countMembers(tables), membersRow, optionsOf(ctx));
  const written: BuildState = {
    ...state,
    ...kept,
    phase: 'DATA_POINTS',
    withheld,
    markets: counted,
    leftOut: [...skipped],
  };
  refuseUnexplainedLoss({ ...build, state: written });
  await ctx.saveCheckpoint(written);
  return written;
}

const optionsOf = ({ signal }: JobContext) => ({ lane: 'jobs', signal }) as const;

async function makeTables({ ctx, config, state }: Build): Promise<void> {
  await createDatabase(ctx.warehouse, datasetDatabase(config.clientName));
  for (const define of [previousTable, offersTable, candidatesTable, membersTable]) {
    const definition = define(config.clientName, state.version);
    await dropTable(ctx.warehouse, definition, optionsOf(ctx));
    await createTable(ctx.warehouse, definition, optionsOf(ctx));
  }
}

async function copyLastMembers({ ctx, config, schema, lastSchema, state }: Build, tables: Tables): Promise<void> {
  if (state.lastVersion === null || lastSchema === null) return;
  const last = datasetTables(config.clientName, state.lastVersion);
  const hash = storedHash(lastSchema, comparableKeys(schema, lastSchema));
  const hasMerges = (await countRows(ctx, 'merged_companies')) > 0;
  await ctx.warehouse.command(copyPrevious(tables, last, hash, hasMerges), optionsOf(ctx));
}

async function countRows(ctx: JobContext, table: 'companies' | 'merged_companies'): Promise<number> {
  const statement = sql`SELECT toUInt32(count()) AS rows FROM ${readTable(table)}`;
  const [counted] = await ctx.warehouse.rows(statement, anyRow, optionsOf(ctx));
  return counted?.rows ?? 0;
}

/** Admits candidates up to the company limit. Returns how many it keeps out. */
async function admitCandidates({ ctx, config, companyLimit }: Build, tables: Tables): Promise<number> {
  const [counts] = await ctx.warehouse.rows(countCandidates(tables), countsRow, optionsOf(ctx));
  const { known, fresh } = counts ?? { known: 0, fresh: 0 };
  const room = companyLimit === null || config.isCalibrationModeEnabled ? fresh : companyLimit - known;
  const admitted = Math.min(fresh, Math.max(0, room));
  await ctx.warehouse.command(admitMembers(tables, admitted === fresh ? null : admitted), optionsOf(ctx));
  return fresh - admitted;
}

async function countMarkets(
  ctx: JobContext,
  tables: Tables,
  markets: readonly CompiledMarket[],
): Promise<SourcedMarket[]> {
  if (markets.length === 0) return [];
  const statement = countBySource(
    tables,
    markets.map(({ source }) => source),
  );
  const rows = await ctx.warehouse.rows(statement, sourceRow, optionsOf(ctx));
  const bySource = new Map(rows.map((row) => [row.source, row]));
  return markets.map(({ source, market: { id, isLive, publishedAt } }) => {
    const { added = 0, withheld = 0 } = bySource.get(source) ?? {};
    return { id, isLive, publishedAt, added, withheld };
  });
}

/** The markets that a build queries. */
export function marketsToQuery(markets: readonly PlannedMarket[], sourcing: Sourcing): PlannedMarket[] {
  if (sourcing.calibrationDomains !== null) return [];
  if (sourcing.addsNew) return [...markets];
  // Nothing is added, but companies of live markets must not leave.
  return sourcing.dropsUnmatched ? markets.filter(({ isLive }) => isLive) : [];
}

/** What decides about companies in a build. */
export function sourcingOf(
  { config, resetDataset, crmSources }: Pick<Build, 'config' | 'resetDataset' | 'crmSources'>,
  startedAt: Date,
): Sourcing {
  const isCalibrating = config.isCalibrationModeEnabled;
  const usesCriteria = !isCalibrating && !config.gfAppFeatureFlags.includes('useMarketsForSourcing');
  return {
    criteria: usesCriteria ? compileSourcing(config, startedAt) : null,
    dropsUnmatched: resetDataset,
    addsNew: config.isSourcingEnabled,
    calibrationDomains: isCalibrating
      ? config.calibrationModeCompanies.flatMap((entered) => normaliseDomain(entered)?.root ?? [])
      : null,
    excludedIds: config.excludeCompanyIds,
    crmSources,
    startedAt,
  };
}

/** Compiles the sourcing criteria of a client, whether builds use them or not. */
export function compileSourcing(config: ClientConfig, startedAt: Date): UniverseCriteria {
  return compileCriteria(config.sourcingCriteria, {
    today: startedAt.toISOString().slice(0, 10),
    configs: parseBlockConfigs(config.dataBlockConfigs),
    staff: true,
  });
}

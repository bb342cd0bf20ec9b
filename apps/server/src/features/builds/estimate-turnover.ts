import { sql, type Warehouse } from '@quarry/clickhouse';
import type { ClientConfig, ConfigImpact, MarketImpact } from '@quarry/contracts';
import { z } from 'zod';
import type { CrmSource } from '#server/features/datasets/crm-records.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { type CompiledMarket, compileMarket } from '#server/features/markets/sourcing/compile-market.ts';
import type { PlannedMarket } from '#server/features/markets/sourcing/plan-markets.ts';
import { queryRanges } from '#server/features/universe/criteria/query-ranges.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { compileSourcing, marketsToQuery, RANGE_COMPANIES, sourcingOf } from './source-companies.ts';
import { type BuildVariant, countTurnover } from './turnover.sql.ts';

/** A client as the next build would find it. */
export interface NextBuild {
  /** With the edits that nobody has saved yet. */
  readonly config: ClientConfig;
  readonly companyLimit: number | null;
  /** Null before the first build. */
  readonly datasetVersion: number | null;
  /** Excluded companies that the current version still has. */
  readonly excludedSinceBuild: readonly string[];
  readonly markets: readonly PlannedMarket[];
  /** The CRM records that bring companies in. */
  readonly crmSources: readonly CrmSource[];
}

/** How another build, which is compared with the next one, differs from it. */
export interface OtherBuild extends Partial<Pick<NextBuild, 'companyLimit' | 'markets'>> {
  readonly resetDataset?: boolean;
}

export interface TurnoverOptions {
  /** The market of the next build whose additions are counted. */
  readonly added?: PlannedMarket;
  /** Also counts the companies that match the criteria where no build reads them. */
  readonly countsNetNew?: boolean;
  readonly signal: AbortSignal;
}

type Turnover = ConfigImpact['build'];

export interface Turnovers {
  readonly build: Turnover;
  readonly other: Turnover;
  /** Companies that match the criteria and that the client doesn't have. */
  readonly netNewCompanies: number;
  /** New companies by the market `added`, and those of them that another source brings in anyway. */
  readonly additions: MarketImpact['additions'];
}

const pair = z.tuple([z.number(), z.number()]);
const countRow = z.object({
  country: z.string(),
  before: z.number(),
  net_new: z.number(),
  fresh: pair,
  known: pair,
  staying: pair,
  added: z.number(),
  others: z.number(),
});
type CountRow = z.infer<typeof countRow>;
const anyRow = z.object({ rows: z.number() });
/** The countries that are listed by name. */
const MAX_COUNTRIES = 5;

/** Counts the companies that would come and go in the next build and in another one, without writing anything. */
export async function estimateTurnover(
  warehouse: Warehouse,
  next: NextBuild,
  other: OtherBuild,
  { added, countsNetNew = false, signal }: TurnoverOptions,
): Promise<Turnovers> {
  const { config, datasetVersion, excludedSinceBuild } = next;
  const now = new Date();
  const sourcing = sourcingOf({ config, resetDataset: false, crmSources: next.crmSources }, now);
  const compiled = compileAll([...next.markets, ...(other.markets ?? [])], now);
  const variant = (resetDataset: boolean, markets: readonly PlannedMarket[]): BuildVariant => {
    const own = { ...sourcing, dropsUnmatched: resetDataset };
    return { sourcing: own, markets: marketsToQuery(markets, own).flatMap((market) => compiled.get(market) ?? []) };
  };
  const query = {
    last: datasetVersion === null ? null : datasetTables(config.clientName, datasetVersion),
    hasMerges: await isAnyMerged(warehouse, signal),
    hiddenIds: excludedSinceBuild,
    variants: [variant(false, next.markets), variant(other.resetDataset ?? false, other.markets ?? next.markets)],
    matching: sourcing.criteria ?? (countsNetNew ? compileSourcing(config, now) : null),
    added: (added && compiled.get(added)) ?? null,
  } as const;
  const sizes = [query.matching, ...[...compiled.values()].map(({ criteria }) => criteria)].map(
    (criteria) => criteria?.companiesPerRange ?? RANGE_COMPANIES,
  );
  const size = Math.min(RANGE_COMPANIES, ...sizes);
  const ranges = await queryRanges({ warehouse, size, signal }, (range, stop) =>
    warehouse.rows(countTurnover(query, range), countRow, { lane: 'analysis', signal: stop }),
  );
  const rows = ranges.flat();
  const limited = (limit: number | null, at: 0 | 1) =>
    turnoverOf(rows, at, config.isCalibrationModeEnabled ? null : limit);
  return {
    build: limited(next.companyLimit, 0),
    other: limited(other.companyLimit === undefined ? next.companyLimit : other.companyLimit, 1),
    netNewCompanies: sum(rows, ({ net_new }) => net_new),
    additions: additionsOf(rows),
  };
}

function compileAll(markets: readonly PlannedMarket[], now: Date): Map<PlannedMarket, CompiledMarket> {
  const compiled = new Map<PlannedMarket, CompiledMarket>();
  for (const market of new Set(markets)) {
    const known = compileMarket(market, now.toISOString().slice(0, 10));
    if (typeof known !== 'string') compiled.set(market, known);
  }
  return compiled;
}

const sum = (rows: readonly CountRow[], count: (row: CountRow) => number): number =>
  rows.reduce((total, row) => total + count(row), 0);

function turnoverOf(rows: readonly CountRow[], at: 0 | 1, companyLimit: number | null): Turnover {
  const fresh = sum(rows, (row) => row.fresh[at]);
  const known = sum(rows, (row) => row.known[at]);
  const staying = sum(rows, (row) => row.staying[at]);
  const admitted = companyLimit === null ? fresh : Math.min(fresh, Math.max(0, companyLimit - known));
  const companies = known + admitted;
  return {
    companies,
    entering: companies - staying,
    leaving: sum(rows, ({ before }) => before) - staying,
    withheld: fresh - admitted,
  };
}

/** The company limit may keep some of them out. */
function additionsOf(rows: readonly CountRow[]): MarketImpact['additions'] {
  const byCountry = new Map<string, number>();
  for (const { country, added } of rows) byCountry.set(country, (byCountry.get(country) ?? 0) + added);
  return {
    companies: sum(rows, ({ added }) => added),
    alsoFromOthers: sum(rows, ({ others }) => others),
    countries: [...byCountry]
      .filter(([country, companies]) => country !== '' && companies > 0)
      .map(([country, companies]) => ({ country, companies }))
      .toSorted((one, other) => other.companies - one.companies || (one.country < other.country ? -1 : 1))
      .slice(0, MAX_COUNTRIES),
  };
}

async function isAnyMerged(warehouse: Warehouse, signal: AbortSignal): Promise<boolean> {
  const statement = sql`SELECT toUInt32(count()) AS rows FROM ${readTable('merged_companies')}`;
  const [counted] = await warehouse.rows(statement, anyRow, { lane: 'analysis', signal });
  return (counted?.rows ?? 0) > 0;
}

import { type Sql, sql, type Warehouse } from '@quarry/clickhouse';
import type { ClientConfig, ConfigImpact } from '@quarry/contracts';
import { z } from 'zod';
import type { CrmSource } from '#server/features/datasets/crm-records.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { compileMarket } from '#server/features/markets/sourcing/compile-market.ts';
import type { PlannedMarket } from '#server/features/markets/sourcing/plan-markets.ts';
import { queryRanges } from '#server/features/universe/criteria/query-ranges.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { candidatesOf, countTurnover, offersOf, previousMembers } from './source-companies.sql.ts';
import { marketsToQuery, RANGE_COMPANIES, sourcingOf } from './source-companies.ts';

type Turnover = ConfigImpact['build'];

const countRow = z.object({ before: z.number(), fresh: z.number(), known: z.number(), staying: z.number() });
const anyRow = z.object({ rows: z.number() });

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

interface Estimate {
  readonly resetDataset: boolean;
  readonly signal: AbortSignal;
}

/** Counts the companies that would come and go in a build, by the statements of a build but without writing anything. */
export async function estimateTurnover(warehouse: Warehouse, next: NextBuild, estimate: Estimate): Promise<Turnover> {
  const { config, companyLimit, datasetVersion, excludedSinceBuild: hiddenIds } = next;
  const last = datasetVersion === null ? null : datasetTables(config.clientName, datasetVersion);
  const counts = await readCandidates(warehouse, next, estimate, async ({ candidates, range, hasMerges, signal }) => {
    const statement = countTurnover(last, candidates, range, { hasMerges, hiddenIds });
    const [row] = await warehouse.rows(statement, countRow, { lane: 'analysis', signal });
    return row ?? { before: 0, fresh: 0, known: 0, staying: 0 };
  });
  const sum = (key: keyof z.infer<typeof countRow>) => counts.reduce((total, row) => total + row[key], 0);
  const [fresh, known, staying] = [sum('fresh'), sum('known'), sum('staying')];
  const room = companyLimit === null || config.isCalibrationModeEnabled ? fresh : companyLimit - known;
  const admitted = Math.min(fresh, Math.max(0, room));
  const companies = known + admitted;
  return {
    companies,
    entering: companies - staying,
    leaving: sum('before') - staying,
    withheld: fresh - admitted,
  };
}

/** The companies of one range that a build would consider. */
interface CandidatesOfRange {
  /** Selects them: `id`, `sources`, `is_new`, `is_hidden`. */
  readonly candidates: Sql;
  /** A condition over `company_id`. */
  readonly range: Sql;
  readonly hasMerges: boolean;
  readonly signal: AbortSignal;
}

/** Reads something of the candidates of a build, range by range. */
export async function readCandidates<T>(
  warehouse: Warehouse,
  { config, datasetVersion, markets, crmSources }: NextBuild,
  { resetDataset, signal }: Estimate,
  read: (candidates: CandidatesOfRange) => Promise<T>,
): Promise<T[]> {
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const sourcing = sourcingOf({ config, resetDataset, crmSources }, now);
  const hasMerges = await isAnyMerged(warehouse, signal);
  const compiled = marketsToQuery(markets, sourcing).flatMap((market) => {
    const known = compileMarket(market, today);
    return typeof known === 'string' ? [] : [known];
  });
  const previous =
    datasetVersion === null
      ? NO_MEMBERS
      : sql`(SELECT new_id AS company_id, * EXCEPT new_id
          FROM (${previousMembers(datasetTables(config.clientName, datasetVersion), sql`toUInt64(0)`, hasMerges)}))`;
  const sizes = [sourcing.criteria, ...compiled.map(({ criteria }) => criteria)].map(
    (criteria) => criteria?.companiesPerRange ?? RANGE_COMPANIES,
  );
  const size = Math.min(RANGE_COMPANIES, ...sizes);
  return queryRanges({ warehouse, size, signal }, (range, stop) => {
    const [first, ...others] = compiled.map((market) => offersOf(previous, range, sourcing, market));
    const offers = first === undefined ? null : others.reduce((all, other) => sql`${all} UNION ALL ${other}`, first);
    return read({ candidates: candidatesOf(previous, offers, range, sourcing), range, hasMerges, signal: stop });
  });
}

const NO_MEMBERS = sql`(SELECT
    toUInt64(0) AS company_id,
    toDateTime(0, 'UTC') AS added_at,
    CAST(NULL AS Nullable(DateTime('UTC'))) AS updated_at,
    emptyArrayString() AS sources,
    toUInt64(0) AS content_hash,
    toUInt8(0) AS is_own_id
  WHERE false)`;

async function isAnyMerged(warehouse: Warehouse, signal: AbortSignal): Promise<boolean> {
  const statement = sql`SELECT toUInt32(count()) AS rows FROM ${readTable('merged_companies')}`;
  const [counted] = await warehouse.rows(statement, anyRow, { lane: 'analysis', signal });
  return (counted?.rows ?? 0) > 0;
}

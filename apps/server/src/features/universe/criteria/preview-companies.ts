import { type Sql, sql, uint, type Warehouse } from '@quarry/clickhouse';
import { MARKET_PREVIEW_ROWS } from '@quarry/contracts';
import { z } from 'zod';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import { universeQuality } from '#server/features/universe/quality.ts';
import type { IsNetNew, UniverseCriteria } from './compile-criteria.ts';
import { overRanges } from './over-ranges.ts';

/** What to preview. */
export interface PreviewCompanies {
  readonly warehouse: Warehouse;
  readonly criteria: UniverseCriteria;
  readonly isNetNew: IsNetNew;
  /** Leave out everything about companies that are not new. */
  readonly netNewOnly: boolean;
  /** The day that the quality counts from, `yyyy-mm-dd`. */
  readonly today: string;
  readonly signal?: AbortSignal;
  /** Gets the share that is done, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/** The exact counts, and the ids of the best companies by quality, best first. */
export interface CompaniesPreview {
  /** Null when only net-new companies were asked for. */
  readonly total: number | null;
  readonly totalNetNew: number;
  /** Empty when only net-new companies were asked for. */
  readonly best: readonly string[];
  readonly bestNetNew: readonly string[];
}

/** A company's quality and its id. */
const ranked = z.tuple([z.number(), z.string()]);
type Ranked = z.infer<typeof ranked>;

const rangeRow = z.object({
  total: z.number(),
  net_new: z.number(),
  best: z.array(ranked),
  best_net_new: z.array(ranked),
});

/** Finds how many companies of the universe match and may be sourced, how many of them are new, and the best of both. */
export async function previewCompanies(asked: PreviewCompanies): Promise<CompaniesPreview> {
  const { warehouse, criteria, netNewOnly, signal, onProgress } = asked;
  const answers = await overRanges(
    { warehouse, size: criteria.companiesPerRange, signal, onProgress },
    async (range, signal) => {
      const [row] = await warehouse.rows(previewSql(asked, range), rangeRow, { lane: 'analysis', signal });
      return row ?? { total: 0, net_new: 0, best: [], best_net_new: [] };
    },
  );
  const sum = (counts: readonly number[]): number => counts.reduce((one, other) => one + other, 0);
  return {
    total: netNewOnly ? null : sum(answers.map(({ total }) => total)),
    totalNetNew: sum(answers.map(({ net_new }) => net_new)),
    best: netNewOnly ? [] : bestOf(answers.flatMap(({ best }) => best)),
    bestNetNew: bestOf(answers.flatMap(({ best_net_new }) => best_net_new)),
  };
}

function previewSql({ criteria, isNetNew, netNewOnly, today }: PreviewCompanies, range: Sql): Sql {
  const isNew = isNetNew(range);
  const rules = netNewOnly ? sql`${mandatoryRules()} AND ${isNew}` : mandatoryRules();
  const companies = criteria.matching(range, rules, [{ name: 'quality', value: universeQuality(today) }]);
  const matches = sql`SELECT company_id, quality, ${netNewOnly ? sql`1` : isNew} AS is_net_new FROM (${companies})`;
  // Ascending over both negated is best first, the larger id first among equals.
  const most = uint(MARKET_PREVIEW_ROWS);
  const rank = sql`(-quality, bitNot(company_id))`;
  const asRanked = (pairs: Sql): Sql => sql`arrayMap(pair -> (-pair.1, bitNot(pair.2)), ${pairs})`;
  const all = netNewOnly ? sql`[]` : asRanked(sql`groupArraySorted(${most})(${rank})`);
  return sql`SELECT toUInt32(count()) AS total, toUInt32(countIf(is_net_new)) AS net_new, ${all} AS best, ${asRanked(sql`groupArraySortedIf(${most})(${rank}, is_net_new)`)} AS best_net_new FROM (${matches})`;
}

function bestOf(companies: readonly Ranked[]): string[] {
  const bestFirst = ([quality, id]: Ranked, [otherQuality, otherId]: Ranked): number =>
    otherQuality - quality || (BigInt(id) > BigInt(otherId) ? -1 : 1);
  return companies
    .toSorted(bestFirst)
    .slice(0, MARKET_PREVIEW_ROWS)
    .map(([, id]) => id);
}

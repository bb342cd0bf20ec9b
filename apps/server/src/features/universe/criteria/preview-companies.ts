import { IN_LARGE_BLOCKS, type Sql, sql, uint, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import { universeQuality } from '#server/features/universe/quality.ts';
import type { IsNetNew, UniverseCriteria } from './compile-criteria.ts';
import { queryRanges } from './query-ranges.ts';

export interface PreviewOptions {
  readonly warehouse: Warehouse;
  readonly criteria: UniverseCriteria;
  readonly isNetNew: IsNetNew;
  /** Leaves out companies that are not net-new. */
  readonly netNewOnly: boolean;
  /** How many of the best to find. */
  readonly rows: number;
  /** The day for the quality, `yyyy-mm-dd`. */
  readonly today: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

/** Exact counts, and the ids of the best companies by quality, best first. */
export interface CompaniesPreview {
  /** Null with `netNewOnly`. */
  readonly total: number | null;
  readonly totalNetNew: number;
  /** Empty with `netNewOnly`. */
  readonly best: readonly string[];
  readonly bestNetNew: readonly string[];
}

/** Quality and company id. */
const ranked = z.tuple([z.number(), z.string()]);
type Ranked = z.infer<typeof ranked>;

const rangeRow = z.object({
  total: z.number(),
  net_new: z.number(),
  best: z.array(ranked),
  best_net_new: z.array(ranked),
});

/** Counts the companies that match and may be sourced, and finds the best, overall and net-new. */
export async function previewCompanies(options: PreviewOptions): Promise<CompaniesPreview> {
  const { warehouse, criteria, netNewOnly, rows, signal, onProgress } = options;
  const parts = await queryRanges(
    { warehouse, size: criteria.companiesPerRange, signal, onProgress },
    async (range, signal) => {
      const [row] = await warehouse.rows(previewSql(options, range), rangeRow, {
        lane: 'analysis',
        signal,
        settings: IN_LARGE_BLOCKS,
      });
      return row ?? { total: 0, net_new: 0, best: [], best_net_new: [] };
    },
  );
  const sum = (counts: readonly number[]): number => counts.reduce((one, other) => one + other, 0);
  return {
    total: netNewOnly ? null : sum(parts.map(({ total }) => total)),
    totalNetNew: sum(parts.map(({ net_new }) => net_new)),
    best: netNewOnly
      ? []
      : bestOf(
          parts.flatMap(({ best }) => best),
          rows,
        ),
    bestNetNew: bestOf(
      parts.flatMap(({ best_net_new }) => best_net_new),
      rows,
    ),
  };
}

function previewSql({ criteria, isNetNew, netNewOnly, rows, today }: PreviewOptions, range: Sql): Sql {
  const isNew = isNetNew(range);
  const condition = netNewOnly ? sql`${mandatoryRules()} AND ${isNew}` : mandatoryRules();
  const companies = criteria.matching(range, condition, [{ name: 'quality', value: universeQuality(today) }]);
  const matches = sql`SELECT company_id, quality, ${netNewOnly ? sql`1` : isNew} AS is_net_new FROM (${companies})`;
  // Negated, ascending order is best first, and the larger id first among equals.
  const limit = uint(rows);
  const rank = sql`(-quality, bitNot(company_id))`;
  const asRanked = (pairs: Sql): Sql => sql`arrayMap(pair -> (-pair.1, bitNot(pair.2)), ${pairs})`;
  const all = netNewOnly ? sql`[]` : asRanked(sql`groupArraySorted(${limit})(${rank})`);
  return sql`SELECT toUInt32(count()) AS total, toUInt32(countIf(is_net_new)) AS net_new, ${all} AS best, ${asRanked(sql`groupArraySortedIf(${limit})(${rank}, is_net_new)`)} AS best_net_new FROM (${matches})`;
}

function bestOf(companies: readonly Ranked[], rows: number): string[] {
  const bestFirst = ([quality, id]: Ranked, [otherQuality, otherId]: Ranked): number =>
    otherQuality - quality || (BigInt(id) > BigInt(otherId) ? -1 : 1);
  return companies
    .toSorted(bestFirst)
    .slice(0, rows)
    .map(([, id]) => id);
}

import { type Sql, WarehouseError } from '@quarry/clickhouse';
import { type IdRange, idRanges } from '#server/features/universe/id-ranges.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { type CompiledMarket, compileMarket } from './compile-market.ts';
import type { PlannedMarket } from './plan-markets.ts';

export interface QueriedMarkets {
  readonly queried: readonly CompiledMarket[];
  /** One sentence per skipped market. */
  readonly skipped: readonly string[];
}

/**
 * Queries one market after the other, range by range; `statement` writes the companies that it offers. Skips a market
 * whose criteria fail, so that the others and the build continue.
 */
export async function queryMarkets(
  ctx: JobContext,
  markets: readonly PlannedMarket[],
  today: string,
  universeCompanies: number,
  statement: (market: CompiledMarket, range: IdRange) => Sql,
  /** Gets the fraction of one market that each statement completes. */
  advance: (fraction: number) => void,
): Promise<QueriedMarkets> {
  const queried: CompiledMarket[] = [];
  const skipped: string[] = [];
  for (const market of markets) {
    const compiled = compileMarket(market, today);
    const problem = typeof compiled === 'string' ? compiled : await query(compiled);
    if (problem === null && typeof compiled !== 'string') queried.push(compiled);
    else {
      ctx.log.warn({ marketId: market.id, problem }, 'skipped a market');
      skipped.push(`“${market.name}”: ${problem}`);
    }
  }
  return { queried, skipped };

  async function query(market: CompiledMarket): Promise<string | null> {
    try {
      const ranges = idRanges(universeCompanies, market.criteria.companiesPerRange);
      for (const range of ranges) {
        ctx.throwIfCancelled();
        await ctx.warehouse.command(statement(market, range), { lane: 'jobs', signal: ctx.signal });
        advance(1 / ranges.length);
      }
      return null;
    } catch (error) {
      if (!(error instanceof WarehouseError) || !CRITERIA_FAILURES.has(error.kind)) throw error;
      return `${error.message}.`;
    }
  }
}

/** Failures caused by the market's criteria, which would recur in every build. */
const CRITERIA_FAILURES: ReadonlySet<string> = new Set(['timeout', 'memory', 'too_complex']);

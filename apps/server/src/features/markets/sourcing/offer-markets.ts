import { type Sql, WarehouseError } from '@quarry/clickhouse';
import { type IdRange, idRanges } from '#server/features/universe/id-ranges.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { type CompiledMarket, compileMarket } from './compile-market.ts';
import type { PlannedMarket } from './plan-markets.ts';

/** The markets that were asked for companies, and those that could not be. */
export interface OfferedMarkets {
  readonly asked: readonly CompiledMarket[];
  /** A sentence for each market that had to be left out. */
  readonly leftOut: readonly string[];
}

/**
 * Asks one market after the other, range by range, for the companies that it offers; `statement` writes them. Leaves out
 * a market that can't be asked, so that the others and the build go on.
 */
export async function offerMarkets(
  ctx: JobContext,
  markets: readonly PlannedMarket[],
  today: string,
  universeCompanies: number,
  statement: (market: CompiledMarket, range: IdRange) => Sql,
  /** Gets the share of one market that is done with each statement. */
  step: (share: number) => void,
): Promise<OfferedMarkets> {
  const asked: CompiledMarket[] = [];
  const leftOut: string[] = [];
  for (const market of markets) {
    const compiled = compileMarket(market, today);
    const problem = typeof compiled === 'string' ? compiled : await ask(compiled);
    if (problem === null && typeof compiled !== 'string') asked.push(compiled);
    else {
      ctx.log.warn({ marketId: market.id, problem }, 'a market could not be asked for companies');
      leftOut.push(`“${market.name}”: ${problem}`);
    }
  }
  return { asked, leftOut };

  async function ask(market: CompiledMarket): Promise<string | null> {
    try {
      const ranges = idRanges(universeCompanies, market.criteria.companiesPerRange);
      for (const range of ranges) {
        ctx.throwIfCancelled();
        await ctx.warehouse.command(statement(market, range), { lane: 'jobs', signal: ctx.signal });
        step(1 / ranges.length);
      }
      return null;
    } catch (error) {
      if (!(error instanceof WarehouseError) || !IS_THE_MARKETS_OWN.has(error.kind)) throw error;
      return `${error.message}.`;
    }
  }
}

/** Failures that lie in what the market asks, and would stop each build again. */
const IS_THE_MARKETS_OWN: ReadonlySet<string> = new Set(['timeout', 'memory', 'too_complex']);

import { sql, text, type Warehouse } from '@quarry/clickhouse';
import { type MarketImpact, marketSource } from '@quarry/contracts';
import { z } from 'zod';
import { readTable } from '#server/features/universe/universe-table.ts';
import { type NextBuild, readCandidates } from './estimate-turnover.ts';

const countryRow = z.object({ country: z.string(), companies: z.number(), others: z.number() });
/** The countries that are listed by name. */
const MAX_COUNTRIES = 5;

/**
 * Counts the new companies that a market would bring in with the next build, by country, and those of them that another
 * source brings in anyway. The company limit may keep some of them out.
 */
export async function estimateAdditions(
  warehouse: Warehouse,
  next: NextBuild,
  { marketId, signal }: { readonly marketId: string; readonly signal: AbortSignal },
): Promise<MarketImpact['additions']> {
  const source = text(marketSource(marketId));
  const ranges = await readCandidates(warehouse, next, { resetDataset: false, signal }, (found) => {
    const added = sql`SELECT id AS company_id, length(sources) > 1 AS has_others
      FROM (${found.candidates})
      WHERE is_new AND NOT is_hidden AND has(sources, ${source})`;
    const companies = sql`SELECT company_id, country FROM ${readTable('companies')} WHERE ${found.range}`;
    return warehouse.rows(
      sql`SELECT company.country AS country, toUInt32(count()) AS companies, toUInt32(countIf(added.has_others)) AS others
        FROM (${added}) AS added
        GLOBAL INNER JOIN (${companies}) AS company ON company.company_id = added.company_id
        GROUP BY country`,
      countryRow,
      { lane: 'analysis', signal: found.signal },
    );
  });
  const rows = ranges.flat();
  const byCountry = new Map<string, number>();
  for (const { country, companies } of rows) byCountry.set(country, (byCountry.get(country) ?? 0) + companies);
  return {
    companies: rows.reduce((sum, { companies }) => sum + companies, 0),
    alsoFromOthers: rows.reduce((sum, { others }) => sum + others, 0),
    countries: [...byCountry]
      .filter(([country]) => country !== '')
      .map(([country, companies]) => ({ country, companies }))
      .toSorted((one, other) => other.companies - one.companies || (one.country < other.country ? -1 : 1))
      .slice(0, MAX_COUNTRIES),
  };
}

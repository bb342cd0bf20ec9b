import { ident, inSubquery, join, sql, type Warehouse } from '@quarry/clickhouse';
import type { ClientConfig, FieldDefinition } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { z } from 'zod';
import type { StaticBlock, StaticField } from '#server/features/universe/blocks/declaration.ts';
import { BLOCKS } from '#server/features/universe/blocks/index.ts';
import { compileCriteria, type UniverseCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import { queryRanges } from '#server/features/universe/criteria/query-ranges.ts';
import { isFilled } from '#server/features/universe/is-filled.sql.ts';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import { readTable } from '#server/features/universe/universe-table.ts';

/** The share of the companies that must have a value. */
const MIN_COVERAGE = 0.05;
const MAX_DATA_POINTS = 25;

/** The static data points that tell a company from others, the most telling first. */
const TELLING: readonly string[] = [
  'firmographics/industry',
  'firmographics/employee_count',
  'firmographics/employee_range',
  'firmographics/country',
  'firmographics/city',
  'firmographics/short_description',
  'firmographics/founded_year',
  'firmographics/revenue_usd',
  'firmographics/subindustry',
  'firmographics/categories',
  'firmographics/tags',
  'firmographics/region',
  'firmographics/status',
  'firmographics/stage',
  'firmographics/is_hiring',
  'firmographics/linked_in_url',
  'firmographics/website',
  'firmographics/description',
  'firmographics/ticker',
  'firmographics/exchange',
  'firmographics/market_cap_class',
  'firmographics/is_nonprofit',
  'firmographics/former_names',
  'technographics/technologies',
  'funding/total_funding_usd',
  'funding/last_round_type',
  'funding/last_round_at',
  'web_traffic/monthly_visits',
  'social/linked_in_followers',
  'social/employee_growth',
  'reviews_summary/average_rating',
  'ads/is_advertising',
  'funding/investors',
  'web_traffic/visits_growth',
  'technographics/technology_count',
  'reviews_summary/review_count',
  'ads/monthly_spend_usd',
  'firmographics/batch',
];

interface Candidate {
  readonly block: StaticBlock;
  readonly field: StaticField;
  readonly key: string;
}

const CANDIDATES: readonly Candidate[] = BLOCKS.flatMap((block): Candidate[] =>
  block.isParameterisedWithDynamicConfig
    ? []
    : block.fields.map((field) => ({ block, field, key: `${block.blockName}/${field.internalName}` })),
).filter(({ key }) => TELLING.includes(key));

/**
 * Data points for the first table of a client: those that at least 5 % of the companies of its criteria have, or of all
 * companies if the criteria match none.
 */
export async function findFilledDataPoints(
  warehouse: Warehouse,
  { sourcingCriteria, dataBlockConfigs }: Pick<ClientConfig, 'sourcingCriteria' | 'dataBlockConfigs'>,
): Promise<FieldDefinition[]> {
  const compile = (criteria: FilterGroup | null) =>
    compileCriteria(criteria, {
      today: new Date().toISOString().slice(0, 10),
      configs: parseBlockConfigs(dataBlockConfigs),
      staff: true,
    });
  const matching = await countFilled(warehouse, compile(sourcingCriteria));
  const { companies, filled } = matching.companies > 0 ? matching : await countFilled(warehouse, compile(null));
  return CANDIDATES.filter(
    ({ key }) => (filled.get(key) ?? 0) > 0 && (filled.get(key) ?? 0) >= companies * MIN_COVERAGE,
  )
    .toSorted((one, other) => TELLING.indexOf(one.key) - TELLING.indexOf(other.key))
    .slice(0, MAX_DATA_POINTS)
    .map(({ key, field }) => ({
      internalName: key,
      externalName: field.internalName,
      displayName: field.displayName,
    }));
}

const countsRow = z.object({ companies: z.number(), filled: z.array(z.number()) });

/** Counts the companies that match and, by data point, those with a value. */
async function countFilled(
  warehouse: Warehouse,
  criteria: UniverseCriteria,
): Promise<{ companies: number; filled: ReadonlyMap<string, number> }> {
  const filled = new Map<string, number>();
  let companies = 0;
  const blocks = Map.groupBy(CANDIDATES, ({ block }) => block);
  await queryRanges({ warehouse, size: criteria.companiesPerRange }, async (range, signal) => {
    const matching = criteria.matching(range, mandatoryRules(), []);
    for (const [{ table, blockName }, candidates] of blocks) {
      const conditions = candidates.map(({ field }) => sql`toUInt32(countIf(${isFilled(field.type, field.column)}))`);
      const [row] = await warehouse.rows(
        sql`SELECT toUInt32(count()) AS companies, [${join(conditions)}] AS filled
          FROM ${readTable(table)} WHERE ${range} AND ${inSubquery(ident('company_id'), matching)}`,
        countsRow,
        { lane: 'analysis', signal },
      );
      if (row === undefined) continue;
      // Each company has a row in this block.
      if (blockName === 'firmographics') companies += row.companies;
      candidates.forEach(({ key }, at) => filled.set(key, (filled.get(key) ?? 0) + (row.filled[at] ?? 0)));
    }
  });
  return { companies, filled };
}

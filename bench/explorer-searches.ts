import { type Sql, sql, texts } from '@quarry/clickhouse';
import type { FilterGroup, FilterRule } from '@quarry/filters';

/** An explorer search, and the handwritten SQL for the same rows. */
export interface BenchSearch {
  readonly name: string;
  readonly filters?: FilterGroup;
  readonly search?: string;
  readonly sortby?: string;
  readonly sortdirection?: 'asc' | 'desc';
  readonly offset?: number;
  /** Condition on the plain table. */
  readonly where: Sql;
  /** ORDER BY on the plain table. */
  readonly orderBy: Sql;
}

let ids = 0;
const rule = (field: string, operator: string, value?: FilterRule['value']): FilterRule => ({
  id: `r${++ids}`,
  field,
  operator,
  ...(value === undefined ? {} : { value }),
});
const all = (...rules: FilterGroup['rules']): FilterGroup => ({ id: `g${++ids}`, combinator: 'and', rules });
const any = (...rules: FilterGroup['rules']): FilterGroup => ({ id: `g${++ids}`, combinator: 'or', rules });
const none = (...rules: FilterGroup['rules']): FilterGroup => ({ ...any(...rules), not: true });

/** Adds a rule that every row matches, so that no cached count exists. */
export function uncached(filters: FilterGroup | undefined, at: number): FilterGroup {
  const alwaysTrue = rule('country', 'notOneOf', [`nowhere ${at}`]);
  return all(...(filters === undefined ? [] : [filters]), alwaysTrue);
}

const BEST = sql`quality DESC, company_id DESC`;
const european = ['DE', 'FR', 'GB', 'ES', 'IT', 'NL', 'SE', 'PL'];

/** Typical searches with different filters, sorts and pages. */
export function benchSearches(domains: readonly string[]): BenchSearch[] {
  return [
    { name: 'everything, best first', where: sql`1`, orderBy: BEST },
    { name: 'everything, page 40', offset: 1000, where: sql`1`, orderBy: BEST },
    {
      name: 'name search, common',
      search: 'data',
      where: sql`(name ILIKE '%data%' OR domain ILIKE '%data%')`,
      orderBy: BEST,
    },
    {
      name: 'name search, rare',
      search: 'zephyrine',
      where: sql`(name ILIKE '%zephyrine%' OR domain ILIKE '%zephyrine%')`,
      orderBy: BEST,
    },
    {
      name: 'one country',
      filters: all(rule('country', 'isOneOf', ['DE'])),
      where: sql`country = 'DE'`,
      orderBy: BEST,
    },
    {
      name: 'eight countries',
      filters: all(rule('country', 'isOneOf', european)),
      where: sql`country IN ${texts(european)}`,
      orderBy: BEST,
    },
    {
      name: 'not one of',
      filters: all(rule('industry', 'notOneOf', ['Software', 'Healthcare'])),
      where: sql`industry NOT IN ('Software', 'Healthcare')`,
      orderBy: BEST,
    },
    {
      name: 'size between',
      filters: all(rule('employee_count', 'between', [50, 500])),
      where: sql`employee_count BETWEEN 50 AND 500`,
      orderBy: BEST,
    },
    {
      name: 'size, sorted by size',
      filters: all(rule('employee_count', 'gt', 100)),
      sortby: 'employee_count',
      where: sql`employee_count > 100`,
      orderBy: sql`employee_count DESC, company_id DESC`,
    },
    {
      name: 'everything by name',
      sortby: 'name',
      sortdirection: 'asc',
      where: sql`1`,
      orderBy: sql`lower(name), company_id DESC`,
    },
    {
      name: 'description contains',
      filters: all(rule('description', 'containsText', ['payments'])),
      where: sql`description ILIKE '%payments%'`,
      orderBy: BEST,
    },
    {
      name: 'description contains one of three',
      filters: all(rule('description', 'containsText', ['hospital', 'clinic', 'patient'])),
      where: sql`(description ILIKE '%hospital%' OR description ILIKE '%clinic%' OR description ILIKE '%patient%')`,
      orderBy: BEST,
    },
    {
      name: 'description does not contain',
      filters: all(rule('description', 'notContainsText', ['software'])),
      where: sql`NOT description ILIKE '%software%'`,
      orderBy: BEST,
    },
    {
      name: 'uses a technology',
      filters: all(rule('technologies', 'containsAnyOf', ['HubSpot'])),
      where: sql`has(arrayMap(x -> lower(x), technologies), 'hubspot')`,
      orderBy: BEST,
    },
    {
      name: 'uses one of three technologies',
      filters: all(rule('technologies', 'containsAnyOf', ['Salesforce', 'Marketo', 'Stripe'])),
      where: sql`hasAny(arrayMap(x -> lower(x), technologies), ['salesforce', 'marketo', 'stripe'])`,
      orderBy: BEST,
    },
    {
      name: 'does not use',
      filters: all(rule('technologies', 'notContainsAnyOf', ['Salesforce'])),
      where: sql`NOT has(arrayMap(x -> lower(x), technologies), 'salesforce')`,
      orderBy: BEST,
    },
    {
      name: 'category text',
      filters: all(rule('categories', 'matchesAnyText', ['health'])),
      where: sql`arrayExists(x -> lower(x) LIKE '%health%', categories)`,
      orderBy: BEST,
    },
    {
      name: 'many technologies',
      filters: all(rule('technologies', 'hasMoreItemsThan', 8)),
      where: sql`length(technologies) > 8`,
      orderBy: BEST,
    },
    {
      name: 'has funding',
      filters: all(rule('total_funding', 'exists')),
      where: sql`total_funding IS NOT NULL`,
      orderBy: BEST,
    },
    {
      name: 'revenue over, sorted',
      filters: all(rule('revenue', 'gte', 10_000_000)),
      sortby: 'revenue',
      where: sql`revenue >= 10000000`,
      orderBy: sql`revenue DESC, company_id DESC`,
    },
    {
      name: 'growth and country',
      filters: all(rule('visits_growth', 'gt', 0.1), rule('country', 'isOneOf', ['US'])),
      where: sql`visits_growth > 0.1 AND country = 'US'`,
      orderBy: BEST,
    },
    {
      name: 'hiring in Europe with funding',
      filters: all(
        rule('is_hiring', 'isTrue'),
        rule('country', 'isOneOf', european),
        rule('total_funding', 'gt', 1_000_000),
      ),
      where: sql`is_hiring AND country IN ${texts(european)} AND total_funding > 1000000`,
      orderBy: BEST,
    },
    {
      name: 'nested or',
      filters: all(
        any(rule('industry', 'isOneOf', ['Software']), rule('technologies', 'containsAnyOf', ['HubSpot'])),
        none(rule('country', 'isOneOf', ['US'])),
        rule('employee_count', 'gte', 20),
      ),
      where: sql`(industry = 'Software' OR has(arrayMap(x -> lower(x), technologies), 'hubspot'))
        AND NOT country = 'US' AND employee_count >= 20`,
      orderBy: BEST,
    },
    {
      name: 'recent funding round',
      filters: all(rule('last_round_date', 'dateSince', '2025-01-01')),
      where: sql`last_round_date >= '2025-01-01'`,
      orderBy: BEST,
    },
    {
      name: '100 pasted domains',
      filters: all(rule('domain', 'isOneOf', [...domains])),
      where: sql`domain IN ${texts(domains)}`,
      orderBy: BEST,
    },
  ];
}

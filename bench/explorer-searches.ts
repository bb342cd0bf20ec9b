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
  /** The condition and order on the tuned table, where they differ. */
  readonly tuned?: { readonly where?: Sql; readonly orderBy?: Sql };
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
/** The same order by the tuned table's key. */
export const TUNED_BEST = sql`negate(quality), bitNot(company_id)`;
export const isBestFirst = ({ orderBy }: BenchSearch): boolean => orderBy === BEST;
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
      tuned: { where: sql`(name_lower LIKE '%data%' OR domain_lower LIKE '%data%')` },
    },
    {
      name: 'name search, rare',
      search: 'zephyrine',
      where: sql`(name ILIKE '%zephyrine%' OR domain ILIKE '%zephyrine%')`,
      orderBy: BEST,
      tuned: { where: sql`(name_lower LIKE '%zephyrine%' OR domain_lower LIKE '%zephyrine%')` },
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
      tuned: { orderBy: sql`name_lower, company_id DESC` },
    },
    {
      name: 'description contains',
      filters: all(rule('description', 'containsText', ['payments'])),
      where: sql`description ILIKE '%payments%'`,
      orderBy: BEST,
      tuned: { where: sql`description_lower LIKE '%payments%'` },
    },
    {
      name: 'description contains one of three',
      filters: all(rule('description', 'containsText', ['hospital', 'insurance', 'patient'])),
      where: sql`(description ILIKE '%hospital%' OR description ILIKE '%insurance%' OR description ILIKE '%patient%')`,
      orderBy: BEST,
      tuned: { where: sql`multiSearchAny(description_lower, ['hospital', 'insurance', 'patient'])` },
    },
    {
      name: 'description does not contain',
      filters: all(rule('description', 'notContainsText', ['software'])),
      where: sql`NOT description ILIKE '%software%'`,
      orderBy: BEST,
      tuned: { where: sql`NOT description_lower LIKE '%software%'` },
    },
    {
      name: 'uses a technology',
      filters: all(rule('technologies', 'containsAnyOf', ['HubSpot'])),
      where: sql`has(technologies, 'HubSpot')`,
      orderBy: BEST,
    },
    {
      name: 'uses one of three technologies',
      filters: all(rule('technologies', 'containsAnyOf', ['Salesforce', 'Marketo', 'Stripe'])),
      where: sql`hasAny(technologies, ['Salesforce', 'Marketo', 'Stripe'])`,
      orderBy: BEST,
    },
    {
      name: 'does not use',
      filters: all(rule('technologies', 'notContainsAnyOf', ['Salesforce'])),
      where: sql`NOT has(technologies, 'Salesforce')`,
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
      where: sql`(industry = 'Software' OR has(technologies, 'HubSpot'))
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
      name: 'three rules',
      filters: all(
        rule('country', 'isOneOf', european),
        rule('employee_count', 'between', [50, 1_000]),
        rule('technologies', 'containsAnyOf', ['Salesforce']),
      ),
      where: sql`country IN ${texts(european)} AND employee_count BETWEEN 50 AND 1000 AND has(technologies, 'Salesforce')`,
      orderBy: BEST,
    },
    {
      name: 'missing values',
      filters: all(rule('total_funding', 'notExists'), rule('monthly_visits', 'exists')),
      where: sql`total_funding IS NULL AND monthly_visits IS NOT NULL`,
      orderBy: BEST,
    },
    {
      name: 'a range of years, sorted by size',
      filters: all(rule('founded_year', 'between', [1990, 2010])),
      sortby: 'employee_count',
      where: sql`founded_year BETWEEN 1990 AND 2010`,
      orderBy: sql`employee_count DESC, company_id DESC`,
    },
    {
      name: 'description contains two words',
      filters: all(
        rule('description', 'containsText', ['software']),
        rule('description', 'containsText', ['platform']),
      ),
      where: sql`description ILIKE '%software%' AND description ILIKE '%platform%'`,
      orderBy: BEST,
      tuned: { where: sql`description_lower LIKE '%software%' AND description_lower LIKE '%platform%'` },
    },
    {
      name: 'name and two filters, by revenue',
      search: 'labs',
      filters: all(rule('country', 'isOneOf', european), rule('employee_count', 'gte', 10)),
      sortby: 'revenue',
      where: sql`(name ILIKE '%labs%' OR domain ILIKE '%labs%') AND country IN ${texts(european)} AND employee_count >= 10`,
      orderBy: sql`revenue DESC NULLS LAST, company_id DESC`,
      tuned: {
        where: sql`(name_lower LIKE '%labs%' OR domain_lower LIKE '%labs%') AND country IN ${texts(european)} AND employee_count >= 10`,
      },
    },
    {
      name: 'page 40 by size',
      sortby: 'employee_count',
      offset: 1000,
      where: sql`1`,
      orderBy: sql`employee_count DESC NULLS LAST, company_id DESC`,
    },
    {
      name: 'page 40 of a country, by revenue',
      filters: all(rule('country', 'isOneOf', ['US'])),
      sortby: 'revenue',
      offset: 1000,
      where: sql`country = 'US'`,
      orderBy: sql`revenue DESC NULLS LAST, company_id DESC`,
    },
    {
      name: 'nested or, sorted by revenue',
      filters: all(
        any(
          all(rule('industry', 'isOneOf', ['Software']), rule('employee_count', 'gte', 50)),
          all(rule('industry', 'isOneOf', ['Healthcare']), rule('total_funding', 'exists')),
        ),
        rule('country', 'isOneOf', ['US', ...european]),
      ),
      sortby: 'revenue',
      where: sql`(industry = 'Software' AND employee_count >= 50 OR industry = 'Healthcare' AND total_funding IS NOT NULL)
        AND country IN ${texts(['US', ...european])}`,
      orderBy: sql`revenue DESC NULLS LAST, company_id DESC`,
    },
    {
      name: 'twelve rules, nested',
      filters: all(
        any(
          all(rule('country', 'isOneOf', european), rule('employee_count', 'between', [20, 5_000])),
          all(rule('country', 'isOneOf', ['US']), rule('revenue', 'gte', 5_000_000)),
        ),
        any(
          rule('technologies', 'containsAnyOf', ['HubSpot', 'Salesforce']),
          rule('crm', 'exists'),
          rule('is_hiring', 'isTrue'),
        ),
        none(rule('industry', 'isOneOf', ['Education']), rule('founded_year', 'lt', 1950)),
        rule('monthly_visits', 'exists'),
        rule('description', 'exists'),
        rule('employee_growth', 'gt', -0.5),
      ),
      where: sql`(country IN ${texts(european)} AND employee_count BETWEEN 20 AND 5000 OR country = 'US' AND revenue >= 5000000)
        AND (hasAny(technologies, ['HubSpot', 'Salesforce']) OR notEmpty(crm) OR is_hiring)
        AND NOT (industry = 'Education' OR ifNull(founded_year < 1950, 0))
        AND monthly_visits IS NOT NULL AND description != '' AND employee_growth > -0.5`,
      orderBy: BEST,
    },
    {
      name: 'none of a long list of domains',
      filters: all(rule('domain', 'notOneOf', [...domains])),
      where: sql`domain NOT IN ${texts(domains)}`,
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

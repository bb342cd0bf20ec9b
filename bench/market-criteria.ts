import { emptySql, ident, type Sql, sql, text, texts } from '@quarry/clickhouse';
import type { DataBlockConfig } from '@quarry/contracts';
import type { FilterGroup, FilterRule } from '@quarry/filters';

/** A market of the benchmark, and the handwritten SQL for it. */
export interface BenchMarket {
  readonly name: string;
  readonly criteria: FilterGroup;
  readonly configs: readonly DataBlockConfig[];
  /** The joins after `FROM universe.companies AS c`, the columns and the condition. */
  readonly byHand: { readonly joins: Sql; readonly columns: Sql; readonly where: Sql };
}

let ids = 0;
export const rule = (field: string, operator: string, value?: FilterRule['value'], configId?: string): FilterRule => ({
  id: `r${++ids}`,
  field,
  operator,
  ...(value === undefined ? {} : { value }),
  ...(configId === undefined ? {} : { configId }),
});
export const all = (...rules: FilterGroup['rules']): FilterGroup => ({ id: `g${++ids}`, combinator: 'and', rules });
export const any = (...rules: FilterGroup['rules']): FilterGroup => ({ id: `g${++ids}`, combinator: 'or', rules });
const none = (...rules: FilterGroup['rules']): FilterGroup => ({ ...any(...rules), not: true });

export const SALES_JOBS: DataBlockConfig = {
  configId: 'sales-jobs',
  blockName: 'jobs',
  label: 'Sales jobs',
  config: {
    titleKeywords: ['sales', 'account executive', 'business development'],
    negativeTitleKeywords: ['assistant'],
  },
};
export const SALES_LEADERS: DataBlockConfig = {
  configId: 'sales-leaders',
  blockName: 'team_members',
  label: 'Sales leaders',
  config: { departments: ['Sales'], seniorities: ['vp', 'director', 'head'] },
};
export const EASY: DataBlockConfig = {
  configId: 'easy',
  blockName: 'software_reviews',
  label: 'Easy to use',
  config: { positiveKeywords: ['easy', 'support'], negativeKeywords: ['expensive'] },
};
export const TRIAL: DataBlockConfig = {
  configId: 'trial',
  blockName: 'main_page_text',
  label: 'Free trial',
  config: { keywords: ['free trial', 'demo', 'pricing'] },
};

const EDGE = '[^\\p{L}\\p{N}+#]';
const words = (...keywords: string[]) =>
  text(`(?:^|${EDGE})(?:${keywords.map((keyword) => keyword.replaceAll(' ', '[\\s/_-]+')).join('|')})(?:$|${EDGE})`);
/** Handwritten aggregates of detail rows, of the companies that fulfil a condition over `company_id`. */
export const jobsOf = (companies: Sql): Sql => sql`(
  SELECT company_id, count() AS n
  FROM universe.jobs FINAL
  WHERE ${companies} AND is_open AND match(title_text, ${words('sales', 'account executive', 'business development')})
    AND NOT match(title_text, ${words('assistant')})
  GROUP BY company_id)`;
export const peopleOf = (companies: Sql): Sql => sql`(
  SELECT company_id, count() AS n
  FROM universe.team_members FINAL
  WHERE ${companies} AND is_current AND department = 'Sales' AND seniority IN ('vp', 'director', 'head')
  GROUP BY company_id)`;
export const reviewsOf = (companies: Sql): Sql => sql`(
  SELECT company_id, count() AS n
  FROM universe.software_reviews FINAL
  WHERE ${companies} AND match(review_text, ${words('easy', 'support')})
    AND NOT match(review_text, ${words('expensive')})
  GROUP BY company_id)`;
export const pagesOf = (companies: Sql): Sql => sql`(
  SELECT company_id, count() AS n
  FROM universe.pages FINAL
  WHERE ${companies} AND page_type = 'home' AND match(page_text, ${words('free trial', 'demo', 'pricing')})
  GROUP BY company_id)`;
const jobs = jobsOf(sql`1`);
const people = peopleOf(sql`1`);
const reviews = reviewsOf(sql`1`);
const pages = pagesOf(sql`1`);
const funding = sql`(SELECT company_id, total_funding_usd FROM universe.funding FINAL)`;
const technographics = sql`(SELECT company_id, technologies FROM universe.technographics FINAL)`;
export const leftJoin = (rows: Sql, alias: string): Sql =>
  sql`LEFT JOIN ${rows} AS ${ident(alias)} ON ${ident(alias)}.company_id = c.company_id`;
export const EUROPE = (
  'AD AL AT BA BE BG BY CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS ' +
  'RU SE SI SK SM TR UA VA'
).split(' ');

/** Markets with static rules only, with several dynamic blocks, with pruning and with negations. */
export function benchMarkets(): BenchMarket[] {
  return [
    {
      name: 'static only',
      criteria: all(
        rule('firmographics/country', 'isOneOf', ['DE', 'FR', 'GB']),
        rule('firmographics/employee_count', 'between', [50, 1000]),
      ),
      configs: [],
      byHand: {
        joins: emptySql,
        columns: sql`c.country, c.employee_count`,
        where: sql`c.country IN ('DE', 'FR', 'GB') AND c.employee_count BETWEEN 50 AND 1000`,
      },
    },
    {
      name: 'jobs, people and reviews',
      criteria: all(
        rule('jobs/count', 'gte', 1, 'sales-jobs'),
        rule('team_members/count', 'gte', 1, 'sales-leaders'),
        rule('software_reviews/count', 'gte', 1, 'easy'),
      ),
      configs: [SALES_JOBS, SALES_LEADERS, EASY],
      byHand: {
        joins: sql`${leftJoin(jobs, 'j')} ${leftJoin(people, 'p')} ${leftJoin(reviews, 'r')}`,
        columns: sql`j.n, p.n, r.n`,
        where: sql`j.n >= 1 AND p.n >= 1 AND r.n >= 1`,
      },
    },
    {
      name: 'jobs or people, home page, in Europe',
      criteria: all(
        any(rule('jobs/count', 'gte', 2, 'sales-jobs'), rule('team_members/count', 'gte', 2, 'sales-leaders')),
        rule('main_page_text/has_any', 'isTrue', undefined, 'trial'),
        rule('firmographics/country', 'isOneOf', ['region:Europe']),
      ),
      configs: [SALES_JOBS, SALES_LEADERS, TRIAL],
      byHand: {
        joins: sql`${leftJoin(jobs, 'j')} ${leftJoin(people, 'p')} ${leftJoin(pages, 'h')}`,
        columns: sql`j.n, p.n, h.n > 0, c.country`,
        where: sql`(j.n >= 2 OR p.n >= 2) AND h.n > 0 AND c.country IN ${texts(EUROPE)}`,
      },
    },
    {
      name: 'small software companies that hire',
      criteria: all(
        rule('firmographics/industry', 'isOneOf', ['Software']),
        rule('firmographics/employee_count', 'lte', 100),
        rule('jobs/count', 'gte', 1, 'sales-jobs'),
        none(rule('software_reviews/count', 'gte', 3, 'easy')),
      ),
      configs: [SALES_JOBS, EASY],
      byHand: {
        joins: sql`${leftJoin(jobs, 'j')} ${leftJoin(reviews, 'r')}`,
        columns: sql`c.industry, c.employee_count, j.n, r.n`,
        where: sql`c.industry = 'Software' AND c.employee_count <= 100 AND j.n >= 1 AND NOT r.n >= 3`,
      },
    },
    {
      name: 'description and categories, no config',
      criteria: all(
        rule('firmographics/description', 'containsText', ['hospital', 'clinic', 'patient']),
        none(rule('firmographics/categories', 'matchesAnyText', ['retail'])),
      ),
      configs: [],
      byHand: {
        joins: emptySql,
        columns: sql`c.description, c.categories`,
        where: sql`(c.description_text LIKE '%hospital%' OR c.description_text LIKE '%clinic%'
            OR c.description_text LIKE '%patient%')
          AND NOT arrayExists(x -> lower(x) LIKE '%retail%', c.categories)`,
      },
    },
    {
      name: 'funded, uses a technology, home page',
      criteria: all(
        rule('funding/total_funding_usd', 'gte', 1_000_000),
        rule('technographics/technologies', 'containsAnyOf', ['HubSpot', 'Salesforce']),
        rule('main_page_text/match_count', 'gte', 1, 'trial'),
      ),
      configs: [TRIAL],
      byHand: {
        joins: sql`${leftJoin(funding, 'f')} ${leftJoin(technographics, 't')} ${leftJoin(pages, 'h')}`,
        columns: sql`f.total_funding_usd, t.technologies, h.n`,
        where: sql`f.total_funding_usd >= 1000000
          AND hasAny(arrayMap(x -> lower(x), t.technologies), ['hubspot', 'salesforce'])
          AND h.n >= 1`,
      },
    },
  ];
}

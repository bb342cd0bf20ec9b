/** Twenty rules of a coverage analysis, and the handwritten SQL for them. */
import { ident, join, type Sql, sql, texts, uint, uints, type Warehouse } from '@quarry/clickhouse';
import type { FilterGroup, FilterRule } from '@quarry/filters';
import { z } from 'zod';
import { mandatoryRules } from '../apps/server/src/features/universe/mandatory-rules.ts';
import {
  all,
  any,
  EASY,
  EUROPE,
  jobsOf,
  leftJoin,
  pagesOf,
  peopleOf,
  reviewsOf,
  rule,
  SALES_JOBS,
  SALES_LEADERS,
  TRIAL,
} from './market-criteria.ts';

/** A rule, and by hand its value and verdict. */
type HandRule = readonly [rule: FilterRule, value: Sql, holds: Sql];

const GROUPS: readonly (readonly HandRule[])[] = [
  [
    [rule('firmographics/employee_count', 'gte', 200), sql`c.employee_count`, sql`c.employee_count >= 200`],
    [
      rule('funding/total_funding_usd', 'gte', 1_000_000),
      sql`f.total_funding_usd`,
      sql`f.total_funding_usd >= 1000000`,
    ],
    [rule('jobs/count', 'gte', 1, 'sales-jobs'), sql`j.n`, sql`j.n >= 1`],
    [rule('team_members/count', 'gte', 2, 'sales-leaders'), sql`p.n`, sql`p.n >= 2`],
    [rule('software_reviews/count', 'gte', 2, 'easy'), sql`r.n`, sql`r.n >= 2`],
  ],
  [
    [rule('firmographics/country', 'isOneOf', ['region:Europe']), sql`c.country`, sql`c.country IN ${texts(EUROPE)}`],
    [rule('firmographics/founded_year', 'gte', 2015), sql`c.founded_year`, sql`c.founded_year >= 2015`],
    [rule('technographics/technology_count', 'gte', 5), sql`length(t.technologies)`, sql`length(t.technologies) >= 5`],
    [rule('main_page_text/match_count', 'gte', 1, 'trial'), sql`h.n`, sql`h.n >= 1`],
    [rule('jobs/count', 'gte', 3, 'sales-jobs'), sql`j.n`, sql`j.n >= 3`],
  ],
  [
    [rule('firmographics/industry', 'isOneOf', ['Software']), sql`c.industry`, sql`c.industry = 'Software'`],
    [
      rule('firmographics/description', 'containsText', ['hospital', 'clinic']),
      sql`c.description`,
      sql`c.description_text LIKE '%hospital%' OR c.description_text LIKE '%clinic%'`,
    ],
    [
      rule('technographics/technologies', 'containsAnyOf', ['HubSpot', 'Salesforce']),
      sql`t.technologies`,
      sql`hasAny(arrayMap(x -> lower(x), t.technologies), ['hubspot', 'salesforce'])`,
    ],
    [rule('team_members/count', 'gte', 1, 'sales-leaders'), sql`p.n`, sql`p.n >= 1`],
    [rule('main_page_text/has_any', 'isTrue', undefined, 'trial'), sql`h.n > 0`, sql`h.n > 0`],
  ],
  [
    [rule('firmographics/employee_count', 'lte', 5000), sql`c.employee_count`, sql`c.employee_count <= 5000`],
    [rule('firmographics/is_hiring', 'isTrue'), sql`c.is_hiring`, sql`c.is_hiring`],
    [rule('funding/funding_rounds', 'gte', 2), sql`f.funding_rounds`, sql`f.funding_rounds >= 2`],
    [rule('software_reviews/count', 'gte', 1, 'easy'), sql`r.n`, sql`r.n >= 1`],
    [
      rule('firmographics/categories', 'matchesAnyText', ['retail']),
      sql`c.categories`,
      sql`arrayExists(x -> lower(x) LIKE '%retail%', c.categories)`,
    ],
  ],
];
const RULES = GROUPS.flat();

/** All of four groups, any of whose five rules must hold. */
export const coverageCriteria = (): FilterGroup => all(...GROUPS.map((group) => any(...group.map(([each]) => each))));
export const COVERAGE_CONFIGS = [SALES_JOBS, SALES_LEADERS, EASY, TRIAL];

/** The companies with their rules' verdicts `holds0`, `holds1`, …, and further columns. */
const verdicts = (companies: Sql, columns: readonly Sql[]): Sql => sql`
  SELECT ${join([...RULES.map(([, , holds], at) => sql`ifNull(${holds}, false) AS ${ident(`holds${at}`)}`), ...columns])}
  FROM (SELECT *, description_text FROM universe.companies FINAL WHERE ${companies} AND ${mandatoryRules()}) AS c
  ${leftJoin(sql`(SELECT company_id, total_funding_usd, funding_rounds FROM universe.funding FINAL WHERE ${companies})`, 'f')}
  ${leftJoin(sql`(SELECT company_id, technologies FROM universe.technographics FINAL WHERE ${companies})`, 't')}
  ${leftJoin(jobsOf(companies), 'j')} ${leftJoin(peopleOf(companies), 'p')}
  ${leftJoin(reviewsOf(companies), 'r')} ${leftJoin(pagesOf(companies), 'h')}`;

const held = (group: number): Sql =>
  join(
    (GROUPS[group] ?? []).map((_, at) => ident(`holds${group * 5 + at}`)),
    ' + ',
  );
const groupsHold = (except: number | null): Sql =>
  join(
    GROUPS.map((_, at) => (at === except ? sql`1` : sql`(${held(at)}) > 0`)),
    ' AND ',
  );

const countsRow = z.object({ total: z.coerce.number(), without: z.array(z.coerce.number()) });
const targetRow = z.object({ verdicts: z.array(z.number()) }).loose();

/** By hand: one statement counts, in total and without each rule, another reads the targets. */
export async function coverageByHand(
  warehouse: Warehouse,
  domains: readonly string[],
  settings: Readonly<Record<string, number>>,
) {
  const run = { lane: 'analysis', maxMemoryBytes: 12 * 1024 ** 3, settings } as const;
  const without = RULES.map((_, at) => {
    const group = Math.floor(at / 5);
    return sql`countIf(${groupsHold(group)} AND (${held(group)}) > ${ident(`holds${at}`)})`;
  });
  const [counts] = await warehouse.rows(
    sql`SELECT countIf(${groupsHold(null)}) AS total, [${join(without)}] AS without FROM (${verdicts(sql`1`, [])})`,
    countsRow,
    run,
  );
  const ids = await warehouse.rows(
    sql`SELECT toString(company_id) AS id FROM universe.companies FINAL WHERE domain IN ${texts(domains)}`,
    z.object({ id: z.string() }),
    run,
  );
  const values = RULES.map(([, value], at) => sql`${value} AS ${ident(`value${at}`)}`);
  const targets = await warehouse.rows(
    sql`SELECT *, [${join(RULES.map((_, at) => ident(`holds${at}`)))}] AS verdicts
      FROM (${verdicts(sql`company_id IN ${uints(ids.map(({ id }) => id))}`, [sql`c.domain, c.name`, ...values])})
      LIMIT ${uint(domains.length)}`,
    targetRow,
    run,
  );
  return {
    total: counts?.total ?? -1,
    without: counts?.without ?? [],
    included: RULES.map((_, at) => targets.filter((target) => target.verdicts[at] === 1).length),
  };
}

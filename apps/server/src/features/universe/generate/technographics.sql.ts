import { inSubquery, join, param, type Sql, sql } from '@quarry/clickhouse';
import type { IdRange } from '../id-ranges.ts';
import { TECHNOLOGY_CATEGORIES } from '../technology-categories.ts';
import { readTable } from '../universe-table.ts';
import { type Chance, chanceOf } from './chance.ts';
import { insertSelect } from './insert-select.ts';
import { type BlockGenerator, profiles, type Run, type Target } from './profile.ts';
import { TECHNOLOGIES } from './words/technologies.ts';

/** The share of companies that use a technology of the category: software companies, and others. */
const ADOPTION = {
  crm: [0.13, 0.08],
  marketing_automation: [0.14, 0.07],
  analytics: [0.22, 0.15],
  cms: [0.08, 0.12],
  ecommerce: [0.01, 0.06],
  payments: [0.12, 0.07],
  hosting: [0.2, 0.08],
  customer_support: [0.14, 0.05],
  hr: [0.1, 0.06],
  security: [0.15, 0.03],
  data: [0.17, 0.05],
  development: [0.24, 0.04],
} as const satisfies Record<keyof typeof TECHNOLOGIES, readonly [number, number]>;

/** Over the columns of `profiles`. Larger companies use more. */
function technologiesOf(chance: Chance, category: keyof typeof TECHNOLOGIES): Sql {
  const [software, other] = ADOPTION[category];
  const rate = sql`if(is_software, ${param('Float64', software)}, ${param('Float64', other)})`;
  return chance.some(
    TECHNOLOGIES[category],
    sql`(${rate} * least(2.2, 0.55 + 0.28 * log10(1 + size)))`,
    `uses ${category}`,
  );
}

/** A company's technologies, by category. */
export function allTechnologies(chance: Chance): Sql {
  return sql`arrayConcat(${join(TECHNOLOGY_CATEGORIES.map((category) => technologiesOf(chance, category)))})`;
}

/** For companies without real technology data. */
function insertTechnographics(run: Run, target: Target, range: IdRange): Sql {
  const chance = chanceOf(run.seed, [sql`company_id`]);
  const byCategory = Object.fromEntries(
    TECHNOLOGY_CATEGORIES.map((category) => [category, technologiesOf(chance, category)]),
  );
  const all = allTechnologies(chance);
  const real = sql`SELECT company_id FROM ${readTable('technographics')} WHERE NOT is_synthetic`;
  return insertSelect(
    'technographics',
    {
      company_id: sql`company_id`,
      ...byCategory,
      technologies: all,
      all_time: sql`arrayDistinct(arrayConcat(${all}, ${chance.some(TECHNOLOGIES.analytics, 0.08, 'used')}))`,
      technology_count: sql`length(${all})`,
      last_seen: sql`toDate32(${run.today}) - toInt64(80 * ${chance.share('tech seen')})`,
      is_synthetic: sql`true`,
    },
    sql`${profiles(run, target, range)}
      WHERE ${chance.happens(0.86, 'tech collected')}
        AND NOT ${inSubquery(sql`company_id`, real)}`,
  );
}

export const technographicsGenerator: BlockGenerator = {
  steps: [{ phase: 'technologies', table: 'technographics', insert: insertTechnographics }],
};

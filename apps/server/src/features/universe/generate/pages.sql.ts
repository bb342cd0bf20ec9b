import { type Sql, sql, text, texts } from '@quarry/clickhouse';
import type { IdRange } from '../id-ranges.ts';
import { chanceOf, either } from './chance.ts';
import { columns, insertSelect } from './insert-select.ts';
import { type BlockGenerator, profiles, type Run, type Target } from './profile.ts';
import { CUSTOMERS, OTHER_OFFERS, PAGE_TEXTS, SOFTWARE_OFFERS, TEXT_LANGUAGES } from './words/texts.ts';

const isCollected = (run: Run): Sql => chanceOf(run.seed, [sql`company_id`]).happens(0.88, 'page collected');

function insertPages(run: Run, target: Target, range: IdRange): Sql {
  const company = chanceOf(run.seed, [sql`company_id`]);
  const inLanguage = (lists: Readonly<Record<(typeof TEXT_LANGUAGES)[number], readonly string[]>>, name: string): Sql =>
    company.pickBy(
      TEXT_LANGUAGES.map((language) => lists[language]),
      sql`text_lang`,
      name,
    );
  const written = sql`SELECT *, ${columns({
    offer: sql`concat(
      ${either(sql`is_software`, inLanguage(SOFTWARE_OFFERS, 'software offer'), inLanguage(OTHER_OFFERS, 'offer'))},
      if(is_hiring, ' We are hiring.', ''))`,
    page: company.pickText(
      TEXT_LANGUAGES.map((language) => PAGE_TEXTS[language]),
      sql`text_lang`,
      'page',
      {
        name: sql`name`,
        does: sql`does`,
        customers: inLanguage(CUSTOMERS, 'customers'),
        offer: sql`offer`,
        city: sql`if(city = '', domain, city)`,
        year: sql`toString(toYear(${run.today}))`,
      },
    ),
  })}
    FROM ${profiles(run, target, range)}
    WHERE ${isCollected(run)}`;
  return insertSelect(
    'pages',
    {
      company_id: sql`company_id`,
      item_id: sql`cityHash64(company_id, ${text('home')})`,
      page_type: sql`'home'`,
      url: sql`concat('https://', domain, '/')`,
      title: sql`name`,
      text: sql`page`,
      language: sql`${texts(TEXT_LANGUAGES)}[1 + text_lang]`,
      fetched_at: sql`toDate32(${run.today}) - toInt64(60 * ${company.share('fetched')})`,
      source: sql`'synthetic'`,
      is_synthetic: sql`true`,
    },
    sql`(${written})`,
  );
}

export const pagesGenerator: BlockGenerator = {
  steps: [{ phase: 'home pages', table: 'pages', insert: insertPages }],
  isCollected,
};

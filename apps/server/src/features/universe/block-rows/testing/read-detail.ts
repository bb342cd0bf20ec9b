import { sql, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import type { BlockTable } from '../../block-table.ts';
import { readTable, UNIVERSE } from '../../universe-table.ts';

const row = z
  .object({ company_id: z.string(), item_id: z.string() })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]));

export type DetailRow = z.infer<typeof row>;

export async function readDetail(warehouse: Warehouse, table: BlockTable): Promise<DetailRow[]> {
  return await warehouse.rows(sql`SELECT * FROM ${readTable(table)}`, row, { lane: 'jobs' });
}

const ODD_TEXTS = [
  'sales sales sales',
  'Sales/sales - SALES_sales',
  'Café & café — C++, c#, .NET.net .net',
  '½ of all\t\tteams   work remotely',
  '  VP Sales\nHead of R&D\n\nHead of Global Sales  ',
  `${'long words of no use '.repeat(20)}free trial ${'and more of them '.repeat(20)}free trial`,
  `${'x'.repeat(300)} book a demo`,
  '',
  '   ',
  'ﬁrst data, data-driven, metadata',
] as const;

/** Inserts rows that the generator never makes: blanks, missing dates, several home pages, adjacent hits. */
export async function insertOddRows(warehouse: Warehouse): Promise<void> {
  const ids = Array.from({ length: 60 }, (_, at) => at + 1);
  const odd = (at: number): string => ODD_TEXTS[at % ODD_TEXTS.length] ?? '';
  const day = (at: number): string | null => (at % 4 === 0 ? null : `202${at % 5}-0${1 + (at % 9)}-11`);
  const insert = async (table: string, rows: Record<string, unknown>[]): Promise<void> =>
    await warehouse.insert({ database: UNIVERSE, table }, rows, { columns: Object.keys(rows[0] ?? {}) });
  const each = <T>(make: (company: number, item: number) => T): T[] =>
    ids.flatMap((company) => Array.from({ length: company % 5 }, (_, item) => make(company, item)));
  await insert(
    'jobs',
    each((company, item) => ({
      company_id: company,
      item_id: item + 1,
      title: odd(company + item),
      description: odd(company * 3 + item),
      country: ['DE', '', 'US', 'FR'][(company + item) % 4],
      posted_at: day(company + item),
      is_open: (company + item) % 3 !== 0,
    })),
  );
  await insert(
    'team_members',
    each((company, item) => ({
      company_id: company,
      item_id: item + 1,
      position: odd(company + item),
      department: ['Sales', '', 'Developers'][company % 3],
      seniority: ['vp', '', 'head'][item % 3],
      country: ['DE', '', 'US', 'FR'][(company + item) % 4],
      started_at: day(company + item),
      is_current: company % 6 !== 0 && item % 3 !== 2,
    })),
  );
  await insert(
    'software_reviews',
    each((company, item) => ({
      company_id: company,
      item_id: item + 1,
      review_title: odd(company),
      review: odd(company + item),
      rating: item % 3 === 2 ? null : 0.5 * ((company + item) % 11),
      reviewed_at: day(company + item),
    })),
  );
  await insert(
    'software_features',
    each((company, item) => ({
      company_id: company,
      item_id: item + 1,
      product: 'Odd',
      feature: odd(company),
      description: odd(company + item),
    })),
  );
  await insert(
    'pages',
    each((company, item) => ({
      company_id: company,
      item_id: item + 1,
      page_type: item === 2 ? 'pricing' : 'home',
      url: `https://odd.example/${company}/${item}`,
      text: [odd(company), odd(company + item), odd(item)].join(company % 2 === 0 ? ' ' : '\n'),
      fetched_at: day(company + item),
    })),
  );
  const blocks = ['jobs', 'team_members', 'software_reviews', 'software_features', 'main_page_text'];
  await insert(
    'collections',
    ids.flatMap((company) =>
      blocks.map((block) => ({ block, company_id: company, collected_at: '2026-01-01 00:00:00' })),
    ),
  );
}

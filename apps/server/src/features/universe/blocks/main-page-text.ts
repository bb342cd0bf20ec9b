import { sql } from '@quarry/clickhouse';
import { mainPageTextConfig, type ParsedBy } from '@quarry/contracts';
import { day, detailTable, folded, label, text } from '../block-table.ts';
import { pagesGenerator } from '../generate/pages.sql.ts';
import { type Computation, dynamicBlock } from './declaration.ts';
import { countHits, hasMatches, holdsAny, keywordHits, keywordsHit, snippet, snippetsByKeyword } from './matching.ts';
import { pageTextTemplates } from './templates/main-page-text.ts';

function compute({ keywords }: ParsedBy<typeof mainPageTextConfig>): Computation {
  return {
    rowMatches: holdsAny(sql`page_text`, keywords),
    columns: {
      page_hits: keywordHits(sql`page_text`, keywords),
      page_hit_count: countHits(sql`page_text`, keywords),
      page_snippet: snippet(sql`text`, sql`page_text`, keywords),
      // A company can have several home pages, e.g. on two hosts: the newest counts.
      page_order: sql`(-toInt64(coalesce(toInt32(fetched_at), -1000000)), item_id)`,
    },
    aggregates: {
      has_any: { value: hasMatches, columns: [] },
      matched_keywords: { value: keywordsHit(sql`page_hits`, keywords), columns: ['page_hits'] },
      match_count: {
        value: sql`toNullable(toFloat64(sumIf(page_hit_count, is_match)))`,
        columns: ['page_hit_count'],
      },
      snippet: {
        value: sql`argMinIf(page_snippet, page_order, is_match)`,
        columns: ['page_snippet', 'page_order'],
      },
    },
    previewParts: {
      parts: snippetsByKeyword(sql`text`, sql`page_text`, keywords),
      distinctBy: sql`part.1`,
      columns: { keyword: sql`part.1`, snippet: sql`part.2` },
    },
  };
}

export const mainPageText = dynamicBlock({
  config: mainPageTextConfig,
  displayName: 'Home page text',
  icon: 'home',
  publicDescription: 'Keywords in the visible text of the company’s home page.',
  table: detailTable('pages', {
    page_type: label,
    url: text,
    title: text,
    text,
    language: label,
    fetched_at: day,
    source: label,
    page_text: folded(sql`text`),
  }),
  rowFilter: sql`page_type = 'home'`,
  rowDate: sql`fetched_at`,
  exampleConfig: { keywords: ['free trial', 'book a demo'] },
  fields: [
    {
      internalName: 'has_any',
      displayName: 'Home page has keyword',
      type: 'Boolean',
      publicDescription: 'At least one keyword is on the home page.',
    },
    {
      internalName: 'matched_keywords',
      displayName: 'Keywords on the home page',
      type: 'Array',
      publicDescription: 'The keywords that were found.',
    },
    {
      internalName: 'match_count',
      displayName: 'Keyword hits on the home page',
      type: 'Number',
      publicDescription: 'How often the keywords occur.',
      defaultRanges: [0, 1, 2, 5, 10],
    },
    {
      internalName: 'snippet',
      displayName: 'Home page snippet',
      type: 'String',
      publicDescription: 'The 160 characters around the first hit.',
    },
  ],
  deepPreview: [
    {
      name: 'keyword',
      displayName: 'Keyword',
      type: 'String',
      publicDescription: 'The keyword that was found.',
      column: null,
    },
    {
      name: 'snippet',
      displayName: 'Snippet',
      type: 'String',
      publicDescription: 'The text around the hit.',
      column: null,
    },
    { name: 'url', displayName: 'URL', type: 'String', publicDescription: 'Address of the page.' },
  ],
  deepPreviewFields: ['match_count'],
  compute,
  generator: pagesGenerator,
  templates: pageTextTemplates,
});

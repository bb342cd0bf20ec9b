import { sql } from '@quarry/clickhouse';
import { z } from 'zod';
import { keywords } from './config-fields.ts';
import { dynamicBlock } from './declaration.ts';

const config = z.strictObject({ keywords }).refine((value) => value.keywords.length > 0, {
  path: ['keywords'],
  message: 'Give at least one keyword',
});

/** The visible text of the home page. */
export const mainPageText = dynamicBlock({
  blockName: 'main_page_text',
  displayName: 'Home page text',
  publicDescription: 'Keywords in the visible text of the company’s home page.',
  table: 'pages',
  rows: sql`page_type = 'home'`,
  configSchema: config,
  exampleConfig: { keywords: ['free trial', 'book a demo'] },
  fields: [
    {
      internalName: 'has_any',
      displayName: 'Home page has keyword',
      type: 'Boolean',
      publicDescription: 'Whether any keyword is on the home page.',
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
      publicDescription: 'The text round the first hit, 160 characters.',
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
      publicDescription: 'The text round the hit.',
      column: null,
    },
    { name: 'url', displayName: 'URL', type: 'String', publicDescription: 'Address of the page.' },
  ],
});

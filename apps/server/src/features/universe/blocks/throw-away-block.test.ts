import { createTable, ident, sql } from '@quarry/clickhouse';
import { blockConfig, configurableDataBlock } from '@quarry/contracts';
import { keywords, needsOneOf } from '@quarry/contracts/config-fields';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { aggregateRows } from '../block-rows/block-rows.sql.ts';
import { readDeepPreview } from '../block-rows/deep-preview.ts';
import { detailTable, folded, text } from '../block-table.ts';
import { blockTable } from '../schema.ts';
import { openTestUniverse, type TestUniverse } from '../testing/test-universe.ts';
import { UNIVERSE } from '../universe-table.ts';
import { dynamicBlock } from './declaration.ts';
import { toConfigurableDataBlock } from './index.ts';
import { countMatches, holdsAny } from './matching.ts';

// The server derives everything about a block from its declaration.
const podcasts = dynamicBlock({
  config: blockConfig(
    'podcasts',
    'Podcasts',
    z
      .strictObject({
        keywords: keywords({ label: 'About', description: 'Any of these', phrase: 'about {}' }),
      })
      .check(needsOneOf(['keywords'], 'Give a keyword')),
  ),
  displayName: 'Podcasts',
  icon: 'message',
  publicDescription: 'Podcasts of the company.',
  table: detailTable('podcasts', { title: text, title_text: folded(sql`title`) }),
  exampleConfig: { keywords: ['sales'] },
  fields: [
    { internalName: 'count', displayName: 'Podcasts', type: 'Number', publicDescription: 'Podcasts that match.' },
  ],
  deepPreview: [{ name: 'title', displayName: 'Title', type: 'String', publicDescription: 'Title of the podcast.' }],
  deepPreviewFields: ['count'],
  compute: (config) => ({
    rowMatches: holdsAny(sql`title_text`, config.keywords),
    columns: {},
    aggregates: { count: { value: countMatches, columns: [] } },
  }),
  templates: [],
});
const config = { configId: 'one', label: 'Sales', block: podcasts, config: { keywords: ['sales'] } };

let universe: TestUniverse;
beforeAll(async () => {
  universe = await openTestUniverse();
  await createTable(universe.warehouse, blockTable(podcasts.table));
  const rows = ['Sales talk', 'Cooking', 'More sales'].map((title, at) => ({ company_id: 7, item_id: at, title }));
  await universe.warehouse.insert({ database: UNIVERSE, table: 'podcasts' }, rows, {
    columns: ['company_id', 'item_id', 'title'],
  });
});
afterAll(() => universe.close());

it('has a definition and a config schema', () => {
  const definition = configurableDataBlock.parse(toConfigurableDataBlock(podcasts));
  expect(definition).toMatchObject({ blockName: 'podcasts', icon: 'message', isParameterisedWithDynamicConfig: true });
  expect(definition.deepPreviewSchema?.map(({ fieldName }) => fieldName)).toEqual(['title']);
  expect(podcasts.configSchema.parse({ keywords: [' sales ', '*'] })).toEqual({ keywords: ['sales'] });
  expect(podcasts.configSchema.safeParse({}).error?.issues).toMatchObject([{ message: 'Give a keyword' }]);
});

it('computes its fields and previews the rows behind them', async () => {
  const computed = await universe.one(
    sql`SELECT count AS found FROM (${aggregateRows(config, ['count'], sql`true`)}) WHERE ${ident('company_id')} = 7`,
    z.object({ found: z.number() }),
  );
  expect(computed.found).toBe(2);
  const preview = await readDeepPreview(universe.warehouse, { config, companyId: '7', limit: 10, offset: 0 });
  expect(preview).toEqual({ items: [{ title: 'Sales talk' }, { title: 'More sales' }], count: 2 });
});

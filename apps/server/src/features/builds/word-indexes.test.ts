import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, createTable, ident, openEmbedded, sql } from '@quarry/clickhouse';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { VersionSchema } from '#server/features/datasets/dataset-schema.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { datasetTable } from '#server/features/datasets/table-definitions.ts';
import { findWordIndexes } from './fill-dataset.sql.ts';

const notes: VersionSchema['columns'][number] = {
  fieldName: 'notes',
  displayName: 'Notes',
  description: '',
  type: 'String',
  isDomain: false,
  isFoldedLower: false,
  usesWordIndex: true,
  hasDistinctItems: true,
  key: 'firmographics/notes',
  blockName: 'firmographics',
  internalName: 'notes',
  dynamicConfig: null,
  isRemoved: false,
};

test('words are only searched where the texts share them', async () => {
  const path = await mkdtemp(join(tmpdir(), 'quarry-words-test-'));
  const warehouse = await openEmbedded({ path });
  const schema = { columns: [notes] };
  const tables = datasetTables('words', 1);
  await createDatabase(warehouse, tables.database);
  await createTable(warehouse, datasetTable('words', 1, schema));
  await warehouse.command(
    sql`INSERT INTO ${ident(tables.database, tables.dataset)} (__company_id, __search, notes__folded)
      SELECT number, concat('company', toString(number), ' company', toString(number), '.test'), repeat('a few words ', 10)
      FROM numbers(1000)`,
  );
  const [found] = await warehouse.rows(findWordIndexes(tables, schema), z.unknown());
  expect(found).toEqual({ __search: false, notes: true });
  await warehouse.close();
  await rm(path, { recursive: true });
});

import { addColumn, defineTable, type Migration, sql } from '@quarry/clickhouse';

// Released, so this file never changes and uses nothing that may.

const identities = defineTable({
  database: 'universe',
  name: 'identities',
  columns: [
    {
      name: 'name_hash',
      type: 'UInt64',
      materialized: sql`sipHash64(if(kind = 'linkedin', 'linkedin', 'domain'), value)`,
    },
  ],
  engine: { kind: 'ReplacingMergeTree' },
  orderBy: ['kind', 'value'],
  shardBy: sql`cityHash64(value)`,
});

/** Adds the hashes by which imports look names up. The engine computes those of older rows until it merges them. */
export const addNameHashes: Migration = {
  id: '0008-name-hashes',
  up: (warehouse) => addColumn(warehouse, identities, 'name_hash'),
};

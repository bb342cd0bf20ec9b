import { addColumn, type Migration, sql } from '@quarry/clickhouse';

// Released, so this file never changes and uses nothing that may.

const columns = [
  { name: 'email_status', type: 'LowCardinality(String)' },
  { name: 'phone', type: 'String' },
  { name: 'confirmed_at', type: 'Nullable(Date32)' },
];

/** Adds how team members can be reached, and when they were last seen at the company. */
export const addReachability: Migration = {
  id: '0004-reachable-people',
  up: async (warehouse) => {
    const table = {
      database: 'universe',
      name: 'team_members',
      columns,
      engine: { kind: 'ReplacingMergeTree', version: 'version' } as const,
      orderBy: ['company_id', 'item_id'],
      shardBy: sql`company_id`,
    };
    for (const { name } of columns) await addColumn(warehouse, table, name);
  },
};

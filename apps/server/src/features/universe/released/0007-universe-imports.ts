import { createTable, defineTable, type Migration, type Sql, sql } from '@quarry/clickhouse';

// Released, so this file never changes and uses nothing that may.

const SETTINGS = {
  old_parts_lifetime: 60,
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  min_rows_to_fsync_after_merge: 1,
  max_suspicious_broken_parts: 1_000_000,
  max_suspicious_broken_parts_bytes: 1_000_000_000_000_000,
};

const run = { name: 'run', type: 'UInt64' };
const block = { name: 'block', type: 'LowCardinality(String)' };
const company = { name: 'company_id', type: 'UInt64' };
const version = { name: 'version', type: 'UInt64', default: sql`1` };

const table = (
  name: string,
  columns: { name: string; type: string; default?: Sql }[],
  orderBy: string[],
  shardBy: Sql,
) =>
  defineTable({
    database: 'universe',
    name,
    columns,
    engine: { kind: 'ReplacingMergeTree', version: 'version' },
    partitionBy: sql`run`,
    orderBy,
    shardBy,
    settings: SETTINGS,
  });

const TABLES = [
  table('import_changes', [run, block, company, version], ['run', 'block', 'company_id'], sql`company_id`),
  table(
    'import_originals',
    [run, block, company, { name: 'original', type: 'Map(String, Nullable(String))' }, version],
    ['run', 'block', 'company_id'],
    sql`company_id`,
  ),
  table(
    'import_identities',
    [run, { name: 'kind', type: 'LowCardinality(String)' }, { name: 'value', type: 'String' }, company, version],
    ['run', 'kind', 'value'],
    sql`cityHash64(value)`,
  ),
];

/** Adds what imports of companies change in the universe, by which they are undone. */
export const addImportJournal: Migration = {
  id: '0007-universe-imports',
  async up(warehouse) {
    for (const each of TABLES) await createTable(warehouse, each);
  },
};

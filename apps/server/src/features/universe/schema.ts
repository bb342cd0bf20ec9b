import {
  defineTable,
  localTable,
  type Migration,
  onCluster,
  type Sql,
  sql,
  type TableDefinition,
  type Warehouse,
} from '@quarry/clickhouse';
import { type BlockTable, type Columns, flag, id, instant, label, text, version } from './block-table.ts';
import { BLOCK_TABLES } from './blocks/index.ts';
import { createUniverse } from './released/0001-universe.ts';
import { addFoldedTexts } from './released/0002-folded-texts-of-companies.ts';
import { UNIVERSE } from './universe-table.ts';

/** Replaced parts are of no use to anyone after a minute; the engine's eight would fill the disk on large imports. */
const SETTINGS = { old_parts_lifetime: 60 };

function table(
  name: string,
  columns: Columns,
  orderBy: readonly string[],
  more: Partial<TableDefinition> = {},
): TableDefinition {
  return defineTable({
    database: UNIVERSE,
    name,
    columns: Object.entries(columns).map(([column, definition]) => ({ name: column, ...definition })),
    engine: { kind: 'ReplacingMergeTree', version: 'version' },
    orderBy,
    shardBy: sql`company_id`,
    ...more,
    settings: { ...SETTINGS, ...more.settings },
  });
}

const HOUSEKEEPING = {
  // Which company a name stands for. First come, first served: a name never changes its company by an import.
  // Looked up by a few thousand scattered keys at a time: small granules read little beside them.
  identities: table('identities', { kind: label, value: text, company_id: id, version }, ['kind', 'value'], {
    shardBy: sql`cityHash64(value)`,
    settings: { index_granularity: 256 },
  }),
  // Links that staff set by hand between a registrable domain and a LinkedIn id. They win over everything else.
  domain_overrides: table(
    'domain_overrides',
    {
      domain: text,
      linked_in_id: text,
      company_id: id,
      set_by: text,
      set_at: instant,
      is_removed: flag,
      version: id,
    },
    ['domain'],
    { shardBy: sql`cityHash64(domain)` },
  ),
  // Companies that were merged into another.
  merged_companies: table('merged_companies', { company_id: id, merged_into: id, merged_at: instant, version: id }, [
    'company_id',
  ]),
  // Which sources were collected for a company, so that "none" and "unknown" differ.
  collections: table(
    'collections',
    { block: label, company_id: id, collected_at: instant, is_synthetic: flag, version },
    ['block', 'company_id'],
  ),
  // Runs of the generator, so that one that was cut off is known.
  generations: table(
    'generations',
    { seed: id, companies: id, started_at: instant, is_finished: flag, version },
    ['seed', 'companies'],
    { shardBy: sql`seed` },
  ),
};

/** A table that no data block reads. */
export type HousekeepingTable = keyof typeof HOUSEKEEPING;

/** The table of a data block, for migrations. */
export function blockTable({ name, rows, columns }: BlockTable): TableDefinition {
  return table(name, columns, rows === 'one' ? ['company_id'] : ['company_id', 'item_id']);
}

/** Every table of the universe. */
export const UNIVERSE_TABLES: readonly TableDefinition[] = [
  ...BLOCK_TABLES.map(blockTable),
  ...Object.values(HOUSEKEEPING),
];

/**
 * The steps that make the universe's tables, in order. Released steps never change (`schema.test.ts` holds their
 * hashes): once a declaration that a step reads has to change, the step gets its own copy in `released`.
 */
export const universeMigrations: readonly Migration[] = [createUniverse, addFoldedTexts];

/**
 * Merges tables into one part each, after which reading them with FINAL costs no more than without. Called at the end
 * of imports and generation; without it reads stay right and get slower.
 */
export async function compactTables(
  warehouse: Warehouse,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  for (const name of names) {
    const rows = localTable(warehouse.topology, { database: UNIVERSE, name });
    const statement: Sql = sql`OPTIMIZE TABLE ${rows}${onCluster(warehouse.topology)} FINAL`;
    await warehouse.command(statement, { lane: 'jobs', signal });
  }
}

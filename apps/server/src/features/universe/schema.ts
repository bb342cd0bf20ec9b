import {
  DURABLE,
  defineTable,
  type Migration,
  mergeParts,
  sql,
  type TableDefinition,
  type Warehouse,
} from '@quarry/clickhouse';
import { type BlockTable, type Columns, flag, id, instant, label, text, version } from './block-table.ts';
import { BLOCK_TABLES } from './blocks/index.ts';
import { identityHash } from './name-hash.ts';
import { createUniverse } from './released/0001-universe.ts';
import { addFoldedTexts } from './released/0002-folded-texts-of-companies.ts';
import { writeDurably } from './released/0003-durable-parts.ts';
import { addReachability } from './released/0004-reachable-people.ts';
import { addFrozenEstimates } from './released/0005-frozen-estimates.ts';
import { addImportJournal } from './released/0007-universe-imports.ts';
import { addNameHashes } from './released/0008-name-hashes.ts';
import { UNIVERSE } from './universe-table.ts';

/** Replaced parts go after a minute; the engine's default of eight would fill the disk on large imports. */
const SETTINGS = { old_parts_lifetime: 60, ...DURABLE };

function table(
  name: string,
  columns: Columns,
  orderBy: readonly string[],
  options: Partial<TableDefinition> = {},
): TableDefinition {
  return defineTable({
    database: UNIVERSE,
    name,
    columns: Object.entries(columns).map(([column, definition]) => ({ name: column, ...definition })),
    engine: { kind: 'ReplacingMergeTree', version: 'version' },
    orderBy,
    shardBy: sql`company_id`,
    ...options,
    settings: { ...SETTINGS, ...options.settings },
  });
}

const HOUSEKEEPING = {
  // Company by domain or LinkedIn id. First come, first served: an import never moves an identity to another company.
  // Imports look up the names of rows that must be merged by key, a few thousand scattered ones at a time, so granules are
  // small.
  identities: table(
    'identities',
    {
      kind: label,
      value: text,
      company_id: id,
      // Imports first look for all names of a batch among all stored ones; hashing those again would take longer.
      name_hash: { type: 'UInt64', materialized: identityHash },
      version,
    },
    ['kind', 'value'],
    { shardBy: sql`cityHash64(value)`, settings: { index_granularity: 256 } },
  ),
  // Links that staff set between a registrable domain and a LinkedIn id. They override everything else.
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
  merged_companies: table('merged_companies', { company_id: id, merged_into: id, merged_at: instant, version: id }, [
    'company_id',
  ]),
  // The blocks collected for each company; tells "none" from "unknown".
  collections: table(
    'collections',
    { block: label, company_id: id, collected_at: instant, is_synthetic: flag, version },
    ['block', 'company_id'],
  ),
  // The companies that staff keep of an estimate, to compare it with a later one; each run has its own.
  frozen_estimates: table('frozen_estimates', { run: id, company_id: id, version }, ['run', 'company_id'], {
    partitionBy: sql`run`,
  }),
  // What each import changed, by which it is undone: the version that it gave to a company's row of a block, the row that
  // it replaced as texts by column, if there was one, and the names that it assigned.
  import_changes: table(
    'import_changes',
    { run: id, block: label, company_id: id, version },
    ['run', 'block', 'company_id'],
    { partitionBy: sql`run` },
  ),
  import_originals: table(
    'import_originals',
    { run: id, block: label, company_id: id, original: { type: 'Map(String, Nullable(String))' }, version },
    ['run', 'block', 'company_id'],
    { partitionBy: sql`run` },
  ),
  import_identities: table(
    'import_identities',
    { run: id, kind: label, value: text, company_id: id, version },
    ['run', 'kind', 'value'],
    { partitionBy: sql`run`, shardBy: sql`cityHash64(value)` },
  ),
  // Generator runs, to recognise an interrupted one.
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

export const UNIVERSE_TABLES: readonly TableDefinition[] = [
  ...BLOCK_TABLES.map(blockTable),
  ...Object.values(HOUSEKEEPING),
];

/**
 * The migrations of the universe, in order. Released ones never change (`schema.test.ts` holds their hashes): before a
 * declaration that one reads changes, copy what it reads to `released`.
 */
export const universeMigrations: readonly Migration[] = [
  createUniverse,
  addFoldedTexts,
  writeDurably,
  addReachability,
  addFrozenEstimates,
  addImportJournal,
  addNameHashes,
];

/**
 * Merges each table into one part, so that FINAL costs nothing; without it, reads are correct but slower. Generation
 * ends with it, and the ledger does the same after every recorded write.
 */
export async function compactTables(
  warehouse: Warehouse,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  for (const name of names) {
    await mergeParts(warehouse, { database: UNIVERSE, name }, { lane: 'jobs', signal });
  }
}

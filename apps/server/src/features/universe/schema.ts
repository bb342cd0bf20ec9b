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
import { createUniverse } from './released/0001-universe.ts';
import { addFoldedTexts } from './released/0002-folded-texts-of-companies.ts';
import {
  type Columns,
  collectionsColumns,
  companiesColumns,
  detailTables,
  domainOverridesColumns,
  generationsColumns,
  identitiesColumns,
  mergedCompaniesColumns,
  staticTables,
} from './table-columns.ts';
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

const COMPANIES = table('companies', companiesColumns, ['company_id']);

/** Every table of the universe, by name. */
export const UNIVERSE_TABLES: readonly TableDefinition[] = [
  COMPANIES,
  ...Object.entries(staticTables).map(([name, columns]) => table(name, columns, ['company_id'])),
  ...Object.entries(detailTables).map(([name, columns]) => table(name, columns, ['company_id', 'item_id'])),
  // Looked up by a few thousand scattered keys at a time: small granules read little beside them.
  table('identities', identitiesColumns, ['kind', 'value'], {
    shardBy: sql`cityHash64(value)`,
    settings: { index_granularity: 256 },
  }),
  table('domain_overrides', domainOverridesColumns, ['domain'], { shardBy: sql`cityHash64(domain)` }),
  table('merged_companies', mergedCompaniesColumns, ['company_id']),
  table('collections', collectionsColumns, ['block', 'company_id']),
  table('generations', generationsColumns, ['seed', 'companies'], { shardBy: sql`seed` }),
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

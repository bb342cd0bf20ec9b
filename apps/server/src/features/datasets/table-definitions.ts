import { defineTable, ident, sql, type TableDefinition } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import type { VersionSchema } from './dataset-schema.ts';
import { SYSTEM_COLUMNS } from './system-columns.ts';
import { BEST_FIRST, datasetTables, foldedName, hasFoldedColumn, isStored, plainType, storedType } from './table.ts';

/** Replaced parts are of no use to anyone after a minute; the engine's eight would fill the disk while a build merges. */
const KEPT_SECONDS = 60;

/** Exact items as they are, one token each: answers `hasAny`, `hasAll` and `hasAnyTokens`. */
const EXACT_ITEMS = "text(tokenizer = 'array')";

/** The words of a text: answers `LIKE '%…%'` for what lies within one word. */
const WORDS = "text(tokenizer = 'splitByNonAlpha')";

/**
 * The wide table. It lies in the order of quality, so that "best first", the default, is read and not sorted, and
 * the first page of any filter is near the start. Companies are found by key in the table of rows, domains by their
 * text index.
 */
export function datasetTable(clientName: string, version: number, schema: VersionSchema): TableDefinition {
  const { database, dataset } = datasetTables(clientName, version);
  const own = schema.columns.filter(isStored);
  const folded = own.filter(hasFoldedColumn);
  return defineTable({
    database,
    name: dataset,
    columns: [
      ...SYSTEM_COLUMNS.map(({ fieldName, storedType }) => ({ name: fieldName, type: storedType })),
      { name: '__search', type: 'String' },
      { name: '__content_hash', type: 'UInt64' },
      ...own.map(({ fieldName, type }) => ({ name: fieldName, type: storedType(type) })),
      ...folded.map(({ fieldName, type }) => ({ name: foldedName(fieldName), type: plainType(type) })),
    ],
    engine: { kind: 'MergeTree' },
    orderBy: BEST_FIRST,
    indexes: [
      { name: 'by_domain', expression: sql`__domain`, type: EXACT_ITEMS },
      { name: 'by__search', expression: sql`__search`, type: WORDS },
      ...folded.map(({ fieldName, type }) => ({
        name: `by_${fieldName}`,
        expression: sql`${ident(foldedName(fieldName))}`,
        type: traitsOf(type).form === 'list' ? EXACT_ITEMS : WORDS,
      })),
    ],
    settings: {
      // A wide table has hundreds of files, and each is written through a buffer of this size.
      max_compress_block_size: 262_144,
      old_parts_lifetime: KEPT_SECONDS,
    },
    shardBy: sql`__company_id`,
  });
}

/** Whole rows by key. Small granules and small blocks: reading 25 scattered rows then decompresses little else. */
export function rowsTable(clientName: string, version: number): TableDefinition {
  const { database, rows } = datasetTables(clientName, version);
  return defineTable({
    database,
    name: rows,
    columns: [
      { name: 'company_id', type: 'UInt64' },
      { name: 'row', type: 'String' },
    ],
    engine: { kind: 'MergeTree' },
    orderBy: ['company_id'],
    settings: {
      index_granularity: 64,
      min_compress_block_size: 16_384,
      max_compress_block_size: 65_536,
      // Finding keys costs no less in a few large parts, and merging whole rows costs as much as writing them.
      max_bytes_to_merge_at_max_space_in_pool: 33_554_432,
      old_parts_lifetime: KEPT_SECONDS,
    },
    shardBy: sql`company_id`,
  });
}

const MEMBER_COLUMNS = [
  { name: 'company_id', type: 'UInt64' },
  { name: 'added_at', type: "DateTime('UTC')" },
  { name: 'updated_at', type: "Nullable(DateTime('UTC'))" },
  { name: 'sources', type: 'Array(String)' },
  { name: 'content_hash', type: 'UInt64' },
] as const;

/** The columns that say since when and why a company is in the dataset, and what its data was last. */
export const MEMBER_COLUMN_NAMES = MEMBER_COLUMNS.map(({ name }) => name);

function byCompany(clientName: string, name: string, more: readonly { name: string; type: string }[]): TableDefinition {
  return defineTable({
    database: datasetTables(clientName, 0).database,
    name,
    columns: [...MEMBER_COLUMNS, ...more],
    engine: { kind: 'MergeTree' },
    orderBy: ['company_id'],
    settings: { old_parts_lifetime: KEPT_SECONDS },
    shardBy: sql`company_id`,
  });
}

/** Who was in the dataset before, under the ids of today. Exists during a build. */
export function previousTable(clientName: string, version: number): TableDefinition {
  return byCompany(clientName, datasetTables(clientName, version).previous, [{ name: 'is_own_id', type: 'Bool' }]);
}

/** Companies that markets would bring in, once for each market. Exists during a build. */
export function offersTable(clientName: string, version: number): TableDefinition {
  const { database, offers } = datasetTables(clientName, version);
  return defineTable({
    database,
    name: offers,
    columns: [
      { name: 'company_id', type: 'UInt64' },
      { name: 'source', type: 'LowCardinality(String)' },
      { name: 'quality', type: 'Float64' },
    ],
    engine: { kind: 'MergeTree' },
    orderBy: ['company_id'],
    settings: { old_parts_lifetime: KEPT_SECONDS },
    shardBy: sql`company_id`,
  });
}

/** Who may be in the dataset, before the company limit. Exists during a build. */
export function candidatesTable(clientName: string, version: number): TableDefinition {
  return byCompany(clientName, datasetTables(clientName, version).candidates, [
    { name: 'is_new', type: 'Bool' },
    { name: 'is_hidden', type: 'Bool' },
    { name: 'quality', type: 'Float64' },
  ]);
}

/** Who is in the dataset. Hidden members wait for the end of calibration mode; their data is not in the other tables. */
export function membersTable(clientName: string, version: number): TableDefinition {
  return byCompany(clientName, datasetTables(clientName, version).members, [{ name: 'is_hidden', type: 'Bool' }]);
}

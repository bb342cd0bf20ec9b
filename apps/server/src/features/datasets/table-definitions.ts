import { DURABLE, defineTable, ident, sql, type TableDefinition } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import type { VersionSchema } from './dataset-schema.ts';
import { DOMAIN_HASH, domainHash } from './domain-hash.ts';
import { SYSTEM_COLUMNS } from './system-columns.ts';
import {
  BEST_FIRST,
  datasetTables,
  foldedName,
  hasFoldedColumn,
  isStored,
  MOST_FREQUENT_FIRST,
  plainType,
  storedType,
} from './table.ts';

/** The engine's default of eight minutes would fill the disk while a build merges. */
const OLD_PARTS_SECONDS = 60;

/** One token per item: answers `hasAny`. */
const EXACT_ITEMS = "text(tokenizer = 'array')";

/** One token per word: answers `LIKE '%…%'` within a word. */
const WORDS = "text(tokenizer = 'splitByNonAlpha')";

/**
 * The wide table, ordered by quality: the default sort needs no sorting, and the first page of any filter is near the
 * start. Companies are looked up by key in the rows table.
 */
export function datasetTable(clientName: string, version: number, schema: VersionSchema): TableDefinition {
  const { database, dataset } = datasetTables(clientName, version);
  const own = schema.columns.filter(isStored);
  const folded = own.filter(hasFoldedColumn);
  return defineTable({
    database,
    name: dataset,
    columns: [
      ...SYSTEM_COLUMNS.flatMap(({ fieldName, storedType: type }) =>
        type === undefined ? [] : [{ name: fieldName, type }],
      ),
      { name: DOMAIN_HASH, type: 'UInt64', default: domainHash },
      { name: '__search', type: 'String' },
      { name: '__content_hash', type: 'UInt64' },
      ...own.map(({ fieldName, type }) => ({ name: fieldName, type: storedType(type) })),
      ...folded.map(({ fieldName, type }) => ({ name: foldedName(fieldName), type: plainType(type) })),
    ],
    engine: { kind: 'MergeTree' },
    orderBy: BEST_FIRST,
    indexes: [
      { name: 'by__search', expression: sql`__search`, type: WORDS },
      ...folded.map(({ fieldName, type }) => ({
        name: `by_${fieldName}`,
        expression: sql`${ident(foldedName(fieldName))}`,
        type: traitsOf(type).form === 'list' ? EXACT_ITEMS : WORDS,
      })),
    ],
    settings: {
      ...DURABLE,
      // Half of the default: the values of a page's 25 rows cost half, and scans cost the same.
      index_granularity: 4096,
      // A wide table has hundreds of files, each with a write buffer of this size.
      max_compress_block_size: 262_144,
      old_parts_lifetime: OLD_PARTS_SECONDS,
    },
    shardBy: sql`__company_id`,
  });
}

/** Whole rows by key. Small granules and blocks, so that reading 25 scattered rows decompresses little else. */
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
      ...DURABLE,
      index_granularity: 64,
      min_compress_block_size: 16_384,
      max_compress_block_size: 65_536,
      // Fewer, larger parts don't make lookups cheaper, and merging whole rows costs as much as writing them.
      max_bytes_to_merge_at_max_space_in_pool: 33_554_432,
      old_parts_lifetime: OLD_PARTS_SECONDS,
    },
    shardBy: sql`company_id`,
  });
}

/** The values of each column as text, most frequent first, so that a page of them is a lookup by key. */
export function valuesTable(clientName: string, version: number): TableDefinition {
  const { database, values } = datasetTables(clientName, version);
  return defineTable({
    database,
    name: values,
    columns: [
      { name: 'field', type: 'LowCardinality(String)' },
      { name: 'value', type: 'String' },
      { name: 'folded', type: 'String' },
      { name: 'count', type: 'UInt32' },
    ],
    engine: { kind: 'MergeTree' },
    orderBy: ['field', ...MOST_FREQUENT_FIRST],
    settings: { ...DURABLE, index_granularity: 1024, old_parts_lifetime: OLD_PARTS_SECONDS },
    shardBy: sql`cityHash64(field, value)`,
  });
}

const MEMBER_COLUMNS = [
  { name: 'company_id', type: 'UInt64' },
  { name: 'added_at', type: "DateTime('UTC')" },
  { name: 'updated_at', type: "Nullable(DateTime('UTC'))" },
  { name: 'sources', type: 'Array(String)' },
  { name: 'content_hash', type: 'UInt64' },
] as const;

/** When and why a company entered the dataset, and the hash of its last data. */
export const MEMBER_COLUMN_NAMES = MEMBER_COLUMNS.map(({ name }) => name);

function memberTable(
  clientName: string,
  name: string,
  extra: readonly { name: string; type: string }[],
  settings: TableDefinition['settings'] = {},
): TableDefinition {
  return defineTable({
    database: datasetTables(clientName, 0).database,
    name,
    columns: [...MEMBER_COLUMNS, ...extra],
    engine: { kind: 'MergeTree' },
    orderBy: ['company_id'],
    settings: { old_parts_lifetime: OLD_PARTS_SECONDS, ...settings },
    shardBy: sql`company_id`,
  });
}

/** The members of the last version, under their current ids. Exists during a build. */
export function previousTable(clientName: string, version: number): TableDefinition {
  return memberTable(clientName, datasetTables(clientName, version).previous, [{ name: 'is_own_id', type: 'Bool' }]);
}

/** Companies that markets would bring in, one row per market. Exists during a build. */
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
    settings: { old_parts_lifetime: OLD_PARTS_SECONDS },
    shardBy: sql`company_id`,
  });
}

/** Possible members before the company limit. Exists during a build. */
export function candidatesTable(clientName: string, version: number): TableDefinition {
  return memberTable(clientName, datasetTables(clientName, version).candidates, [
    { name: 'is_new', type: 'Bool' },
    { name: 'is_hidden', type: 'Bool' },
    { name: 'quality', type: 'Float64' },
  ]);
}

/** Hidden members return when calibration mode ends; their data is not in the other tables. */
export function membersTable(clientName: string, version: number): TableDefinition {
  const { members } = datasetTables(clientName, version);
  return memberTable(clientName, members, [{ name: 'is_hidden', type: 'Bool' }], DURABLE);
}

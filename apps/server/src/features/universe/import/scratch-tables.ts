import {
  type ColumnDefinition,
  createDatabase,
  createTable,
  DURABLE,
  defineTable,
  dropDatabase,
  ident,
  inline,
  join,
  localTable,
  onCluster,
  type Slot,
  type Sql,
  sql,
  type TableDefinition,
  type Warehouse,
} from '@quarry/clickhouse';
import { companyIdOfName } from '../company-id.ts';
import { nameHash } from '../name-hash.ts';
import { CONTENT_FIELDS, type ContentField, type ContentKind, contentKind } from './company-record.ts';

/** The database of a running import. The next import drops the one of an import that was killed. */
const SCRATCH = 'universe_import';

const COLUMN_TYPES: Readonly<Record<ContentKind, string>> = {
  text: 'String',
  number: 'Nullable(Float64)',
  boolean: 'Nullable(Bool)',
  day: 'Nullable(Date32)',
  list: 'Array(String)',
};

const columnType = (field: ContentField): string => COLUMN_TYPES[contentKind(field)];
const isNullable = (field: ContentField): boolean => columnType(field).startsWith('Nullable');

/** The fields as columns, of `alias` if given. */
export function contentColumns(fields: readonly string[] = CONTENT_FIELDS, alias?: string): Sql {
  return join(fields.map((field) => (alias === undefined ? ident(field) : ident(alias, field))));
}

/** A hash of names and content, which tells null from 0. */
export function contentHash(names: readonly Slot[], column: (field: ContentField) => Slot): Sql {
  const values = CONTENT_FIELDS.flatMap((field) => {
    const value = column(field);
    return isNullable(field) ? [sql`isNull(${value})`, sql`assumeNotNull(${value})`] : [value];
  });
  return sql`greatest(1, cityHash64(${join([...names, ...values])}))`;
}

/** The id of a row's company if it is new. */
const NEW_ID = companyIdOfName(sql`if(domain = '', concat('linkedin:', linked_in_id), concat('domain:', domain))`);

const NAMES = sql`arrayConcat(
  [new_id],
  if(domain = '', [], [${nameHash('domain', sql`domain`)}]),
  if(linked_in_id = '', [], [${nameHash('linkedin', sql`linked_in_id`)}]),
  arrayMap(alias -> ${nameHash('domain', sql`alias`)}, arrayDistinct(aliases)))`;

const content: readonly ColumnDefinition[] = CONTENT_FIELDS.map((name) => ({
  name,
  type: columnType(name),
}));

const id = (name: string): ColumnDefinition => ({ name, type: 'UInt64' });
const text = (name: string): ColumnDefinition => ({ name, type: 'String' });
const flag = (name: string): ColumnDefinition => ({ name, type: 'Bool' });

// They need no durability, but after a power cut they must not keep the engine from opening.
const { max_suspicious_broken_parts, max_suspicious_broken_parts_bytes } = DURABLE;
const SETTINGS = { max_suspicious_broken_parts, max_suspicious_broken_parts_bytes };

/** Tables of one batch are kept in memory, because files would take longer than the work on their rows. */
type Scope = 'batch' | 'import';

function table(
  scope: Scope,
  name: string,
  orderBy: readonly string[],
  columns: readonly ColumnDefinition[],
): TableDefinition {
  return defineTable({
    database: SCRATCH,
    name,
    columns,
    engine: { kind: scope === 'batch' ? 'Memory' : 'MergeTree' },
    orderBy,
    shardBy: sql`rand()`,
    settings: SETTINGS,
  });
}

const rowColumns: readonly ColumnDefinition[] = [
  id('row'),
  text('domain'),
  text('linked_in_id'),
  { name: 'aliases', type: 'Array(String)' },
  ...content,
  {
    name: 'row_hash',
    type: 'UInt64',
    default: contentHash([sql`domain`, sql`linked_in_id`, sql`aliases`], (field) => ident(field)),
  },
  { name: 'new_id', type: 'UInt64', default: NEW_ID },
  // Hashes of everything by which the company could be known, and its id if it is new.
  { name: 'names', type: 'Array(UInt64)', default: NAMES },
];

const TABLES = {
  /** The next batch's rows as read from the file. On a cluster in the order of `companies`, which takes most of them in. */
  next_rows: table('batch', 'next_rows', ['new_id'], rowColumns),
  /** The batch's rows. */
  rows: table('batch', 'rows', ['new_id'], rowColumns),
  /** The batch's rows of which nothing must be merged. */
  plain_rows: table('batch', 'plain_rows', ['row'], [id('row'), id('company_id'), flag('is_new')]),
  /** The companies that have the names of the other rows. */
  known: table('batch', 'known', [], [text('kind'), text('value'), id('company_id')]),
  /** The companies of rows that must be merged, and the names that the company has after the row. */
  resolved: table(
    'batch',
    'resolved',
    ['row'],
    [id('row'), id('company_id'), text('named_domain'), text('named_linked_in_id'), flag('is_clear')],
  ),
  /** Companies after merging. */
  merged: table(
    'batch',
    'merged',
    ['company_id'],
    [
      id('company_id'),
      text('domain'),
      text('linked_in_id'),
      ...content,
      { name: 'is_domain_live', type: 'Nullable(Bool)' },
      { name: 'first_seen_at', type: "DateTime64(3, 'UTC')" },
      id('import_hash'),
      id('version'),
      id('created_rows'),
      id('updated_rows'),
      id('unchanged_rows'),
      flag('has_new_funding'),
      flag('has_new_technologies'),
    ],
  ),
  /** Identities that the batch assigned; in a dry run, those of all batches. */
  claims: table('import', 'claims', [], [text('kind'), text('value'), id('company_id')]),
  /** The companies of the rows of earlier batches. */
  seen: table('import', 'seen', ['company_id'], [id('company_id')]),
} as const satisfies Record<string, TableDefinition>;

export type ScratchTable = keyof typeof TABLES;

/** The name of a table for the drivers. */
export const scratchTarget = (name: ScratchTable): { database: string; table: string } => ({
  database: SCRATCH,
  table: name,
});

/** A table to read from or to insert into. */
export const scratch = (name: ScratchTable): Slot => ident(SCRATCH, name);

export async function createScratchTables(warehouse: Warehouse): Promise<void> {
  await dropDatabase(warehouse, SCRATCH);
  await createDatabase(warehouse, SCRATCH);
  for (const each of Object.values(TABLES)) await createTable(warehouse, each);
}

/** Makes the next batch's rows those of the batch, which must be empty. */
export async function turnToNextRows(warehouse: Warehouse): Promise<void> {
  const { topology } = warehouse;
  const [next, rows] = [localTable(topology, TABLES.next_rows), localTable(topology, TABLES.rows)];
  await warehouse.command(inline(sql`EXCHANGE TABLES ${next} AND ${rows}${onCluster(topology)}`), { lane: 'jobs' });
}

export async function dropScratchTables(warehouse: Warehouse): Promise<void> {
  await dropDatabase(warehouse, SCRATCH);
}

export async function emptyScratchTable(warehouse: Warehouse, name: ScratchTable): Promise<void> {
  const { topology } = warehouse;
  const local = localTable(topology, TABLES[name]);
  await warehouse.command(inline(sql`TRUNCATE TABLE ${local}${onCluster(topology)} SYNC`), { lane: 'jobs' });
}

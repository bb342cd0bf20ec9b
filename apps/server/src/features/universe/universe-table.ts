import { ident, type Sql, sql } from '@quarry/clickhouse';

/** The ClickHouse database that holds every company Quarry knows. */
export const UNIVERSE = 'universe';

/** The tables of the universe that hold one row per company, or detail rows ordered by company. */
const BLOCK_TABLES = [
  'companies',
  'funding',
  'web_traffic',
  'technographics',
  'social',
  'ads',
  'reviews_summary',
  'jobs',
  'team_members',
  'software_reviews',
  'software_features',
  'pages',
] as const;

/** A table that a data block can read. */
export type UniverseTable = (typeof BLOCK_TABLES)[number];

/** Every table of the universe. */
export type AnyUniverseTable =
  | UniverseTable
  | 'identities'
  | 'domain_overrides'
  | 'merged_companies'
  | 'collections'
  | 'generations';

/**
 * A table of the universe as it is read: `FROM ${readTable('companies')}`. Rows have versions, and FINAL keeps the
 * newest of each key; it costs nothing while the table is one part, which imports leave behind. Restrict big reads
 * by ranges of `company_id`, the sort key.
 */
export function readTable(name: AnyUniverseTable, alias?: string): Sql {
  const table = ident(UNIVERSE, name);
  return alias === undefined ? sql`${table} FINAL` : sql`${table} AS ${ident(alias)} FINAL`;
}

/** The companies as they are read: see `readTable`. */
export const companiesTable = (): Sql => readTable('companies');

/** A universe of many million companies in minutes: a generated one, and copies of it under other ids and domains. */
import { ident, join, type Sql, sql, uint, type Warehouse } from '@quarry/clickhouse';
import { compactTables } from '../apps/server/src/features/universe/schema.ts';
import {
  type Columns,
  collectionsColumns,
  companiesColumns,
  detailTables,
  staticTables,
} from '../apps/server/src/features/universe/table-columns.ts';
import { type AnyUniverseTable, readTable, UNIVERSE } from '../apps/server/src/features/universe/universe-table.ts';

/**
 * Writes copies of every company and of what hangs on it, so that the universe holds `factor` times the companies; the
 * detail rows go to the first `detailFactor` of each, itself included. Values repeat, ids and domains do not.
 */
export async function multiplyUniverse(warehouse: Warehouse, factor: number, detailFactor = 1): Promise<void> {
  const oneRow: [AnyUniverseTable, Columns][] = [
    ['companies', companiesColumns],
    ...Object.entries(staticTables).map(([name, columns]): [AnyUniverseTable, Columns] => [tableName(name), columns]),
  ];
  const details: [AnyUniverseTable, Columns][] = [
    ...Object.entries(detailTables).map(([name, columns]): [AnyUniverseTable, Columns] => [tableName(name), columns]),
    ['collections', collectionsColumns],
  ];
  for (const [name, columns] of oneRow) await copyTable(warehouse, name, columns, factor);
  for (const [name, columns] of details) await copyTable(warehouse, name, columns, detailFactor);
  await compactTables(
    warehouse,
    [...oneRow, ...details].map(([name]) => name),
  );
}

function tableName(name: string): AnyUniverseTable {
  const known: readonly AnyUniverseTable[] = [
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
  ];
  const found = known.find((table) => table === name);
  if (found === undefined) throw new Error(`No table ${name}`);
  return found;
}

const REPLACED: Readonly<Record<string, Sql>> = {
  company_id: sql`sipHash64(company_id, copy)`,
  item_id: sql`sipHash64(item_id, copy)`,
  domain: sql`if(domain = '', '', concat('m', toString(copy), '-', domain))`,
  linked_in_id: sql`if(linked_in_id = '', '', concat('m', toString(copy), '-', linked_in_id))`,
};

async function copyTable(
  warehouse: Warehouse,
  name: AnyUniverseTable,
  columns: Columns,
  factor: number,
): Promise<void> {
  if (factor < 2) return;
  const given = Object.entries(columns).filter(([, { materialized }]) => materialized === undefined);
  const values = given.map(([column]) => REPLACED[column] ?? ident(column));
  await warehouse.command(
    sql`INSERT INTO ${ident(UNIVERSE, name)} (${join(given.map(([column]) => ident(column)))})
      SELECT ${join(values)} FROM ${readTable(name)} ARRAY JOIN range(1, ${uint(factor)}) AS copy`,
    { lane: 'jobs', maxMemoryBytes: 10 * 1024 ** 3 },
  );
}

/** Builds a universe of many million companies in minutes by copying a generated one. */
import { ident, join, type Sql, sql, type TableDefinition, uint, type Warehouse } from '@quarry/clickhouse';
import { BLOCK_TABLES } from '../apps/server/src/features/universe/blocks/index.ts';
import { compactTables, UNIVERSE_TABLES } from '../apps/server/src/features/universe/schema.ts';
import { UNIVERSE } from '../apps/server/src/features/universe/universe-table.ts';

/**
 * Copies every company with its rows until the universe has `factor` times the companies and `detailFactor` times the
 * detail rows. Copies get new ids and domains.
 */
export async function multiplyUniverse(warehouse: Warehouse, factor: number, detailFactor = 1): Promise<void> {
  const rowsOf = new Map<string, 'one' | 'many'>(BLOCK_TABLES.map(({ name, rows }) => [name, rows]));
  const copied = UNIVERSE_TABLES.filter(({ name }) => rowsOf.has(name) || ['collections', 'identities'].includes(name));
  for (const table of copied) {
    const isDetail = rowsOf.get(table.name) === 'many' || table.name === 'collections';
    await copyTable(warehouse, table, isDetail ? detailFactor : factor);
  }
  await compactTables(
    warehouse,
    copied.map(({ name }) => name),
  );
}

const ofCopy = (name: Sql): Sql => sql`if(${name} = '', '', concat('m', toString(copy), '-', ${name}))`;

const REPLACED: Readonly<Record<string, Sql>> = {
  company_id: sql`sipHash64(company_id, copy)`,
  item_id: sql`sipHash64(item_id, copy)`,
  domain: ofCopy(sql`domain`),
  linked_in_id: ofCopy(sql`linked_in_id`),
  // Of an identity: the domain, the alias or the LinkedIn id.
  value: ofCopy(sql`value`),
};

async function copyTable(warehouse: Warehouse, { name, columns }: TableDefinition, factor: number): Promise<void> {
  if (factor < 2) return;
  const written = columns.filter(({ materialized }) => materialized === undefined);
  const values = written.map((column) => REPLACED[column.name] ?? ident(column.name));
  const table = ident(UNIVERSE, name);
  await warehouse.command(
    sql`INSERT INTO ${table} (${join(written.map((column) => ident(column.name)))})
      SELECT ${join(values)} FROM ${table} FINAL ARRAY JOIN range(1, ${uint(factor)}) AS copy`,
    { lane: 'jobs', maxMemoryBytes: 10 * 1024 ** 3 },
  );
}

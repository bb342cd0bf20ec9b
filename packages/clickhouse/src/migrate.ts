import { z } from 'zod';
import { createDatabase, createTable } from './create-table.ts';
import { ident, instant, sql, text } from './sql.ts';
import { defineTable } from './table.ts';
import type { Warehouse } from './warehouse.ts';

/** One change to the warehouse's tables. */
export interface Migration {
  /** The recorded name, e.g. `0001-universe-companies`. Never change it. */
  id: string;
  /** Must be repeatable (IF NOT EXISTS and the like), because a crash may run it again. */
  up(warehouse: Warehouse): Promise<void>;
}

/** The database of the warehouse's own records. */
export const META = 'quarry_meta';

const MIGRATIONS = defineTable({
  database: META,
  name: 'migrations',
  columns: [
    { name: 'id', type: 'String' },
    { name: 'applied_at', type: "DateTime64(3, 'UTC')" },
  ],
  engine: { kind: 'MergeTree' },
  orderBy: ['id'],
  shardBy: sql`0`,
});

const IdRow = z.object({ id: z.string() });

/**
 * Applies the migrations that are not recorded yet, in order, and returns their ids. The caller ensures that only one
 * process migrates (one process per data folder, or a lock in PostgreSQL).
 * @throws TypeError if two migrations have the same id.
 */
export async function migrate(warehouse: Warehouse, migrations: readonly Migration[]): Promise<string[]> {
  const ids = migrations.map((migration) => migration.id);
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
  if (repeated !== undefined) throw new TypeError(`Two migrations have the id ${repeated}`);
  await createDatabase(warehouse, META);
  await createTable(warehouse, MIGRATIONS);
  const table = ident(META, MIGRATIONS.name);
  const recorded = await warehouse.rows(sql`SELECT DISTINCT id FROM ${table}`, IdRow, { lane: 'jobs' });
  const done = new Set(recorded.map((row) => row.id));
  const applied: string[] = [];
  for (const migration of migrations) {
    if (done.has(migration.id)) continue;
    await migration.up(warehouse);
    await warehouse.command(
      sql`INSERT INTO ${table} (id, applied_at) SELECT ${text(migration.id)}, ${instant(new Date())}`,
      { lane: 'jobs' },
    );
    applied.push(migration.id);
  }
  return applied;
}

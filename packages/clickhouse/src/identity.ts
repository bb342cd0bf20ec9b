import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createDatabase, createTable } from './create-table.ts';
import { META } from './migrate.ts';
import { ident, sql, text } from './sql.ts';
import { defineTable } from './table.ts';
import type { Warehouse } from './warehouse.ts';

const IDENTITY = defineTable({
  database: META,
  name: 'identity',
  columns: [{ name: 'id', type: 'String' }],
  engine: { kind: 'MergeTree' },
  orderBy: ['id'],
  shardBy: sql`0`,
});

/**
 * The warehouse's own name, which backups keep and no other warehouse has; created at first use. The caller ensures that
 * only one process asks at a time.
 */
export async function warehouseIdentity(warehouse: Warehouse): Promise<string> {
  await createDatabase(warehouse, META);
  await createTable(warehouse, IDENTITY);
  const table = ident(META, IDENTITY.name);
  const [found] = await warehouse.rows(sql`SELECT id FROM ${table} ORDER BY id LIMIT 1`, z.object({ id: z.string() }), {
    lane: 'jobs',
  });
  if (found !== undefined) return found.id;
  const id = randomUUID();
  await warehouse.command(sql`INSERT INTO ${table} (id) SELECT ${text(id)}`, { lane: 'jobs' });
  return id;
}

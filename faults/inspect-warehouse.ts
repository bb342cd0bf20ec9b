import { join } from 'node:path';
import { ident, openEmbedded, sql, text } from '@quarry/clickhouse';
import { z } from 'zod';
import type { TableState } from './table-state.ts';

const table = z.object({ name: z.string(), isReplacing: z.number().transform(Boolean) });
const state = z.object({ rows: z.number(), digest: z.string() });

/**
 * Prints the tables of one database of a stopped data folder as JSON: `inspect-warehouse.ts <data folder> <database>`.
 * Digests ignore the order of rows, their times, and by which row of which import a company was last compared.
 */
const [dataDir, database] = process.argv.slice(2);
if (dataDir === undefined || database === undefined) throw new Error('Name a data folder and a database');
const warehouse = await openEmbedded({
  path: join(dataDir, 'clickhouse'),
  peopleSessions: 1,
  jobSessions: 1,
  maxMemoryBytes: 2 * 1024 ** 3,
});
const tables = await warehouse.rows(
  sql`SELECT name, engine LIKE '%Replacing%' AS isReplacing FROM system.tables WHERE database = ${text(database)} ORDER BY name`,
  table,
);
const found: TableState[] = [];
for (const { name, isReplacing } of tables) {
  const [counted] = await warehouse.rows(
    sql`SELECT toUInt32(count()) AS rows, toString(groupBitXor(sipHash64(formatRowNoNewline('JSONCompactEachRow',
      * EXCEPT (__added_at, __updated_at, version, first_seen_at, refreshed_at, import_hash))))) AS digest
      FROM ${ident(database, name)}${isReplacing ? sql` FINAL` : sql``}`,
    state,
    { lane: 'jobs' },
  );
  if (counted !== undefined) found.push({ name, ...counted });
}
await warehouse.close();
process.stdout.write(`${JSON.stringify(found)}\n`);

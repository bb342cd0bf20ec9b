import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runNode } from './processes.ts';

const INSPECT = fileURLToPath(new URL('./inspect-warehouse.ts', import.meta.url));

const tableState = z.object({ name: z.string(), rows: z.number(), digest: z.string() });

/** The content of a table, as a row count and digest. */
export type TableState = z.infer<typeof tableState>;

/** Reads the tables of one database of a stopped data folder, in a separate process. */
export async function readTables(dataDir: string, database: string): Promise<TableState[]> {
  const ended = await runNode([INSPECT, dataDir, database], {});
  if (ended.code !== 0) throw new Error(`Cannot read the data plane:\n${ended.stderr}`);
  return z.array(tableState).parse(JSON.parse(ended.stdout));
}

/** The tables of a database on disk; the server may be running. */
export function tableNames(dataDir: string, database: string): string[] {
  return readdirSync(join(dataDir, 'clickhouse/metadata', database))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => decodeURIComponent(name.slice(0, -4)))
    .sort();
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runNode } from './processes.ts';

const INSPECT = fileURLToPath(new URL('./inspect-warehouse.ts', import.meta.url));

const tableState = z.object({ name: z.string(), rows: z.number(), digest: z.string() });

/** What one table holds. */
export type TableState = z.infer<typeof tableState>;

/** Reads the tables of one database of a data folder that nobody has open, in a process of its own. */
export async function readTables(dataDir: string, database: string): Promise<TableState[]> {
  const ended = await runNode([INSPECT, dataDir, database], {});
  if (ended.code !== 0) throw new Error(`The data plane could not be read:\n${ended.stderr}`);
  return z.array(tableState).parse(JSON.parse(ended.stdout));
}

/** The names of the tables of a database, as they lie on disk; the server may run. */
export function tableNames(dataDir: string, database: string): string[] {
  return readdirSync(join(dataDir, 'clickhouse/metadata', database))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => decodeURIComponent(name.slice(0, -4)))
    .sort();
}

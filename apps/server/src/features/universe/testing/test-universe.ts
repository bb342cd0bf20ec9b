import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ident, migrate, openEmbedded, type Sql, sql, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { UNIVERSE_TABLES, universeMigrations } from '../schema.ts';
import { readTable, UNIVERSE, type UniverseTable } from '../universe-table.ts';

/** An engine with an empty universe in a folder of its own, for tests. */
export interface TestUniverse {
  warehouse: Warehouse;
  /** The folder, for further files. */
  path: string;
  /** Empties every table. */
  empty(): Promise<void>;
  /** The first row of a statement. */
  one<T>(statement: Sql, row: z.ZodType<T>): Promise<T>;
  /** A text for each table that changes with any value of any row but for bookkeeping. */
  fingerprints(tables: readonly UniverseTable[]): Promise<Record<string, string>>;
  /** Closes the engine and removes the folder. */
  close(): Promise<void>;
}

/** Opens a `TestUniverse`. */
export async function openTestUniverse(): Promise<TestUniverse> {
  const path = await mkdtemp(join(tmpdir(), 'quarry-universe-'));
  const warehouse = await openEmbedded({ path: join(path, 'clickhouse') });
  await migrate(warehouse, universeMigrations);
  const one = async <T>(statement: Sql, row: z.ZodType<T>): Promise<T> => {
    const [found] = await warehouse.rows(statement, row, { lane: 'jobs' });
    if (found === undefined) throw new Error('The statement gave no row');
    return found;
  };
  return {
    warehouse,
    path,
    one,
    empty: async () => {
      for (const { name } of UNIVERSE_TABLES) await warehouse.command(sql`TRUNCATE TABLE ${ident(UNIVERSE, name)}`);
    },
    fingerprints: async (tables) => {
      const prints: Record<string, string> = {};
      for (const table of tables) {
        // The clock's time, and in how many steps a row came to be, are no part of what it says.
        const columns = table === 'companies' ? sql`* EXCEPT (first_seen_at, version)` : sql`* EXCEPT (version)`;
        const { print } = await one(
          sql`SELECT toString(groupBitXor(cityHash64(toString(tuple(${columns}))))) || ' ' || toString(count()) AS print
            FROM ${readTable(table)}`,
          z.object({ print: z.string() }),
        );
        prints[table] = print;
      }
      return prints;
    },
    close: async () => {
      await warehouse.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ident, migrate, openEmbedded, type Sql, sql, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { UNIVERSE_TABLES, universeMigrations } from '../schema.ts';
import { readTable, UNIVERSE, type UniverseTable } from '../universe-table.ts';

/** An empty universe with its own engine and folder. */
export interface TestUniverse {
  warehouse: Warehouse;
  /** The folder; tests may put files there. */
  path: string;
  /** Empties every table. */
  empty(): Promise<void>;
  one<T>(statement: Sql, row: z.ZodType<T>): Promise<T>;
  /** A fingerprint per table, of all its rows without bookkeeping columns. */
  fingerprints(tables: readonly UniverseTable[]): Promise<Record<string, string>>;
  close(): Promise<void>;
}

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
        // Bookkeeping: when a row was first stored, and in how many steps.
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

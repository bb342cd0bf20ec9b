/** Universes with detail rows for the markets benchmark, each with a dataset of half its companies. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createDatabase,
  createTable,
  ident,
  migrate,
  openEmbedded,
  sql,
  uint,
  type Warehouse,
} from '@quarry/clickhouse';
import { z } from 'zod';
import { datasetDatabase, datasetTables } from '../apps/server/src/features/datasets/table.ts';
import { membersTable } from '../apps/server/src/features/datasets/table-definitions.ts';
import { generateUniverse } from '../apps/server/src/features/universe/generate/generate-universe.ts';
import { compactTables, universeMigrations } from '../apps/server/src/features/universe/schema.ts';
import { readTable } from '../apps/server/src/features/universe/universe-table.ts';
import { multiplyUniverse } from './multiply-universe.ts';

/** The client whose dataset determines net-new companies. */
export const CLIENT = { name: 'bench', datasetVersion: '1' } as const;

const COUNTED = ['companies', 'team_members', 'jobs', 'software_reviews', 'software_features', 'pages'] as const;
const rowsRow = z.object({ rows: z.number() });

/**
 * Opens a universe of about `companies` companies, created at the first call and kept in `QUARRY_BENCH_DIR` or the
 * system's temporary folder. Above two million companies, a tenth is generated and then copied, with detail rows for only
 * three copies.
 */
export async function openMarketsUniverse(companies: number): Promise<Warehouse> {
  const folder = join(process.env.QUARRY_BENCH_DIR ?? tmpdir(), `quarry-markets-${companies}`);
  const isNew = !existsSync(folder);
  const warehouse = await openEmbedded({ path: folder });
  const applied = await migrate(warehouse, universeMigrations);
  // Compact after migrations now, not during the measurement.
  if (!isNew && applied.length > 0) await compactTables(warehouse, ['companies']);
  if (isNew) {
    console.log(`Generating a universe of ${companies.toLocaleString('en')} companies in ${folder}…`);
    const factor = companies > 2_000_000 ? 10 : 1;
    await generateUniverse({ warehouse, companies: Math.ceil(companies / factor), seed: 1 });
    await multiplyUniverse(warehouse, factor, Math.min(factor, 3));
    await createDataset(warehouse);
  }
  for (const table of COUNTED) {
    const [found] = await warehouse.rows(sql`SELECT toUInt32(count()) AS rows FROM ${readTable(table)}`, rowsRow);
    console.log(`  ${(found?.rows ?? 0).toLocaleString('en').padStart(12)} ${table}`);
  }
  return warehouse;
}

async function createDataset(warehouse: Warehouse): Promise<void> {
  await createDatabase(warehouse, datasetDatabase(CLIENT.name));
  await createTable(warehouse, membersTable(CLIENT.name, Number(CLIENT.datasetVersion)));
  const { database, members } = datasetTables(CLIENT.name, CLIENT.datasetVersion);
  await warehouse.command(
    sql`INSERT INTO ${ident(database, members)} (company_id, added_at, sources, is_hidden)
      SELECT company_id, now(), ['CRITERIA'], false FROM ${readTable('companies')} WHERE company_id % ${uint(2)} = 0`,
    { lane: 'jobs' },
  );
}

import { createHash } from 'node:crypto';
import { createTable, renderInline, type Sql, sql, type Topology, text, type Warehouse } from '@quarry/clickhouse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { UNIVERSE_TABLES, universeMigrations } from './schema.ts';
import { openTestUniverse, type TestUniverse } from './testing/test-universe.ts';
import { UNIVERSE } from './universe-table.ts';

/** Hashes of each migration's statements, on one node and on a cluster. Append new migrations. */
const RELEASED = [
  [
    '0001-universe',
    '48141dd4869c48fcee75c87162f6089c3627f719b5093c0377d6309925634de7',
    'dde511b1a6420afc01ca1490618863815a04b364a027e9580d659e6ed70e6c9c',
  ],
  [
    '0002-folded-texts-of-companies',
    '6a8afdd89ab107c1443d0224c94a632b690379cf43f3585c4b36a34bde5deab8',
    'ff9600d1123b25819db0a33879f91960bf713512533832fd508637e0a205d492',
  ],
  [
    '0003-durable-parts',
    'b7bd0a5e0b5d18ca3c0b0c068263bade5f74a382454f1528df3b9cad9707fa5b',
    '416bf4aad89e3668d99652652f875848a5cff25900890a2153cf71fd5e9d5454',
  ],
  [
    '0004-reachable-people',
    '6fb0c7a8418bbf665ff415cad197b88c83f955cfe727b4763c525023d6cdbc23',
    '35ff5b3296736fa0b75e38130547fa7c7da7a43ffc7fd3dbd29c355664e89046',
  ],
  [
    '0005-frozen-estimates',
    'eb58e139958f52be2733a41aa22bd45f732b1af8947bbb422c9299885e4b3fe6',
    '214bffda8147ab56c2b4bbbb0e8a9058b2a52ecb350de1ab2ae48818a8a854ad',
  ],
  [
    '0007-universe-imports',
    '6ad84157ac82dca95fe526394e84c1f091c8dd82e501652cab04d3d07ae16409',
    'e66c5b0622ed6a071e718875fc588cbecad1d8ce7236b864702e52911601912f',
  ],
  [
    '0008-name-hashes',
    'dc332ff40e74c728a3101957b12d033362f20ca699e7432e39eedd1d3e34f8f5',
    '292964c942881d733e7ba4fb2679aebe2202e983beed45a9b5647f0f6b12c98b',
  ],
];

async function hashOf(topology: Topology, up: (warehouse: Warehouse) => Promise<void>): Promise<string> {
  const statements: string[] = [];
  const command = async (statement: Sql) => void statements.push(renderInline(statement));
  await up({ topology, command } as unknown as Warehouse);
  return createHash('sha256').update(statements.join('\n')).digest('hex');
}

describe('migrations of the universe', () => {
  let universe: TestUniverse;
  beforeAll(async () => {
    universe = await openTestUniverse();
  });
  afterAll(() => universe.close());

  it('do not change once released', async () => {
    const found = await Promise.all(
      universeMigrations.map(async ({ id, up }) => [
        id,
        await hashOf({ kind: 'single' }, up),
        await hashOf({ kind: 'cluster', cluster: 'main' }, up),
      ]),
    );
    expect(found).toEqual(RELEASED);
  });

  it('create the declared tables', async () => {
    const columnsOf = (database: string) =>
      universe.warehouse.rows(
        sql`SELECT table, name, type, default_kind, default_expression, is_in_sorting_key
          FROM system.columns WHERE database = ${text(database)} ORDER BY table, name`,
        z.record(z.string(), z.union([z.string(), z.number()])),
      );
    await universe.warehouse.command(sql`CREATE DATABASE declared`);
    for (const table of UNIVERSE_TABLES) await createTable(universe.warehouse, { ...table, database: 'declared' });
    const declared = await columnsOf('declared');
    expect(declared.length).toBeGreaterThan(100);
    expect(await columnsOf(UNIVERSE)).toEqual(declared);
  });
});

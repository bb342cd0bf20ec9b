import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openEmbedded, sql } from './index.ts';

const path = mkdtempSync(join(tmpdir(), 'quarry-empty-'));
afterAll(() => rmSync(path, { recursive: true, force: true }));

test('the engine opens without a table whose definition is empty, and says which', async () => {
  const first = await openEmbedded({ path });
  await first.command(sql`CREATE DATABASE firm`);
  for (const table of [sql`whole`, sql`cut`]) {
    await first.command(sql`CREATE TABLE firm.${table} (x UInt8) ENGINE = MergeTree ORDER BY x`);
    await first.command(sql`INSERT INTO firm.${table} VALUES (1)`);
  }
  await first.close();
  truncateSync(join(path, 'metadata/firm/cut.sql'));
  const said: unknown[] = [];
  const second = await openEmbedded({ path, log: (_message, details) => said.push(details) });
  expect(said).toContainEqual({ tables: ['firm.cut'] });
  const row = z.object({ x: z.number() });
  expect(await second.rows(sql`SELECT x FROM firm.whole`, row)).toEqual([{ x: 1 }]);
  await expect(second.rows(sql`SELECT x FROM firm.cut`, row)).rejects.toMatchObject({ clickhouseCode: 60 });
  await second.close();
});

import { mkdtempSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ident, openEmbedded, sql, type Warehouse } from './index.ts';
import { watchDefinitions } from './table-definitions.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'quarry-definitions-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const row = z.object({ x: z.number() });
const definitionOf = (table: string) => join(path, 'metadata/my%2Dfirm', `${table}.sql`);
const WHOLE = ident('my-firm', 'whole');
const CUT = ident('my-firm', 'cut');
const ADD = 'ALTER TABLE `my-firm`.`cut` ADD COLUMN y UInt8';

/** As the engine does it. */
async function replaceByNothing(): Promise<void> {
  writeFileSync(`${definitionOf('cut')}.tmp`, '');
  renameSync(`${definitionOf('cut')}.tmp`, definitionOf('cut'));
}

async function createTables(warehouse: Warehouse): Promise<void> {
  await warehouse.command(sql`CREATE DATABASE ${ident('my-firm')}`);
  for (const table of [WHOLE, CUT]) {
    await warehouse.command(sql`CREATE TABLE ${table} (x UInt8) ENGINE = MergeTree ORDER BY x`);
    await warehouse.command(sql`INSERT INTO ${table} VALUES (1)`);
  }
}

test('a change that leaves an empty definition fails, and the next start has the table from before', async () => {
  const first = await openEmbedded({ path });
  await createTables(first);
  const change = watchDefinitions(path).change(ADD, replaceByNothing);
  await expect(change).rejects.toMatchObject({ kind: 'unavailable' });
  await first.close();
  const said: unknown[] = [];
  const second = await openEmbedded({ path, log: (message, { tables }) => said.push([message, tables]) });
  expect(said).toContainEqual([expect.stringContaining('before their last change'), ['my-firm.cut']]);
  expect(await second.rows(sql`SELECT x FROM ${CUT}`, row)).toEqual([{ x: 1 }]);
  await second.close();
});

test('the engine opens without a new table whose definition is empty, and says which', async () => {
  const first = await openEmbedded({ path });
  await createTables(first);
  await first.close();
  truncateSync(definitionOf('cut'));
  const said: unknown[] = [];
  const second = await openEmbedded({ path, log: (message, { tables }) => said.push([message, tables]) });
  expect(said).toContainEqual([expect.stringContaining('dropped'), ['my-firm.cut']]);
  expect(await second.rows(sql`SELECT x FROM ${WHOLE}`, row)).toEqual([{ x: 1 }]);
  await expect(second.rows(sql`SELECT x FROM ${CUT}`, row)).rejects.toMatchObject({ clickhouseCode: 60 });
  await second.close();
});

test('changes of one table run one after the other, and leave nothing behind', async () => {
  const warehouse = await openEmbedded({ path });
  await createTables(warehouse);
  const columns = Array.from({ length: 5 }, (_each, at) => `y${at}`);
  await Promise.all(columns.map((name) => warehouse.command(sql`ALTER TABLE ${CUT} ADD COLUMN ${ident(name)} UInt8`)));
  await warehouse.close();
  expect(readdirSync(join(path, 'kept-definitions'))).toEqual([]);
  const again = await openEmbedded({ path });
  expect(await again.rows(sql`SELECT toUInt8(x + y0 + y1 + y2 + y3 + y4) AS x FROM ${CUT}`, row)).toEqual([{ x: 1 }]);
  await again.close();
  expect(readdirSync(path)).not.toContain('kept-definitions');
});

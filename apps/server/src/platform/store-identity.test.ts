import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const command = (name: string) => fileURLToPath(new URL(`../cli/${name}.ts`, import.meta.url));
let root: string;
let database: TestDatabase;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'quarry-identity-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(root, { recursive: true, force: true });
});

/** Runs a command of its own process, because the engine opens one folder per process. */
async function run(dataDir: string, name: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [command(name), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      TZ: 'UTC',
      UV_THREADPOOL_SIZE: '18',
      QUARRY_DATA_DIR: join(root, dataDir),
      DATABASE_URL: database.connectionString.replace('@/', '@localhost/'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  }
  const [code] = await once(child, 'close');
  return { code, said };
}

test('a database works with the stores that it knows, until others are accepted', async () => {
  expect(await run('first', 'clients', 'create', 'one')).toMatchObject({ code: 0 });
  const foreign = await run('second', 'clients', 'create', 'two');
  expect(foreign.code).toBe(1);
  expect(foreign.said).toBe(
    'The data engine of this process is not the one that the database knows. Processes that share DATABASE_URL must also share ClickHouse: set CLICKHOUSE_URL. ' +
      'If this store replaces the other one for good, stop every other process and run: npm run stores -- accept\n',
  );
  renameSync(join(root, 'first/files'), join(root, 'files'));
  mkdirSync(join(root, 'first/files'));
  expect((await run('first', 'clients', 'create', 'three')).said).toMatch(/^The file store of this process is not the/);
  rmSync(join(root, 'first/files'), { recursive: true });
  renameSync(join(root, 'files'), join(root, 'first/files'));
  expect(await run('first', 'clients', 'create', 'four')).toMatchObject({ code: 0 });

  expect(await run('second', 'stores', 'accept')).toMatchObject({ code: 0 });
  expect(await run('second', 'clients', 'create', 'five')).toMatchObject({ code: 0 });
  expect(await run('first', 'clients', 'create', 'six')).toMatchObject({ code: 1 });
});

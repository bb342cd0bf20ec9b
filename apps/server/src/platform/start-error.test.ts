import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const TRY_AGAIN = 69;
let root: string;
let database: TestDatabase;
/** With a host, as DATABASE_URL needs; the socket in its query counts. */
let databaseUrl: string;
const taken = createServer();

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'quarry-start-'));
  writeFileSync(join(root, 'file'), '');
  database = await createTestDatabase();
  databaseUrl = database.connectionString.replace('@/', '@localhost/');
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterAll(async () => {
  taken.close();
  await database.drop();
  rmSync(root, { recursive: true, force: true });
});

/** A port where nobody listens. */
async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server.address());
  server.close();
  await once(server, 'close');
  return port;
}
const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

async function start(environment: NodeJS.ProcessEnv): Promise<{ code: number | null; message: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      TZ: 'UTC',
      UV_THREADPOOL_SIZE: '18',
      LOG_LEVEL: 'silent',
      QUARRY_DEMO: 'off',
      PORT: '0',
      QUARRY_DATA_DIR: join(root, 'data'),
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let message = '';
  child.stderr.on('data', (chunk) => {
    message += String(chunk);
  });
  const [code] = await once(child, 'close');
  return { code, message };
}

test('a taken port', async () => {
  const port = portOf(taken.address());
  expect(await start({ DATABASE_URL: databaseUrl, PORT: String(port) })).toEqual({
    code: 1,
    message: `Port ${port} is in use by another program. Stop that program, or choose another port with PORT.\n`,
  });
});

test('a data folder that is a file, or below one', async () => {
  const path = join(root, 'file');
  expect(await start({ QUARRY_DATA_DIR: path })).toEqual({
    code: 1,
    message: `The data folder ${path} is a file, not a folder. Choose another folder with QUARRY_DATA_DIR.\n`,
  });
  expect((await start({ QUARRY_DATA_DIR: join(path, 'data') })).message).toContain('is a file, not a folder.');
});

test('an unreachable database, which is worth another try', async () => {
  const port = await unusedPort();
  expect(await start({ DATABASE_URL: `postgres://quarry:hidden-word@127.0.0.1:${port}/quarry` })).toEqual({
    code: TRY_AGAIN,
    message: `PostgreSQL at 127.0.0.1:${port} (DATABASE_URL) cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}.\n`,
  });
});

test('a wrong password or database, without the password', async () => {
  const wrongPassword = await start({ DATABASE_URL: databaseUrl.replace(/:[^:@]*@/, ':hidden-word@') });
  expect(wrongPassword.code).toBe(1);
  expect(wrongPassword.message).toMatch(/^PostgreSQL at .* refuses the user "quarry" of DATABASE_URL: .*\.\n$/);
  expect(wrongPassword.message).not.toContain('hidden-word');
  const wrongDatabase = await start({ DATABASE_URL: databaseUrl.replace(/localhost\/\w+/, 'localhost/nowhere') });
  expect(wrongDatabase.message).toMatch(/^PostgreSQL at .* has no database "nowhere" \(DATABASE_URL\)\.\n$/);
});

test('an unreachable ClickHouse', async () => {
  const port = await unusedPort();
  const environment = {
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: `http://quarry:hidden-word@127.0.0.1:${port}`,
  };
  expect(await start(environment)).toEqual({
    code: TRY_AGAIN,
    message: `ClickHouse at 127.0.0.1:${port} (CLICKHOUSE_URL) cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}.\n`,
  });
});

test('a migration that fails names its causes, not its statement, and a lack of disk space', async () => {
  await database.db.pool.query('drop schema drizzle cascade');
  const { code, message } = await start({ DATABASE_URL: databaseUrl });
  expect([code, message]).toEqual([1, expect.stringMatching(/^A statement of the database failed: .*\.\n$/)]);
  expect(message).not.toMatch(/select|create|params| at /i);
  const withoutRoom = { DATABASE_URL: databaseUrl, QUARRY_MIN_FREE_DISK_MB: '1000000000' };
  expect(await start(withoutRoom)).toEqual({
    code: TRY_AGAIN,
    message: expect.stringMatching(/^The disk of .* is nearly full: A statement of the database failed: .*\.\n$/),
  });
});

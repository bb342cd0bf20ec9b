import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { administer, migrate } from './index.ts';

const { superuserConnectionString } = inject('postgres');
const NAME = 'refused_roles';
const onDatabase = (role: string, password: string) =>
  superuserConnectionString
    .replace(/@\/[^?]*\?/, `@/${NAME}?`)
    .replace(/\/\/[^@]*@/, role === 'postgres' ? '$&' : `//${role}:${password}@`);

beforeAll(async () => {
  await administer(superuserConnectionString, `create role bypassing login bypassrls password 'secret'`);
  await administer(superuserConnectionString, `create database ${NAME} owner bypassing`);
});
afterAll(async () => {
  await administer(superuserConnectionString, `drop database ${NAME} with (force)`);
  await administer(superuserConnectionString, 'drop role bypassing');
});

test.each([
  ['postgres', 'is a superuser'],
  ['bypassing', 'has BYPASSRLS'],
])('the role %s is refused before anything is created', async (role, reason) => {
  const connectionString = onDatabase(role, 'secret');
  await expect(migrate(connectionString)).rejects.toThrow(`The database role "${role}" ${reason}`);
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(
    `select nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
     union all select nspname from pg_namespace where nspname = 'drizzle'`,
  );
  await client.end();
  expect(rows).toEqual([]);
});

import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clients } from './tables/clients.ts';

let database: TestDatabase;
let busy = '';
let neighbour = '';

beforeAll(async () => {
  database = await createTestDatabase();
  const rows = await database.db.asSystem((tx) =>
    tx
      .insert(clients)
      .values([{ name: 'busy' }, { name: 'neighbour' }])
      .returning({ id: clients.id }),
  );
  [busy = '', neighbour = ''] = rows.map(({ id }) => id);
});
afterAll(() => database.drop());

test('an account whose transactions all wait for one row leaves connections to the others', async () => {
  const { db } = database;
  const lockOwnRow = (id: string) =>
    db.asClient(id, (tx) => tx.select({ id: clients.id }).from(clients).where(eq(clients.id, id)).for('update'));
  const isLocked = Promise.withResolvers<void>();
  const isUnlocked = Promise.withResolvers<void>();
  const holder = db.asSystem(async (tx) => {
    await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, busy)).for('update');
    isLocked.resolve();
    await isUnlocked.promise;
  });
  await isLocked.promise;
  const waiting = Array.from({ length: 60 }, () => lockOwnRow(busy));
  let isAnyServed = false;
  void Promise.race(waiting).then(() => {
    isAnyServed = true;
  });
  expect(await lockOwnRow(neighbour)).toEqual([{ id: neighbour }]);
  expect(await db.withShare('a person').asSystem((tx) => tx.$count(clients))).toBe(2);
  expect(isAnyServed).toBe(false);
  isUnlocked.resolve();
  await Promise.all([holder, ...waiting]);
});

test('nobody waits for a lock for longer than five seconds', async () => {
  const { rows } = await database.db.asClient(busy, (tx) => tx.execute(sql`show lock_timeout`));
  expect(rows).toEqual([{ lock_timeout: '5s' }]);
});

test("any text can be an account's id, and names only that account", async () => {
  const id = `o'neil\\'; set local quarry.client_id = '*`;
  const { rows } = await database.db.asClient(id, (tx) =>
    tx.execute(sql`select current_setting('quarry.client_id') as id`),
  );
  expect(rows).toEqual([{ id }]);
});

test('a read that went out behind a beginning that fails sees nothing, and fails', async () => {
  let seen: unknown;
  const read = database.db.asClient(
    busy,
    async (tx) => {
      seen = await tx.select().from(clients);
      return seen;
    },
    { readOnly: true, isolation: 'none' as 'serializable' },
  );
  await expect(read).rejects.toThrow('syntax error at or near "none"');
  expect(seen).toEqual([]);
  expect(await database.db.asClient(busy, (tx) => tx.$count(clients), { readOnly: true })).toBe(1);
});

import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eq, sql, sqlState } from './index.ts';
import { listClientTables } from './row-security.ts';
import { clients } from './tables/clients.ts';
import { contacts } from './tables/contacts.ts';
import { jobs } from './tables/jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('accounts are kept apart', () => {
  test('every table with a client_id has forced row-level security', async () => {
    const session = await database.db.pool.connect();
    try {
      const tables = await listClientTables(session);
      expect(tables.map((entry) => entry.table)).toEqual(
        expect.arrayContaining(['clients', 'contacts', 'jobs', 'audit_log', 'credit_ledger']),
      );
      expect(tables.filter((entry) => !entry.isProtected)).toEqual([]);
    } finally {
      session.release();
    }
  });

  test('a transaction of one account neither sees nor writes rows of another, nor of the installation', async () => {
    const { db } = database;
    const [one, other] = await db.asSystem(async (tx) => {
      const made = await tx
        .insert(clients)
        .values([{ name: 'one' }, { name: 'other' }])
        .returning({ id: clients.id });
      await tx.insert(contacts).values(made.map(({ id }) => ({ clientId: id, contactId: 'p1', companyId: '7' })));
      await tx.insert(jobs).values({ clientId: null, type: 'sweep', input: {} });
      return made.map(({ id }) => id);
    });
    if (one === undefined || other === undefined) throw new Error('two clients expected');
    const seen = await db.asClient(one, async (tx) => ({
      clients: (await tx.select({ id: clients.id }).from(clients)).map(({ id }) => id),
      contacts: (await tx.select({ clientId: contacts.clientId }).from(contacts)).map(({ clientId }) => clientId),
      jobs: await tx.$count(jobs),
    }));
    expect(seen).toEqual({ clients: [one], contacts: [one], jobs: 0 });
    const updated = await db.asClient(one, (tx) =>
      tx.update(contacts).set({ position: 'CEO' }).where(eq(contacts.clientId, other)).returning(),
    );
    expect(updated).toEqual([]);
    const trespass = db.asClient(one, (tx) =>
      tx.insert(contacts).values({ clientId: other, contactId: 'p2', companyId: '7' }),
    );
    expect(sqlState(await trespass.catch((error: unknown) => error))).toBe('42501');
    expect(await db.asSystem((tx) => tx.$count(contacts))).toBe(2);
  });

  test('with no account named, no row is there, on a connection that was used for one before as well', async () => {
    const { db } = database;
    await db.asSystem((tx) => tx.execute(sql`select 1`));
    const counts = await Promise.all(
      Array.from({ length: 20 }, () => db.pool.query('select count(*)::int as n from contacts')),
    );
    expect(counts.map((answer) => answer.rows[0])).toEqual(counts.map(() => ({ n: 0 })));
  });
});

describe('transactions', () => {
  test('a deadlock is tried again', async () => {
    const { db } = database;
    await db.asSystem((tx) =>
      tx.insert(clients).values([
        { id: 'a', name: 'a' },
        { id: 'b', name: 'b' },
      ]),
    );
    let runs = 0;
    const inOrder = (first: string, second: string) =>
      db.asSystem(async (tx) => {
        runs++;
        await tx
          .update(clients)
          .set({ configVersion: sql`${clients.configVersion} + 1` })
          .where(eq(clients.id, first));
        await tx.execute(sql`select pg_sleep(0.2)`);
        await tx
          .update(clients)
          .set({ configVersion: sql`${clients.configVersion} + 1` })
          .where(eq(clients.id, second));
      });
    await Promise.all([inOrder('a', 'b'), inOrder('b', 'a')]);
    expect(runs).toBe(3);
    const rows = await db.asSystem((tx) =>
      tx.select({ version: clients.configVersion }).from(clients).where(sql`${clients.id} in ('a', 'b')`),
    );
    expect(rows).toEqual([{ version: 3 }, { version: 3 }]);
  });

  test('a read-only transaction refuses to write', async () => {
    const write = database.db.asSystem((tx) => tx.insert(clients).values({ name: 'x' }), { readOnly: true });
    expect(sqlState(await write.catch((error: unknown) => error))).toBe('25006');
  });

  test('asClient wants one account', () => {
    expect(() => database.db.asClient('*', async () => null)).toThrow('one account');
  });
});

import { eq } from '@quarry/postgres';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClient } from '#server/testing/test-people.ts';
import { appendCreditEntry } from './append-credit-entry.ts';
import { chargedBefore, chargeEach, lockCredits } from './charge-each.ts';
import { grantCredits } from './grant-credits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const CONTACT = 'CONTACT' as const;

async function clientWith(name: string, amount: number): Promise<string> {
  const clientId = await createTestClient(database, name);
  await database.db.asSystem((tx) =>
    grantCredits(tx, { clientId, creditType: CONTACT, amount, actor: 'test', idempotencyKey: 'grant' }),
  );
  return clientId;
}

const entriesOf = (clientId: string) =>
  database.db.asSystem((tx) =>
    tx.select().from(creditLedger).where(eq(creditLedger.clientId, clientId)).orderBy(creditLedger.id),
  );

test('20 at once never spend more than there is, and every balance follows from the one before', async () => {
  const clientId = await clientWith('parallel', 100);
  const attempts = Array.from({ length: 20 }, async (_each, at) =>
    database.db.asClient(clientId, async (tx) => {
      const keys = Array.from({ length: 9 }, (_none, number) => `charge ${at} ${number}`);
      if (at % 2 === 0) {
        const entry = { clientId, creditType: CONTACT, kind: 'CONSUME', amount: -9, actor: 'test' } as const;
        await appendCreditEntry(tx, { ...entry, idempotencyKey: `entry ${at}` });
        return 9;
      }
      const balance = (await lockCredits(tx, clientId, CONTACT)) ?? 0;
      const charges = keys.slice(0, balance).map((idempotencyKey) => ({ idempotencyKey, reference: {} }));
      await chargeEach(tx, { clientId, creditType: CONTACT, actor: 'test', charges });
      return charges.length;
    }),
  );
  const spent = (await Promise.allSettled(attempts)).map((end) => (end.status === 'fulfilled' ? end.value : 0));
  const entries = await entriesOf(clientId);
  let balance = 0;
  for (const { amount, balanceAfter } of entries) {
    balance += amount;
    expect(balanceAfter).toBe(balance);
    expect(balance).toBeGreaterThanOrEqual(0);
  }
  expect(spent.reduce((sum, each) => sum + each, 0)).toBe(100 - balance);
  expect(balance).toBeLessThan(9);
});

test('a charge beyond the balance or with a known key is refused with everything beside it', async () => {
  const clientId = await clientWith('strict', 2);
  const charge = (...keys: string[]) =>
    database.db.asClient(clientId, async (tx) => {
      await lockCredits(tx, clientId, CONTACT);
      const charges = keys.map((idempotencyKey) => ({ idempotencyKey, reference: { key: idempotencyKey } }));
      await chargeEach(tx, { clientId, creditType: CONTACT, actor: 'test', charges });
    });
  await expect(charge('a', 'b', 'c')).rejects.toThrow();
  await charge('a');
  await expect(charge('b', 'a')).rejects.toThrow();
  const known = await database.db.asClient(clientId, (tx) => chargedBefore(tx, clientId, ['a', 'b']));
  expect(known).toEqual(new Set(['a']));
  expect((await entriesOf(clientId)).map(({ balanceAfter, reference }) => [balanceAfter, reference])).toEqual([
    [2, {}],
    [1, { key: 'a' }],
  ]);
});

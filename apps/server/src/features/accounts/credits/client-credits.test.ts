import {
  changeClientCredits,
  changeClientLimit,
  createClientConfig,
  getClientCredits,
  getClientLimits,
} from '@quarry/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let staff: Caller;
let email: string;

beforeAll(async () => {
  server = await startTestServer();
  const person = await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS'] });
  email = person.email;
  staff = { token: person.token };
  for (const clientName of ['ours', 'theirs']) await server.call(createClientConfig, { config: { clientName } }, staff);
});
afterAll(() => server.close());

const CONTACT = { client: 'ours', creditType: 'CONTACT' } as const;
const entries = async () => server.call(getClientCredits, { client: 'ours' }, staff);

describe('credits of a client', () => {
  test('are added, removed and set, each with actor and reason in the ledger', async () => {
    const add = { ...CONTACT, action: 'add', amount: 100, reason: 'Order 17' } as const;
    expect((await server.call(changeClientCredits, add, staff)).creditBalances.CONTACT).toBe(100);
    await server.call(changeClientCredits, { ...CONTACT, action: 'remove', amount: 30 }, staff);
    await server.call(changeClientCredits, { ...CONTACT, action: 'set', amount: 5 }, staff);
    const last = await server.call(changeClientCredits, { ...CONTACT, action: 'set' }, staff);
    expect(last.creditBalances).toEqual({ CONTACT: null, ENRICHMENT: null, PHONE_NUMBER: null });
    const { entries: ledger, count } = await entries();
    expect(count).toBe(4);
    expect(
      ledger.map(({ kind, amount, balanceAfter, reference, actor }) => [
        kind,
        amount,
        balanceAfter,
        reference.reason,
        actor,
      ]),
    ).toEqual([
      ['SET', -5, null, 'set', email],
      ['SET', -65, 5, 'set', email],
      ['REMOVE', -30, 70, 'remove', email],
      ['GRANT', 100, 100, 'Order 17', email],
    ]);
    expect((await server.call(getClientCredits, { client: 'theirs' }, staff)).count).toBe(0);
  });

  test('never fall below zero, however many remove them at once', async () => {
    await server.call(changeClientCredits, { ...CONTACT, action: 'set', amount: 55 }, staff);
    const removals = await Promise.all(
      Array.from({ length: 20 }, async () =>
        server.send(changeClientCredits, { ...CONTACT, action: 'remove', amount: 10 }, staff),
      ),
    );
    expect(removals.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 5 }, () => 200),
      ...Array.from({ length: 15 }, () => 422),
    ]);
    expect((await entries()).creditBalances.CONTACT).toBe(5);
  });

  test('need a client, a known type and an amount', async () => {
    const refused = async (input: object) =>
      (await server.refused(changeClientCredits, { ...CONTACT, action: 'add', amount: 1, ...input }, staff)).status;
    expect(await refused({ client: 'nobody' })).toBe(404);
    expect(await refused({ creditType: 'GOLD' })).toBe(422);
    for (const amount of [null, 0, -1, 1.5]) expect(await refused({ amount })).toBe(422);
  });
});

test('the company limit is set and taken away; the next build sees it', async () => {
  const set = (amount: number | null) =>
    server.call(changeClientLimit, { client: 'ours', limitType: 'companies', amount }, staff);
  expect((await set(10)).limits.companies).toBe(10);
  expect((await server.call(getClientLimits, { client: 'ours' }, staff)).limits.companies).toBe(10);
  expect((await set(null)).limits.companies).toBeNull();
  const invalid = await server.refused(
    changeClientLimit,
    { client: 'ours', limitType: 'companies', amount: -1 },
    staff,
  );
  expect(invalid.status).toBe(422);
});

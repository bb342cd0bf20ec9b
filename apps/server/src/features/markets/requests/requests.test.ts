import {
  createMarket,
  declineMarketPublish,
  getMarket,
  listMarketRequests,
  pauseMarket,
  publishMarket,
  requestMarketPublish,
  resumeMarket,
  updateMarket,
  withdrawMarketPublish,
} from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { memberships } from '@quarry/postgres/tables/memberships';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClient, signedInPerson, type TestPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { planMarkets } from '../sourcing/plan-markets.ts';

let server: TestServer;
let clientId: string;
let names = 0;
let people: Readonly<Record<'asker' | 'colleague' | 'admin' | 'approver' | 'other', TestPerson>>;
const as = (who: keyof typeof people): Caller => ({ token: people[who].token, client: 'ours' });

const inCountry = (...codes: string[]): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'country', field: 'firmographics/country', operator: 'isOneOf', value: codes }],
});
const create = async () => {
  const name = `Market ${++names}`;
  return (await server.call(createMarket, { name, draftMarketCriteria: inCountry('DE') }, as('asker'))).item;
};
/** Creates a market whose publishing `asker` has requested. */
const createRequested = async (isLive = true) => {
  const { id: marketId, name } = await create();
  const { item } = await server.call(requestMarketPublish, { marketId, isLive }, as('asker'));
  return { marketId, name, requestedAt: item.publishRequest?.requestedAt ?? '' };
};
const createLive = async () => {
  const { marketId } = await createRequested();
  await server.call(publishMarket, { marketId, draftVersion: 1 }, as('approver'));
  return marketId;
};
const read = async (marketId: string) => (await server.call(getMarket, { marketId }, as('asker'))).item;

/** Waits until this many mails about a market with this end of the subject are sent; in the order of their recipients. */
async function mailsAbout(name: string, end: string, expected: number) {
  const { mailer } = server.platform;
  const find = async () =>
    ((await mailer.outbox?.()) ?? [])
      .filter(({ subject }) => subject.includes(`“${name}”`) && subject.endsWith(end))
      .toSorted((one, other) => one.to.localeCompare(other.to));
  await expect.poll(async () => (await find()).length, { timeout: 10_000 }).toBe(expected);
  return find();
}

beforeAll(async () => {
  server = await startTestServer();
  clientId = await createTestClient(server.platform, 'ours');
  const { platform } = server;
  people = {
    asker: await signedInPerson(platform, { memberOf: { [clientId]: ['USER'] } }),
    colleague: await signedInPerson(platform, { memberOf: { [clientId]: ['USER'] } }),
    admin: await signedInPerson(platform, { memberOf: { [clientId]: ['USER', 'ADMIN'] } }),
    approver: await signedInPerson(platform, { staffPermissions: ['VIEW_ANY_ACCOUNT'] }),
    other: await signedInPerson(platform, { staffPermissions: ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS'] }),
  };
});
afterAll(() => server.close());

describe('a request to publish', () => {
  test('can be withdrawn by who asked and by administrators, but not by others', async () => {
    const { marketId } = await createRequested();
    expect((await server.refused(withdrawMarketPublish, { marketId }, as('colleague'))).status).toBe(403);
    const { item } = await server.call(withdrawMarketPublish, { marketId }, as('asker'));
    expect(item).toMatchObject({
      isPendingReview: false,
      publishRequest: null,
      hasUnpublishedChanges: true,
      lastReview: { outcome: 'WITHDRAWN', by: people.asker.email, note: null },
    });
    await server.call(requestMarketPublish, { marketId, isLive: false }, as('asker'));
    expect(await read(marketId)).toMatchObject({ isPendingReview: true, lastReview: null });
    await server.call(withdrawMarketPublish, { marketId }, as('admin'));
    expect((await read(marketId)).lastReview?.by).toBe(people.admin.email);
  });

  test('is declined with a note by who may approve; the draft stays as it is', async () => {
    const { marketId, requestedAt } = await createRequested();
    const before = await read(marketId);
    const decline = { marketId, requestedAt, note: ' Too broad: name an industry. ' };
    for (const who of ['asker', 'admin'] as const)
      expect((await server.refused(declineMarketPublish, decline, as(who))).status).toBe(403);
    for (const note of ['', '  ', 'n'.repeat(1001)])
      expect((await server.refused(declineMarketPublish, { ...decline, note }, as('approver'))).status).toBe(422);
    const { item } = await server.call(declineMarketPublish, decline, as('approver'));
    expect(item).toEqual({
      ...before,
      isPendingReview: false,
      publishRequest: null,
      lastReview: {
        outcome: 'DECLINED',
        by: people.approver.email,
        at: expect.any(String),
        note: 'Too broad: name an industry.',
      },
    });
  });

  test('is decided once: of two people at once, one wins and the other is told who did', async () => {
    for (let round = 0; round < 5; round++) {
      const { marketId, requestedAt } = await createRequested();
      const answers = await Promise.all([
        server.send(publishMarket, { marketId, draftVersion: 1, requestedAt }, as('approver')),
        server.send(declineMarketPublish, { marketId, requestedAt, note: 'No.' }, as('other')),
        server.send(withdrawMarketPublish, { marketId }, as('asker')),
      ]);
      const winner = (await read(marketId)).lastReview;
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
        expect([status, body]).toEqual([
          409,
          expect.objectContaining({
            errorCode: 'NOT_PENDING_REVIEW',
            message: expect.stringMatching(new RegExp(`(approved|declined|withdrawn) by ${winner?.by ?? ''}\\.$`)),
          }),
        ]);
      }
    }
  });

  test('is decided as it was seen: not if it was withdrawn and made again meanwhile', async () => {
    const { marketId, requestedAt } = await createRequested(false);
    await server.call(withdrawMarketPublish, { marketId }, as('asker'));
    await server.call(requestMarketPublish, { marketId, isLive: true }, as('asker'));
    const seen = { marketId, requestedAt };
    const outOfSync = { status: 409, body: { errorCode: 'RESOURCE_OUT_OF_SYNC' } };
    expect(await server.refused(publishMarket, { ...seen, draftVersion: 1 }, as('approver'))).toMatchObject(outOfSync);
    expect(await server.refused(declineMarketPublish, { ...seen, note: 'No.' }, as('approver'))).toMatchObject(
      outOfSync,
    );
    expect(await read(marketId)).toMatchObject({ isPendingReview: true, isPublished: false });
  });

  test('is told by mail to its requester and to all who may approve, except to who acts', async () => {
    const { marketId, name, requestedAt } = await createRequested();
    // Asking for the same again is no news.
    await server.call(requestMarketPublish, { marketId, isLive: true }, as('asker'));
    const { approver, other, asker } = people;
    const asked = await mailsAbout(name, 'waits for approval', 2);
    expect(asked.map(({ to }) => to)).toEqual([approver.email, other.email].toSorted());
    for (const { subject, text } of asked) {
      expect(subject).toBe(`The market “${name}” of ours waits for approval`);
      expect(text).toContain(`${asker.email} asks to publish`);
      expect(text).toContain('as Live');
      expect(text).toContain('/admin/market-requests');
    }
    const latest = (await read(marketId)).publishRequest?.requestedAt ?? requestedAt;
    await server.call(
      declineMarketPublish,
      { marketId, requestedAt: latest, note: 'Too broad.\nName an industry.' },
      as('approver'),
    );
    const declined = await mailsAbout(name, 'was declined', 2);
    expect(declined.map(({ to }) => to)).toEqual([asker.email, other.email].toSorted());
    expect(declined.find(({ to }) => to === asker.email)).toMatchObject({
      subject: `Your market “${name}” was declined`,
      text: expect.stringContaining('Their note:\n\n    Too broad.\n    Name an industry.\n'),
    });
    expect(declined[0]?.text).toContain(`/app/ours/markets/explore/${marketId}`);
  });

  test('is not told to requesters who have left the account', async () => {
    const leaver = await signedInPerson(server.platform, { memberOf: { [clientId]: ['USER'] } });
    const { id: marketId, name } = await create();
    await server.call(requestMarketPublish, { marketId, isLive: true }, { token: leaver.token, client: 'ours' });
    await server.platform.db.asClient(clientId, (tx) =>
      tx.delete(memberships).where(eq(memberships.userId, leaver.userId)),
    );
    await server.call(publishMarket, { marketId, draftVersion: 1 }, as('approver'));
    const published = await mailsAbout(name, 'is published', 1);
    expect(published.map(({ to }) => to)).toEqual([people.other.email]);
  });
});

test('staff see the waiting requests of all accounts, oldest first, with what changes in words', async () => {
  await server.platform.db.asSystem((tx) =>
    tx.update(markets).set({ isPendingReview: false }).where(eq(markets.isPendingReview, true)),
  );
  const theirs = await createTestClient(server.platform, 'theirs');
  const them = await signedInPerson(server.platform, { memberOf: { [theirs]: ['USER'] } });
  const marketId = await createLive();
  const edited: FilterGroup = {
    ...inCountry('DE', 'FR'),
    rules: [
      ...inCountry('DE', 'FR').rules,
      { id: 'size', field: 'firmographics/employee_count', operator: 'gte', value: 50 },
    ],
  };
  await server.call(updateMarket, { marketId, draftMarketCriteria: edited }, as('asker'));
  await server.call(requestMarketPublish, { marketId, isLive: false }, as('asker'));
  const caller = { token: them.token, client: 'theirs' };
  const draft = await server.call(createMarket, { name: 'Theirs', draftMarketCriteria: inCountry('US') }, caller);
  await server.call(requestMarketPublish, { marketId: draft.item.id, isLive: true }, caller);

  const { items, count } = await server.call(listMarketRequests, {}, { token: people.approver.token });
  expect(count).toBe(2);
  expect(items).toMatchObject([
    {
      marketId,
      clientName: 'ours',
      requestedBy: people.asker.email,
      isLive: false,
      draftVersion: 2,
      proposed: 'Country is one of Germany, France and Employee count is at least 50',
      published: { criteria: 'Country is one of Germany', isLive: true },
      added: ['Country is one of Germany, France', 'Employee count is at least 50'],
      removed: ['Country is one of Germany'],
      otherChanges: [],
    },
    { clientName: 'theirs', name: 'Theirs', proposed: 'Country is one of United States', published: null, added: [] },
  ]);
  const next = await server.call(listMarketRequests, { limit: 1, offset: 1 }, { token: people.approver.token });
  expect([next.items.map(({ name }) => name), next.count]).toEqual([['Theirs'], 2]);
  expect((await server.refused(listMarketRequests, {}, { token: people.admin.token })).status).toBe(403);
});

describe('a live market', () => {
  const planned = async () =>
    (await server.platform.db.asClient(clientId, (tx) => planMarkets(tx, clientId))).map(({ id }) => id);

  test('is paused and resumed by administrators without approval', async () => {
    const marketId = await createLive();
    for (const endpoint of [pauseMarket, resumeMarket])
      expect((await server.refused(endpoint, { marketId }, as('asker'))).status).toBe(403);
    expect(await server.refused(resumeMarket, { marketId }, as('admin'))).toMatchObject({
      status: 409,
      body: { message: 'This market is not paused.' },
    });
    const before = await read(marketId);
    const paused = await server.call(pauseMarket, { marketId }, as('admin'));
    expect(paused.item).toEqual({
      ...before,
      isLive: false,
      isPaused: true,
      // It was not sourced yet, and no build will while it is paused.
      sourcing: { ...before.sourcing, isWaiting: false },
    });
    expect(await planned()).not.toContain(marketId);
    expect(await server.refused(pauseMarket, { marketId }, as('admin'))).toMatchObject({
      status: 409,
      body: { message: 'This market is already paused.' },
    });
    expect((await server.call(resumeMarket, { marketId }, as('admin'))).item).toEqual(before);
    expect(await planned()).toContain(marketId);
  });

  test('keeps its pause while its draft changes; publishing ends it', async () => {
    const marketId = await createLive();
    await server.call(pauseMarket, { marketId }, as('admin'));
    await server.call(updateMarket, { marketId, draftMarketCriteria: inCountry('FR') }, as('asker'));
    expect(await read(marketId)).toMatchObject({ isPaused: true, criteria: inCountry('DE') });
    await server.call(requestMarketPublish, { marketId, isLive: false }, as('asker'));
    await server.call(publishMarket, { marketId, draftVersion: 2 }, as('approver'));
    expect(await read(marketId)).toMatchObject({ isPaused: false, isLive: false, criteria: inCountry('FR') });
    expect((await server.refused(resumeMarket, { marketId }, as('admin'))).status).toBe(409);
    expect((await server.refused(pauseMarket, { marketId }, as('admin'))).body.message).toBe(
      'Only live markets can be paused.',
    );
  });
});

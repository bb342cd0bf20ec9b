import {
  createMarket,
  deleteMarket,
  getMarket,
  listMarkets,
  publishMarket,
  requestMarketPublish,
  saveDataBlockConfigs,
  updateMarket,
  validateMarketName,
} from '@quarry/contracts';
import type { FilterGroup, FilterRule } from '@quarry/filters';
import { asc, eq } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { clients } from '@quarry/postgres/tables/clients';
import { jobs } from '@quarry/postgres/tables/jobs';
import { markets } from '@quarry/postgres/tables/markets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClient, signedInPerson, type TestPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let clientId: string;
let member: TestPerson;
let user: Caller;
let staff: Caller;
let names = 0;

const salesJobs = {
  configId: 'sales-jobs',
  blockName: 'jobs',
  label: 'Sales jobs',
  config: { titleKeywords: ['sales'] },
};
const newName = () => `Market ${++names}`;
const rules = (...children: FilterGroup['rules']): FilterGroup => ({ id: 'root', combinator: 'and', rules: children });
const inCountry = (...codes: string[]): FilterRule => ({
  id: 'in-country',
  field: 'firmographics/country',
  operator: 'isOneOf',
  value: codes,
});
const german = rules(inCountry('DE'));
const french = rules(inCountry('FR'));
const hiring = (configId: string): FilterRule => ({
  id: 'hiring',
  field: 'jobs/count',
  configId,
  operator: 'gt',
  value: 0,
});
const create = async (name = newName(), draftMarketCriteria = german, caller = user) =>
  (await server.call(createMarket, { name, draftMarketCriteria }, caller)).item;
const read = async (marketId: string) => (await server.call(getMarket, { marketId }, user)).item;

beforeAll(async () => {
  server = await startTestServer();
  clientId = await createTestClient(server.platform, 'ours');
  member = await signedInPerson(server.platform, { memberOf: { [clientId]: ['USER'] } });
  user = { token: member.token, client: 'ours' };
  const viewer = await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT'] });
  staff = { token: viewer.token, client: 'ours' };
  const config = {
    configId: 'sales-jobs',
    blockName: 'jobs',
    label: 'Sales jobs',
    config: { titleKeywords: ['sales'] },
  };
  const other = { ...config, configId: 'ops-jobs', label: 'Ops jobs', config: { titleKeywords: ['ops'] } };
  await server.call(saveDataBlockConfigs, { dataBlockConfigs: [config, other] }, user);
});
afterAll(() => server.close());

describe('a market', () => {
  test('goes from draft through review to static and live, with an audit row for each change', async () => {
    const draft = await create('  First market ', rules(inCountry('DE'), hiring('sales-jobs')));
    expect(draft).toMatchObject({
      name: 'First market',
      createdBy: member.email,
      isPublished: false,
      isLive: false,
      isPendingReview: false,
      hasUnpublishedChanges: true,
      draftVersion: 1,
      criteria: null,
      publishRequest: null,
      publishedAt: null,
      sourcing: { isWaiting: false, companiesAdded: 0, companiesWithheld: 0, lastSourcedAt: null },
    });
    expect(draft.dataBlockConfigs.map(({ configId }) => configId)).toEqual(['sales-jobs']);
    const { id: marketId } = draft;
    const requested = await server.call(requestMarketPublish, { marketId, isLive: true }, user);
    expect(requested.item).toMatchObject({ isPendingReview: true, isLive: false, isPublished: false });
    expect(requested.item.publishRequest).toMatchObject({ isLive: true, requestedBy: member.email });
    const again = await server.call(requestMarketPublish, { marketId, isLive: false }, user);
    expect(again.item.publishRequest?.isLive).toBe(false);

    const { item, jobId } = await server.call(publishMarket, { marketId, draftVersion: 1 }, staff);
    expect(item).toMatchObject({
      isPublished: true,
      isLive: false,
      isPendingReview: false,
      hasUnpublishedChanges: false,
      publishRequest: null,
      criteria: draft.draftMarketCriteria,
      sourcing: { isWaiting: true },
    });
    const stored = await server.platform.db.asClient(clientId, async (tx) => ({
      market: (await tx.select().from(markets).where(eq(markets.id, marketId)))[0],
      job: (await tx.select().from(jobs).where(eq(jobs.id, jobId)))[0],
    }));
    expect(stored.market?.publishedConfigs).toMatchObject([{ configId: 'sales-jobs', config: { onlyOpenJobs: true } }]);
    expect(stored.job?.clientId).toBe(clientId);

    const edited = await server.call(updateMarket, { marketId, draftMarketCriteria: french, baseVersion: 1 }, user);
    expect(edited.item).toMatchObject({ draftVersion: 2, hasUnpublishedChanges: true, isPublished: true });
    expect(edited.item.criteria).toEqual(draft.draftMarketCriteria);
    await server.call(requestMarketPublish, { marketId, isLive: true }, user);
    const live = await server.call(publishMarket, { marketId, draftVersion: 2 }, staff);
    expect(live.item).toMatchObject({ isLive: true, criteria: french, draftVersion: 2 });

    const trail = await server.platform.db.asClient(clientId, (tx) =>
      tx.select().from(auditLog).where(eq(auditLog.targetId, marketId)).orderBy(asc(auditLog.id)),
    );
    expect(trail.map(({ action }) => action)).toEqual([
      'market.created',
      'market.publish-requested',
      'market.publish-requested',
      'market.published',
      'market.saved',
      'market.publish-requested',
      'market.published',
    ]);
    expect(new Set(trail.map(({ target }) => target))).toEqual(new Set([draft.name]));
    expect(trail[4]).toMatchObject({
      actor: member.email,
      before: { draftMarketCriteria: draft.draftMarketCriteria },
      after: { draftMarketCriteria: french },
    });
  });

  test('can be deleted until it is published', async () => {
    const { id: marketId } = await create();
    await server.call(requestMarketPublish, { marketId, isLive: false }, user);
    const pending = await create();
    await server.call(requestMarketPublish, { marketId: pending.id, isLive: false }, user);
    expect(await server.call(deleteMarket, { marketId: pending.id }, user)).toEqual({ id: pending.id });
    expect((await server.refused(getMarket, { marketId: pending.id }, user)).status).toBe(404);
    await server.call(publishMarket, { marketId, draftVersion: 1 }, staff);
    expect(await server.refused(deleteMarket, { marketId }, user)).toMatchObject({
      status: 409,
      body: { errorCode: 'MARKET_PUBLISHED', message: 'Published markets cannot be deleted.' },
    });
  });

  test('is published only on request, only as reviewed, and only with unpublished changes', async () => {
    const { id: marketId } = await create();
    const refusal = async (endpoint: typeof publishMarket | typeof requestMarketPublish, input: object, by: Caller) => {
      const { status, body } = await server.refused(endpoint, { marketId, ...input }, by);
      return [status, body.errorCode];
    };
    expect(await refusal(publishMarket, { draftVersion: 1 }, staff)).toEqual([409, 'NOT_PENDING_REVIEW']);
    await server.call(requestMarketPublish, { marketId, isLive: false }, user);
    await server.call(updateMarket, { marketId, draftMarketCriteria: french }, user);
    expect(await read(marketId)).toMatchObject({ isPendingReview: true, draftVersion: 2 });
    expect(await refusal(publishMarket, { draftVersion: 1 }, staff)).toEqual([409, 'RESOURCE_OUT_OF_SYNC']);
    expect(await refusal(publishMarket, { draftVersion: 2 }, user)).toEqual([403, 'FORBIDDEN']);
    const { item } = await server.call(publishMarket, { marketId, draftVersion: 2 }, staff);
    expect(item.criteria).toEqual(french);
    expect(await refusal(publishMarket, { draftVersion: 2 }, staff)).toEqual([409, 'NOT_PENDING_REVIEW']);
    expect(await refusal(requestMarketPublish, { isLive: true }, user)).toEqual([409, 'NOTHING_TO_PUBLISH']);
  });

  test('is not published if a config that it uses is gone', async () => {
    const waiting = await create(newName(), rules(inCountry('DE'), hiring('ops-jobs')));
    const draft = await create(newName(), rules(hiring('ops-jobs')));
    await server.call(requestMarketPublish, { marketId: waiting.id, isLive: true }, user);
    await server.platform.db.asClient(clientId, (tx) =>
      tx
        .update(clients)
        .set({ dataBlockConfigs: [salesJobs] })
        .where(eq(clients.id, clientId)),
    );
    const refused = { status: 409, body: { errorCode: 'NOTHING_TO_PUBLISH', context: { ruleIds: ['hiring'] } } };
    const asking = { marketId: draft.id, isLive: false };
    expect(await server.refused(requestMarketPublish, asking, user)).toMatchObject(refused);
    const approving = { marketId: waiting.id, draftVersion: 1 };
    expect(await server.refused(publishMarket, approving, staff)).toMatchObject(refused);
    expect(await read(draft.id)).toMatchObject({ isPendingReview: false, dataBlockConfigs: [] });
  });

  test('keeps its version when renamed, and is not overwritten from an older version', async () => {
    const market = await create();
    const { id: marketId } = market;
    const name = newName();
    const renamed = await server.call(updateMarket, { marketId, name }, user);
    expect(renamed.item).toEqual({ ...market, name });
    const saved = await server.call(updateMarket, { marketId, draftMarketCriteria: german, baseVersion: 1 }, user);
    expect(saved.item.draftVersion).toBe(2);
    expect(
      await server.refused(updateMarket, { marketId, draftMarketCriteria: french, baseVersion: 1 }, user),
    ).toMatchObject({
      status: 409,
      body: { errorCode: 'RESOURCE_OUT_OF_SYNC', context: { baseVersion: 1, draftVersion: 2 } },
    });
    expect((await read(marketId)).draftMarketCriteria).toEqual(german);
    expect((await server.refused(updateMarket, { marketId }, user)).status).toBe(422);
  });

  test('stays consistent when saved and approved concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const { id: marketId } = await create();
      await server.call(requestMarketPublish, { marketId, isLive: true }, user);
      const [saving, approval] = await Promise.all([
        server.send(updateMarket, { marketId, draftMarketCriteria: french }, user),
        server.send(publishMarket, { marketId, draftVersion: 1 }, staff),
      ]);
      expect(saving.status).toBe(200);
      const after = await read(marketId);
      expect(after).toMatchObject({ draftMarketCriteria: french, draftVersion: 2, hasUnpublishedChanges: true });
      if (approval.status === 200) expect(after).toMatchObject({ criteria: german, isPendingReview: false });
      else {
        expect(approval).toMatchObject({ status: 409, body: { errorCode: 'RESOURCE_OUT_OF_SYNC' } });
        expect(after).toMatchObject({ criteria: null, isPendingReview: true });
      }
    }
  });

  test('is published once when several people approve it concurrently', async () => {
    const { id: marketId } = await create();
    await server.call(requestMarketPublish, { marketId, isLive: true }, user);
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.send(publishMarket, { marketId, draftVersion: 1 }, staff)),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  });
});

describe('the list of markets', () => {
  test('is newest first, has pages and finds literal parts of names', async () => {
    const id = await createTestClient(server.platform, 'list', ['marketsBetaAccess']);
    const { token } = await signedInPerson(server.platform, { memberOf: { [id]: ['USER'] } });
    const caller = { token, client: 'list' };
    const inOrder = ['100% remote', 'a_b', 'axb', 'Ärzte in Köln', 'Z'];
    for (const name of inOrder) await create(name, german, caller);
    const list = async (input: object) => {
      const { items, count } = await server.call(listMarkets, input, caller);
      return { names: items.map(({ name }) => name), count };
    };
    expect(await list({})).toEqual({ names: inOrder.toReversed(), count: 5 });
    expect(await list({ limit: 2, offset: 1 })).toEqual({ names: ['Ärzte in Köln', 'axb'], count: 5 });
    expect(await list({ searchTerm: 'a_' })).toEqual({ names: ['a_b'], count: 1 });
    expect(await list({ searchTerm: '%' })).toEqual({ names: ['100% remote'], count: 1 });
    expect(await list({ searchTerm: ' äRZTE IN kÖ ' })).toEqual({ names: ['Ärzte in Köln'], count: 1 });
    expect(await list({ searchTerm: '\\' })).toEqual({ names: [], count: 0 });
  });

  test('and its markets belong to one account', async () => {
    const id = await createTestClient(server.platform, 'theirs');
    const { token } = await signedInPerson(server.platform, { memberOf: { [id]: ['USER', 'ADMIN'] } });
    const them = { token, client: 'theirs' };
    const { id: marketId, name } = await create();
    expect((await server.call(listMarkets, {}, them)).count).toBe(0);
    expect((await server.call(validateMarketName, { marketName: name }, them)).isValid).toBe(true);
    const calls = [
      [getMarket, {}],
      [updateMarket, { name: 'Mine now' }],
      [deleteMarket, {}],
      [requestMarketPublish, { isLive: true }],
    ] as const;
    for (const [endpoint, input] of calls)
      expect((await server.refused(endpoint, { marketId, ...input }, them)).status).toBe(404);
    const theirStaff = { token: staff.token ?? null, client: 'theirs' };
    expect((await server.refused(publishMarket, { marketId, draftVersion: 1 }, theirStaff)).status).toBe(404);
    expect((await read(marketId)).name).toBe(name);
    expect((await create(name, german, them)).name).toBe(name);
  });
});

test('markets need their flag; the demo flag opens them to staff only', async () => {
  const demo = await createTestClient(server.platform, 'demo-only', ['marketsDemoAccess']);
  const none = await createTestClient(server.platform, 'no-flags', []);
  const { token } = await signedInPerson(server.platform, {
    memberOf: { [demo]: ['USER', 'ADMIN'], [none]: ['USER'] },
  });
  const list = async (client: string, by = token) => (await server.send(listMarkets, {}, { token: by, client })).status;
  expect(await list('demo-only')).toBe(403);
  expect(await list('no-flags')).toBe(403);
  expect(await list('demo-only', staff.token ?? '')).toBe(200);
  expect(await list('no-flags', staff.token ?? '')).toBe(403);
});

import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTag,
  describeField,
  excludeCompanies,
  getClient,
  getCompany,
  getDataDirectory,
  listDomains,
  listExcludedCompanies,
  restoreCompanies,
  searchCompanies,
} from '@quarry/contracts';
import { desc, eq } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { clients } from '@quarry/postgres/tables/clients';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitForBuild } from '#server/features/builds/ensure-first-build.ts';
import { setConfig } from '#server/features/client-configs/set-config.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let client: TestClient;
let admin: Caller;
let user: Caller;

beforeAll(async () => {
  server = await startTestServer();
  client = await buildTestDataset(server.platform, { name: 'excluding', companies: 300 });
  const person = async (permissions: ('USER' | 'ADMIN')[]): Promise<Caller> => ({
    token: (await signedInPerson(server.platform, { memberOf: { [client.id]: permissions } })).token,
    client: client.name,
  });
  admin = await person(['USER', 'ADMIN']);
  user = await person(['USER']);
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  await server.platform.db.asSystem((tx) =>
    setConfig(tx, client.name, { excludeCompanyIds: [] }, { userId: null, name: 'test' }),
  );
  await idle();
  await build();
});

async function startBuild(): Promise<string> {
  const { platform } = server;
  return platform.db.asSystem((tx) => requestBuild(tx, platform.jobs, client.id, {}, 'test'));
}
const build = async (): Promise<void> => waitForBuild(server.platform, await startBuild());

/** Waits until no build waits or runs. */
async function idle(): Promise<void> {
  const { jobs } = server.platform;
  const isBuilding = async () => (await jobs.list(client.id)).some((job) => /WAITING|PROCESSING/.test(job.status));
  await expect.poll(isBuilding, { timeout: 60_000 }).toBe(false);
}

type Search = Parameters<typeof server.call<typeof searchCompanies>>[1];
const search = (input: Search = {}) => server.call(searchCompanies, input, user);
const total = async (input: Search = {}) => (await search(input)).companiesCnt;
const best = async (number: number) => (await search({ limit: number })).companies.map((row) => row.__company_id);
const exclude = (companyIds: string[]) => server.call(excludeCompanies, { companies: { companyIds } }, admin);
const restore = (companyIds: string[]) => server.call(restoreCompanies, { companyIds }, admin);
const row = async () => {
  const [found] = await server.platform.db.asSystem((tx) => tx.select().from(clients).where(eq(clients.id, client.id)));
  if (found === undefined) throw new Error('No such client');
  return found;
};

test('excluded companies leave every view of the dataset at once, and Undo brings them back', async () => {
  const before = await search({ limit: 5 });
  const all = before.companiesCnt;
  const ids = before.companies.slice(0, 2).map((company) => company.__company_id);
  const used = (await server.call(getClient, {}, user)).usageCounts.companies;
  const key = (await server.call(getClient, {}, user)).datasetVersion;

  expect(await exclude(ids)).toEqual({ companyIds: ids });
  const after = await search({ limit: 5 });
  expect(after.companiesCnt).toBe(all - 2);
  expect(after.tabs?.ALL).toBe(all - 2);
  expect(after.companies.slice(0, 3)).toEqual(before.companies.slice(2));
  const named = { field: '__company_id', operator: 'isOneOf', value: ids, id: 'r' };
  expect(await total({ filters: { id: 'g', combinator: 'and', rules: [named] } })).toBe(0);
  expect((await server.refused(getCompany, { companyId: ids[0] }, user)).status).toBe(404);
  const field = { fieldName: 'name', recordType: 'company' as const };
  expect((await server.call(describeField, field, user)).recordsCount).toBe(all - 2);
  expect((await server.call(getDataDirectory, {}, user)).companies.records).toBe(all - 2);
  const shown = await server.call(getClient, {}, user);
  expect(shown.usageCounts.companies).toBe(used - 2);
  expect(shown.datasetVersion).not.toBe(key);
  const { items, count } = await server.call(listExcludedCompanies, {}, admin);
  expect([count, items.map(({ companyId }) => companyId).toSorted()]).toEqual([2, ids.toSorted()]);
  expect(items.every(({ name, domain }) => name !== '' && domain !== '')).toBe(true);

  expect(await restore(ids)).toEqual({ restoredCnt: 2, shownCnt: 2 });
  const restored = await search({ limit: 5 });
  expect([restored.companiesCnt, restored.companies]).toEqual([all, before.companies]);
  expect(await server.call(listExcludedCompanies, {}, admin)).toEqual({ items: [], count: 0 });
});

test('a build keeps them out, and a later return has its history', async () => {
  const [first, second] = (await search({ limit: 2 })).companies;
  const ids = [first, second].map((company) => company?.__company_id ?? '');
  const all = await total();
  await exclude(ids);
  await build();
  expect((await row()).excludedSinceBuild).toEqual([]);
  expect(await total()).toBe(all - 2);
  expect(await restore(ids)).toEqual({ restoredCnt: 2, shownCnt: 0 });
  expect(await total()).toBe(all - 2);
  await build();
  const { item } = await server.call(getCompany, { companyId: ids[0] ?? '' }, user);
  expect(item).toMatchObject({ __added_at: first?.__added_at, __quality_score: first?.__quality_score });
  expect(await total()).toBe(all);
});

test('companies excluded and restored during a build end as they were left', async () => {
  const { platform } = server;
  const all = await total();
  const [kept, lost] = await best(2);
  await exclude([lost ?? '']);
  const jobId = await startBuild();
  // The build has read the exclusions once it computes data points.
  while (((await platform.jobs.get(jobId))?.progress ?? 0) < 0.2) await sleep(5);
  await exclude([kept ?? '']);
  await restore([lost ?? '']);
  await idle();
  expect(await total()).toBe(all - 1);
  expect((await server.refused(getCompany, { companyId: kept }, user)).status).toBe(404);
  expect((await server.call(getCompany, { companyId: lost ?? '' }, user)).item.__company_id).toBe(lost);
  await build();
  expect(await total()).toBe(all - 1);
});

test('a search stands for all that it finds at that moment', async () => {
  const matching = { search: 'in' };
  const [earlier] = (await search({ ...matching, limit: 1 })).companies;
  await exclude([earlier?.__company_id ?? '']);
  const [count, all] = [await total(matching), await total()];
  expect(count).toBeGreaterThan(1);
  const { domains } = await server.call(listDomains, { companies: { matching } }, user);
  expect(new Set(domains).size).toBe(count);
  expect(domains[0]).toBe((await search({ ...matching, limit: 1 })).companies[0]?.__domain);
  const { companyIds } = await server.call(excludeCompanies, { companies: { matching } }, admin);
  expect(companyIds).toHaveLength(count);
  expect([await total(matching), await total()]).toEqual([0, all - count]);
  // What was excluded before stays excluded.
  await restore(companyIds);
  expect([await total(matching), await total()]).toEqual([count, all]);
});

test('administrators exclude, and the audit trail says what', async () => {
  const [id] = await best(1);
  expect((await server.refused(excludeCompanies, { companies: { companyIds: [id] } }, user)).status).toBe(403);
  expect((await server.refused(restoreCompanies, { companyIds: [id] }, user)).status).toBe(403);
  expect((await server.refused(listExcludedCompanies, {}, user)).status).toBe(403);
  await exclude([id ?? '']);
  await restore([id ?? '']);
  const entries = await server.platform.db.asSystem((tx) =>
    tx
      .select({ action: auditLog.action, target: auditLog.target, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.clientId, client.id))
      .orderBy(desc(auditLog.id))
      .limit(2),
  );
  const after = { companies: 1, companyIds: [id] };
  expect(entries).toEqual([
    { action: 'companies.restored', target: '1 company', after },
    { action: 'companies.excluded', target: '1 company', after },
  ]);
});

test('nothing is excluded by accident', async () => {
  for (const companies of [
    undefined,
    {},
    { matching: null },
    { companyIds: [] },
    { companyIds: ['1'], matching: {} },
  ]) {
    expect((await server.refused(excludeCompanies, { companies }, admin)).status).toBe(422);
  }
  const broken = { filters: { id: 'g', combinator: 'and', rules: [{ id: 'r', field: 'nope', operator: 'exists' }] } };
  expect((await server.refused(excludeCompanies, { companies: { matching: broken } }, admin)).status).toBe(422);
  expect(await exclude(['1'])).toEqual({ companyIds: [] });
  expect((await row()).excludeCompanyIds).toEqual([]);
});

test('tags leave excluded companies out', async () => {
  const filters = { id: 'g', combinator: 'and' as const, rules: [{ id: 'r', field: 'name', operator: 'exists' }] };
  await exclude(await best(3));
  await server.call(createTag, { name: 'Everyone', filters }, user);
  const all = await total();
  await expect
    .poll(() => total({ filters: { ...filters, rules: [{ id: 't', field: '__tags', operator: 'exists' }] } }), {
      timeout: 30_000,
    })
    .toBe(all);
});

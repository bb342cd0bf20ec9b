import {
  createMarket,
  createTag,
  deleteMarket,
  describeField,
  getClient,
  getMarket,
  listFieldOptions,
  marketSource,
  publishMarket,
  requestMarketPublish,
  searchCompanies,
  updateMarket,
} from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let user: Caller;
let staff: Caller;

const rule = (field: string, operator: string, value?: string[]): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'r', field, operator, ...(value === undefined ? {} : { value }) }],
});
const everyone = rule('firmographics/company_name', 'exists');
const fromMarket = (marketId: string) => rule('__sources', 'containsAnyOf', [marketSource(marketId)]);

beforeAll(async () => {
  server = await startTestServer();
  const { id } = await buildTestDataset(server.platform, { name: 'ours', companies: 400 });
  const { platform } = server;
  user = { token: (await signedInPerson(platform, { memberOf: { [id]: ['USER'] } })).token, client: 'ours' };
  const viewer = await signedInPerson(platform, { staffPermissions: ['VIEW_ANY_ACCOUNT'] });
  staff = { token: viewer.token, client: 'ours' };
}, 120_000);
afterAll(() => server.close());

test('the companies that a market added are found by it, under its name', async () => {
  const { item } = await server.call(createMarket, { name: 'Everyone else', draftMarketCriteria: everyone }, user);
  const marketId = item.id;
  await server.call(requestMarketPublish, { marketId, isLive: false }, user);
  await server.call(publishMarket, { marketId, draftVersion: 1 }, staff);
  const added = async () => (await server.call(getMarket, { marketId }, user)).item.sourcing.companiesAdded;
  await expect.poll(added, { timeout: 60_000 }).toBeGreaterThan(0);

  const found = await server.call(searchCompanies, { filters: fromMarket(marketId), limit: 5 }, user);
  expect(found.companiesCnt).toBe(await added());
  for (const company of found.companies) expect(company.__sources).toEqual([marketSource(marketId)]);
  const all = await server.call(searchCompanies, { limit: 1 }, user);
  expect(all.companiesCnt).toBeGreaterThan(found.companiesCnt);

  const names = async () => {
    const { companiesSchema } = await server.call(getClient, {}, user);
    return companiesSchema.find(({ fieldName }) => fieldName === '__sources')?.valueNames;
  };
  expect(await names()).toEqual({
    CRITERIA: 'Sourcing criteria',
    CRM_IMPORT: 'CRM import',
    [marketSource(marketId)]: 'Everyone else',
  });
  await server.call(updateMarket, { marketId, name: 'The rest' }, user);
  expect(await names()).toMatchObject({ [marketSource(marketId)]: 'The rest' });

  const counts = [
    { value: 'CRITERIA', count: all.companiesCnt - found.companiesCnt },
    { value: marketSource(marketId), count: found.companiesCnt },
  ];
  const { values } = await server.call(listFieldOptions, { fieldName: '__sources', search: '' }, user);
  expect(values.toSorted((one, other) => (one.value < other.value ? -1 : 1))).toEqual(counts);
  const described = await server.call(
    describeField,
    { fieldName: '__sources', recordType: 'company', valuesPageLimit: 10, valuesOffset: 0 },
    user,
  );
  expect(described).toMatchObject({ uniqueCount: 2, missingCount: 0 });
}, 90_000);

test('a market that a tag names is not deleted', async () => {
  const draft = await server.call(createMarket, { name: 'Wanted', draftMarketCriteria: everyone }, user);
  const marketId = draft.item.id;
  const { talkTrack } = await server.call(createTag, { name: 'From it', filters: fromMarket(marketId) }, user);
  expect(await server.refused(deleteMarket, { marketId }, user)).toMatchObject({
    status: 409,
    body: {
      errorCode: 'MARKET_IN_USE',
      message: "This market is in use and can't be deleted. It is used by: “From it”",
      context: { usedBy: [{ kind: 'tag', id: talkTrack.id, name: 'From it' }] },
    },
  });
});

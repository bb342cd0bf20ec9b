import {
  addDomainOverride,
  listDataBlocks,
  listDomainOverrides,
  listMarketFieldOptions,
  removeDomainOverride,
  testIdResolution,
} from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let staff: Caller;

const A = '11';
const B = '22';

beforeAll(async () => {
  server = await startTestServer();
  staff = {
    token: (await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS'] })).token,
  };
  const { warehouse } = server.platform;
  const company = (company_id: string, name: string, domain: string, linked_in_id: string) => ({
    company_id,
    name,
    domain,
    linked_in_id,
    version: 1,
  });
  const name = (kind: string, value: string, company_id: string) => ({ kind, value, company_id, version: 1 });
  await warehouse.insert({ database: 'universe', table: 'companies' }, [
    company(A, 'Alpha', 'alpha.com', 'alpha'),
    company(B, 'Beta', 'beta.com', 'beta'),
  ]);
  await warehouse.insert({ database: 'universe', table: 'identities' }, [
    name('domain', 'alpha.com', A),
    name('linkedin', 'alpha', A),
    name('alias', 'alpha.io', A),
    name('domain', 'beta.com', B),
    name('linkedin', 'beta', B),
    name('linkedin', 'gone', '33'),
  ]);
  await warehouse.insert({ database: 'universe', table: 'merged_companies' }, [
    { company_id: '33', merged_into: B, merged_at: '2026-01-01T00:00:00Z', version: 1 },
  ]);
}, 60_000);
afterAll(() => server.close());

const check = (domain: string, linkedInUrl = '') => server.call(testIdResolution, { domain, linkedInUrl }, staff);
const page = (id: string) => `https://www.linkedin.com/company/${id}/about`;

test('the check names the company, the rule that decided and the candidate that lost', async () => {
  expect(await check('https://www.alpha.com/contact')).toMatchObject({
    domain: 'alpha.com',
    rule: 'domain',
    company: { companyId: A, name: 'Alpha' },
    loser: null,
  });
  expect(await check('alpha.io')).toMatchObject({ rule: 'alias', company: { companyId: A } });
  expect(await check('', page('gone'))).toMatchObject({ rule: 'linkedin', company: { companyId: B } });
  expect(await check('alpha.com', page('beta'))).toMatchObject({
    rule: 'domain',
    company: { companyId: A },
    loser: { companyId: B, name: 'Beta' },
  });
  expect(await check('new.com', page('unheard'))).toMatchObject({ rule: 'new', company: null, linkedInId: 'unheard' });
});

test('an override decides at once, one per domain, and can be undone', async () => {
  const first = await server.call(addDomainOverride, { domain: 'www.Alpha.com', linkedInId: 'unheard' }, staff);
  expect(first).toMatchObject({ override: { domain: 'alpha.com', companyId: A }, replaced: null });
  const second = await server.call(addDomainOverride, { domain: 'alpha.com', linkedInId: page('beta') }, staff);
  expect(second).toMatchObject({
    override: { linkedInId: 'beta', companyId: B, companyName: 'Beta' },
    replaced: { linkedInId: 'unheard' },
  });
  expect(await check('alpha.com')).toMatchObject({
    rule: 'override',
    overriddenLinkedInId: 'beta',
    company: { companyId: B },
    loser: { companyId: A },
  });
  expect(await server.call(listDomainOverrides, { search: 'ALPHA' }, staff)).toMatchObject({
    items: [{ domain: 'alpha.com', linkedInId: 'beta' }],
    count: 1,
  });
  expect(await server.call(listDomainOverrides, { search: 'gamma' }, staff)).toEqual({ items: [], count: 0 });
  expect(await server.call(removeDomainOverride, { domain: 'alpha.com' }, staff)).toEqual({ removed: true });
  expect(await check('alpha.com')).toMatchObject({ rule: 'domain', company: { companyId: A } });
  expect((await server.refused(removeDomainOverride, { domain: 'alpha.com' }, staff)).status).toBe(404);
});

test('what is neither a domain nor a LinkedIn id is refused', async () => {
  const refused = async (endpoint: Parameters<typeof server.refused>[0], input: object) =>
    (await server.refused(endpoint, input, staff)).body.message;
  expect(await refused(addDomainOverride, { domain: 'localhost', linkedInId: 'beta' })).toBe('This is not a domain');
  expect(await refused(addDomainOverride, { domain: 'alpha.com', linkedInId: 'a b:c' })).toContain('LinkedIn');
  expect(await refused(testIdResolution, {})).toBe('Please enter a domain or a LinkedIn URL');
});

test('staff read the dictionary with its notes without an account; members read it without them', async () => {
  const { dataBlocks } = await server.call(listDataBlocks, {}, staff);
  const jobs = dataBlocks.find(({ blockName }) => blockName === 'jobs');
  expect(jobs).toMatchObject({ isDepreciated: false, isParameterisedWithDynamicConfig: true });
  expect(jobs?.internalNotes).toEqual(expect.any(String));
  expect(jobs?.exampleConfig).not.toBeNull();
  const options = await server.call(listMarketFieldOptions, { fieldName: 'firmographics/company_name' }, staff);
  expect(options.source).toBe('optionsList');
  const member = { token: (await signedInPerson(server.platform)).token };
  expect((await server.refused(listDataBlocks, {}, member)).status).toBe(400);
});

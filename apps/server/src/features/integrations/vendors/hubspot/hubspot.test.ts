import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectPlainly, requestTokens, signInPlainly } from '../../testing/plain-vendor-api.ts';
import { type HubspotStandIn, startHubspot } from '../../testing/stand-ins/hubspot/index.ts';
import { type DescribedField, OutcomeUnknown, type Vendor, type VendorApi, VendorRefusal } from '../vendor.ts';
import { hubspot } from './index.ts';

let standIn: HubspotStandIn;
let vendor: Vendor;
let api: VendorApi;

beforeAll(async () => {
  standIn = await startHubspot({ searchLagMs: 0, requestsPer10Seconds: 1_000, searchesPerSecond: 100 });
  vendor = hubspot(standIn.settings);
  api = await connectPlainly(vendor);
});
afterAll(() => standIn.close());
beforeEach(() => standIn.server.faults.clear());

const company = (values: Record<string, unknown>) => ({ key: null, keyField: null, values, companyId: null });
const keyed = (key: string, values: Record<string, unknown>) => ({ ...company(values), key, keyField: 'quarry_id' });

test('names the account and links to its records', async () => {
  expect(api.account).toMatchObject({ name: 'Portal 4711', facts: { timeZone: 'US/Eastern' } });
  expect(vendor.recordUrl(api.account, 'company', '17')).toBe('https://app.hubspot.com/contacts/4711/record/0-2/17');
});

test('says of each property whether a sync can write it, what fits, and what it is as a data point', async () => {
  const fields = new Map((await vendor.describe(api, 'company')).map((field) => [field.id, field]));
  expect(fields.get('industry')).toMatchObject({
    type: 'enumeration/select',
    canUseInSync: true,
    acceptsTypes: ['Picklist', 'Multipicklist', 'Array'],
    importsAs: 'Picklist',
    options: expect.arrayContaining([{ label: 'Computer Software', value: 'COMPUTER_SOFTWARE' }]),
  });
  expect(fields.get('annualrevenue')).toMatchObject({ importsAs: 'Currency' });
  expect(fields.get('hs_lastmodifieddate')).toMatchObject({ canUseInSync: false, acceptsTypes: [], importsAs: 'Date' });
  expect(fields.get('hubspot_owner_id')).toMatchObject({ canUseInSync: false, importsAs: null });
});

test('creates fields in their form, finds them again, and refuses another type of the same name', async () => {
  const growth = {
    name: 'Growth (12 m)',
    label: 'Growth',
    description: '',
    type: vendor.newFieldType('Percentage', { longest: 0, distinct: 9, isWhole: false, decimals: 2 }),
    options: null,
  };
  expect(await vendor.createField(api, 'company', growth)).toEqual({ externalName: 'growth_12_m' });
  expect(await vendor.createField(api, 'company', growth)).toEqual({ externalName: 'growth_12_m' });
  await expect(vendor.createField(api, 'company', { ...growth, type: 'date/date' })).rejects.toThrow(
    'HubSpot already has a property growth_12_m of the type number/number/percentage',
  );
  const field = (await vendor.describe(api, 'company')).find(({ id }) => id === 'growth_12_m');
  expect(field).toMatchObject({ importsAs: 'Percentage', canUseInSync: true });
});

test('adds options to a dropdown and keeps those that it has', async () => {
  const field = await fieldOf('industry');
  await vendor.changeField?.(api, 'company', field, { kind: 'addOptions', options: ['Mining', 'banking'] });
  expect((await fieldOf('industry')).options?.map(({ label }) => label)).toEqual([
    'Computer Software',
    'Banking',
    'Retail',
    'Mining',
  ]);
});

test('writes good records beside bad ones, and names field and reason of the bad', async () => {
  const outcomes = await vendor.create(api, 'company', [
    company({ name: 'Fine', domain: 'fine.example' }),
    company({ name: 'Odd', industry: 'Alchemy' }),
    company({ name: 'Wrong', numberofemployees: 'many' }),
    company({ name: 'Gone', no_such_property: 'x' }),
  ]);
  expect(outcomes).toMatchObject([
    { kind: 'done', created: true },
    { kind: 'refused', refusal: { code: 'INVALID_OPTION', field: 'industry' }, isGone: false },
    { kind: 'refused', refusal: { code: 'INVALID_INTEGER', field: 'numberofemployees' } },
    { kind: 'refused', refusal: { code: 'PROPERTY_DOESNT_EXIST', field: 'no_such_property' } },
  ]);
});

test('creates a record once however often the same upsert is sent', async () => {
  expect(await vendor.ensureKeyField(api, 'company')).toBe('quarry_id');
  expect(await vendor.ensureKeyField(api, 'company')).toBe('quarry_id');
  standIn.server.faults.plan({ on: /batch\/upsert/, fault: { kind: 'lostAnswer' } });
  const items = [keyed('q-1', { name: 'Once', domain: 'once.example' })];
  await expect(vendor.create(api, 'company', items)).rejects.toThrow('fetch failed');
  const [first] = await vendor.create(api, 'company', items);
  expect(first).toMatchObject({ kind: 'done', created: false });
  expect(standIn.companies.withValue('domain', 'once.example')).toHaveLength(1);
  expect(await vendor.findByKey(api, 'company', ['q-1', 'q-2'], new Date())).toEqual(
    new Map([['q-1', first?.kind === 'done' ? first.id : '']]),
  );
});

test('leaves the outcome of a lost create open', async () => {
  standIn.server.faults.plan({ on: /batch\/create/, fault: { kind: 'truncatedAnswer' } });
  await expect(vendor.create(api, 'company', [company({ name: 'Perhaps' })])).rejects.toThrow(OutcomeUnknown);
});

test('leads to the contact that has the e-mail address already', async () => {
  const ada = standIn.contacts.create({ email: 'ada@one.example', firstname: 'Ada' });
  expect(await vendor.create(api, 'contact', [company({ email: 'Ada@one.example', lastname: 'L' })])).toEqual([
    { kind: 'exists', id: ada.id },
  ]);
});

test('finds companies by any of their domains, and subdomains are others', async () => {
  standIn.companies.create({ name: 'A', domain: 'www.alpha.example', hs_additional_domains: 'alpha-group.example' });
  const twin = standIn.companies.create({ name: 'A2', domain: 'alpha.example' });
  standIn.companies.create({ name: 'Shop', domain: 'shop.alpha.example' });
  standIn.companies.remove(standIn.companies.create({ name: 'Old', domain: 'alpha.example' }).id);
  for (const isMany of [false, true]) {
    const found = await vendor.find(api, 'company', ['alpha.example', 'alpha-group.example', 'none.example'], {
      isMany,
      domainField: null,
    });
    expect(found.get('alpha.example')?.map(({ name }) => name)).toEqual(['A', 'A2']);
    expect(found.get('alpha-group.example')?.map(({ name }) => name)).toEqual(['A']);
    expect(found.has('none.example')).toBe(false);
  }
  expect(await vendor.readCandidates(api, 'company', [twin.id])).toMatchObject([
    { externalId: twin.id, name: 'A2', domain: 'alpha.example', contacts: 0 },
  ]);
});

test('searches many domains within the size of a search, and finds contacts by e-mail', async () => {
  const domains = Array.from({ length: 250 }, (_, number) => `a-rather-long-name-of-company-${number}.example`);
  standIn.companies.create({ domain: domains[249] });
  const found = await vendor.find(api, 'company', domains, { isMany: false, domainField: 'website' });
  expect([...found.keys()]).toEqual([domains[249]]);
  const grace = standIn.contacts.create({ email: 'grace@old.example', hs_additional_emails: 'grace@new.example' });
  const contacts = await vendor.find(api, 'contact', ['Grace@new.example', 'nobody@new.example'], {
    isMany: false,
    domainField: null,
  });
  expect([...contacts]).toMatchObject([['Grace@new.example', [{ id: grace.id }]]]);
  expect(standIn.server.contractViolations).toEqual([]);
});

test('follows merged records, and tells those that are gone', async () => {
  const [lost, survivor, gone] = ['lost', 'survivor', 'gone'].map((name) => standIn.companies.create({ name }));
  if (lost === undefined || survivor === undefined || gone === undefined) throw new Error('No records');
  standIn.companies.merge(lost.id, survivor.id);
  standIn.companies.remove(gone.id);
  const records = await vendor.read(api, 'company', [lost.id, gone.id, survivor.id], ['name']);
  expect(records.get(lost.id)).toMatchObject({ id: survivor.id, values: { name: 'survivor' } });
  expect(records.get(gone.id)).toBeNull();
  const outcomes = await vendor.update(api, 'company', [
    { id: lost.id, values: { name: null } },
    { id: gone.id, values: { name: 'back?' } },
  ]);
  expect(outcomes).toMatchObject([
    { kind: 'done', id: survivor.id, created: false },
    { kind: 'refused', refusal: { code: 'OBJECT_NOT_FOUND' }, isGone: true },
  ]);
  expect(survivor.values.name).toBeNull();
});

test('attaches contacts to companies, pair by pair', async () => {
  const [firm, person] = [
    standIn.companies.create({ name: 'Firm' }),
    standIn.contacts.create({ email: 'p@firm.example' }),
  ];
  const outcomes = await vendor.associate(api, [
    { contactId: person.id, companyId: firm.id },
    { contactId: person.id, companyId: '1' },
  ]);
  expect(outcomes).toMatchObject([{ kind: 'done' }, { kind: 'refused', refusal: { code: 'OBJECT_NOT_FOUND' } }]);
  expect(standIn.associations).toContain(`${person.id} ${firm.id}`);
});

test('reads every record, or those changed since, without missing any', async () => {
  const earlier = new Date(Date.now() - 3_600_000);
  for (let number = 0; number < 450; number += 1) standIn.companies.create({ name: `New ${number}` }, 'seed', earlier);
  const readSince = async (since: Date | null) => {
    const ids: string[] = [];
    for await (const records of vendor.changedSince(api, 'company', since, ['name'])) {
      ids.push(...records.map(({ id }) => id));
    }
    return new Set(ids).size === ids.length ? ids.length : 'some twice';
  };
  expect(await readSince(null)).toBe(standIn.companies.live.length);
  expect(await readSince(new Date(Date.now() - 60_000))).toBe(standIn.companies.live.length - 450);
  expect(await readSince(new Date(Date.now() - 86_400_000))).toBe(standIn.companies.live.length);
});

test('says what an answer means: too fast, the day spent, forbidden, signed out, unavailable', async () => {
  const verdictOf = async (status: number, body: unknown = '', headers = {}) => {
    standIn.server.faults.plan({ fault: { kind: 'answer', status, body, headers } });
    const answer = await fetch(`${standIn.server.url}/crm/objects/2026-09/companies`);
    return vendor.judge({ status, headers: answer.headers, body }, api.account);
  };
  expect(await verdictOf(429, { policyName: 'TEN_SECONDLY_ROLLING' })).toMatchObject({
    kind: 'SLOW_DOWN',
    waitMs: 10_000,
  });
  expect(await verdictOf(429, { policyName: 'SECONDLY' })).toMatchObject({ kind: 'SLOW_DOWN', waitMs: 1_000 });
  expect(await verdictOf(429, {}, { 'retry-after': '7' })).toMatchObject({ kind: 'SLOW_DOWN', waitMs: 7_000 });
  expect(await verdictOf(429, { policyName: 'DAILY' })).toMatchObject({ kind: 'DAY_SPENT' });
  expect(await verdictOf(401)).toEqual({ kind: 'SIGN_IN_AGAIN' });
  expect(await verdictOf(423)).toMatchObject({ kind: 'UNAVAILABLE', waitMs: 2_000 });
  expect(await verdictOf(502, '<html>')).toMatchObject({ kind: 'UNAVAILABLE', mayBeApplied: true });
  expect(await verdictOf(200, '{"results":[')).toMatchObject({ kind: 'UNAVAILABLE', mayBeApplied: true });
  standIn.oauth.options.scopes = standIn.oauth.options.scopes.filter(
    (scope) => scope !== 'crm.objects.companies.write',
  );
  await expect(vendor.create(api, 'company', [company({ name: 'No' })])).rejects.toMatchObject({
    refusal: { code: 'MISSING_SCOPES' },
  });
  await expect(vendor.create(api, 'company', [company({ name: 'No' })])).rejects.toThrow(VendorRefusal);
  standIn.oauth.options.scopes = vendor.scopes;
});

test('knows a refresh token that is dead from one that works', async () => {
  const { refreshToken } = await signInPlainly(vendor);
  const grant = { kind: 'refresh', refreshToken: refreshToken ?? '', isSandbox: false } as const;
  expect(await requestTokens(vendor, grant)).toMatchObject({ expiresInSeconds: 1_800, scopes: vendor.scopes });
  standIn.oauth.revokeAccess();
  await expect(requestTokens(vendor, grant)).rejects.toThrow();
  api = await connectPlainly(vendor);
});

async function fieldOf(name: string): Promise<DescribedField> {
  const field = (await vendor.describe(api, 'company')).find(({ id }) => id === name);
  if (field === undefined) throw new Error(`No field ${name}`);
  return field;
}

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectPlainly, requestTokens, signInPlainly } from '../../testing/plain-vendor-api.ts';
import { standInField } from '../../testing/stand-ins/salesforce/fields.ts';
import { type SalesforceStandIn, startSalesforce } from '../../testing/stand-ins/salesforce/index.ts';
import { BatchRefused, type DescribedField, OutcomeUnknown, type Vendor, type VendorApi } from '../vendor.ts';
import { salesforce } from './index.ts';

let standIn: SalesforceStandIn;
let vendor: Vendor;
let api: VendorApi;

beforeAll(async () => {
  standIn = await startSalesforce();
  vendor = salesforce(standIn.settings);
  api = await connectPlainly(vendor);
});
afterAll(() => standIn.close());
beforeEach(() => standIn.server.faults.clear());

const account = (values: Record<string, unknown>) => ({ key: null, keyField: null, values, companyId: null });
const keyed = (key: string, values: Record<string, unknown>) => ({ ...account(values), key, keyField: 'Quarry_Id__c' });

test('names the account and links to its records', () => {
  expect(api.account).toMatchObject({ id: '00DA00000000001EAA', name: 'Stand-in Inc.' });
  expect(vendor.recordUrl(api.account, 'company', '001A')).toBe(`${standIn.server.url}/001A`);
});

test('takes tokens only to addresses of Salesforce, unless the settings lead elsewhere', () => {
  const usual = salesforce({
    app: null,
    loginUrl: 'https://login.salesforce.com',
    sandboxLoginUrl: 'https://test.salesforce.com',
    apiVersion: '66.0',
  });
  const readAt = (reader: Vendor, instance_url: string) => () =>
    reader.signIn.readTokens({ access_token: 'a', instance_url }).apiUrl;
  expect(readAt(usual, 'https://acme.my.salesforce.com/')()).toBe('https://acme.my.salesforce.com');
  for (const elsewhere of [
    'https://acme.my.salesforce.com.evil.example',
    'https://evilsalesforce.com',
    'http://acme.my.salesforce.com',
    'https://acme.my.salesforce.com:8443',
    'https://user@acme.my.salesforce.com',
    'http://169.254.169.254',
    standIn.server.url,
  ]) {
    expect(readAt(usual, elsewhere)).toThrow('not at the vendor');
  }
  expect(readAt(vendor, standIn.server.url)()).toBe(standIn.server.url);
  expect(readAt(vendor, 'http://10.0.0.1')).toThrow('not at the vendor');
});

test('says of each field whether a sync can write it, what fits, and what it is as a data point', async () => {
  const fields = new Map((await vendor.describe(api, 'company')).map((field) => [field.id, field]));
  expect(fields.get('Name')).toMatchObject({ isRequired: true, canUseInSync: true, maxLength: 255 });
  expect(fields.get('Rating')).toMatchObject({ isRestricted: true, importsAs: 'Picklist' });
  expect(fields.get('NumberOfEmployees')).toMatchObject({ digits: { precision: 8, scale: 0 }, importsAs: 'Number' });
  expect(fields.get('Is_Public__c')).toMatchObject({ isRequired: false, acceptsTypes: ['Boolean'] });
  expect(fields.get('Score_Formula__c')).toMatchObject({ canUseInSync: false, reason: 'This field is a formula.' });
  expect(fields.get('OwnerId')).toMatchObject({ canUseInSync: false, importsAs: 'String' });
  expect(fields.get('BillingAddress')).toMatchObject({ canUseInSync: false, importsAs: null });
});

test('creates fields that the connected user sees at once, and finds them again', async () => {
  const score = {
    name: 'Fit score (2026)',
    label: 'Fit score',
    description: 'How well it fits',
    type: vendor.newFieldType('Number', { longest: 0, distinct: 9, isWhole: false, decimals: 4 }),
    options: null,
  };
  expect(score.type).toBe('Number(18,4)');
  expect(await vendor.createField(api, 'company', score)).toEqual({ externalName: 'Fit_score_2026__c' });
  expect(await vendor.createField(api, 'company', score)).toEqual({ externalName: 'Fit_score_2026__c' });
  await expect(vendor.createField(api, 'company', { ...score, type: 'Date' })).rejects.toThrow(
    'Salesforce already has a field Fit_score_2026__c of the type double',
  );
  expect(await fieldOf('Fit_score_2026__c')).toMatchObject({ digits: { precision: 18, scale: 4 } });
  standIn.lacks.add('Customize Application');
  await expect(vendor.createField(api, 'contact', score)).rejects.toThrow('"Customize Application"');
  standIn.lacks.clear();
});

test('makes fields longer, and adds values to picklists', async () => {
  const field = { label: 'Note', description: '', options: null };
  const { externalName } = await vendor.createField(api, 'company', { ...field, name: 'Note', type: 'Text(80)' });
  const lengths: unknown[] = [];
  for (const _ of [1, 2]) {
    await vendor.changeField?.(api, 'company', await fieldOf(externalName), { kind: 'lengthen' });
    const { type, maxLength } = await fieldOf(externalName);
    lengths.push([type, maxLength]);
  }
  expect(lengths).toEqual([
    ['string', 255],
    ['textarea', 131_072],
  ]);
  await vendor.createField(api, 'company', { ...field, name: 'Tier', type: 'Picklist', options: ['A', 'a', 'B'] });
  await vendor.changeField?.(api, 'company', await fieldOf('Tier__c'), { kind: 'addOptions', options: ['b', 'C'] });
  expect((await fieldOf('Tier__c')).options?.map(({ label }) => label)).toEqual(['A', 'B', 'C']);
  await expect(
    vendor.changeField?.(api, 'company', await fieldOf('Industry'), { kind: 'addOptions', options: ['X'] }),
  ).rejects.toThrow('Salesforce lets nobody change its own field Industry');
});

test('writes good records beside bad ones, and names field and reason of the bad', async () => {
  standIn.rules.push((_type, { Name: name }) =>
    name === 'Twin' ? { code: 'DUPLICATES_DETECTED', field: null, message: 'Use one of these records?' } : null,
  );
  const outcomes = await vendor.create(api, 'company', [
    account({ Name: 'Fine', Website: 'fine.example' }),
    account({ Name: 'Odd', Rating: 'Tepid' }),
    account({ Website: 'nameless.example' }),
    account({ Name: 'Long', BillingCity: 'x'.repeat(41) }),
    account({ Name: 'Twin' }),
  ]);
  standIn.rules.length = 0;
  expect(outcomes).toMatchObject([
    { kind: 'done', created: true },
    { kind: 'refused', refusal: { code: 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', field: 'Rating' } },
    { kind: 'refused', refusal: { code: 'REQUIRED_FIELD_MISSING', field: 'Name' } },
    { kind: 'refused', refusal: { code: 'STRING_TOO_LONG', field: 'BillingCity' } },
    { kind: 'refused', refusal: { code: 'DUPLICATES_DETECTED', field: null } },
  ]);
});

test('says so when a request is refused whole, and names the field if Salesforce does', async () => {
  const refusalOf = async (values: Record<string, unknown>) => {
    const error: unknown = await vendor
      .create(api, 'company', [account({ Name: 'A' }), account(values)])
      .catch((e) => e);
    return error instanceof BatchRefused ? error.refusal : error;
  };
  expect(await refusalOf({ Name: 'B', NumberOfEmployees: 'many' })).toMatchObject({
    code: 'JSON_PARSER_ERROR',
    field: null,
  });
  expect(await refusalOf({ Name: 'B', Gone__c: 1 })).toMatchObject({ code: 'INVALID_FIELD', field: 'Gone__c' });
  expect(standIn.companies.withValue('Name', 'A')).toEqual([]);
});

test('creates a record once however often the same upsert is sent', async () => {
  expect(await vendor.ensureKeyField(api, 'company')).toBe('Quarry_Id__c');
  expect(await vendor.ensureKeyField(api, 'company')).toBe('Quarry_Id__c');
  standIn.server.faults.plan({ on: /PATCH/, fault: { kind: 'lostAnswer' } });
  const items = [keyed('q-1', { Name: 'Once' })];
  await expect(vendor.create(api, 'company', items)).rejects.toThrow('fetch failed');
  const [first] = await vendor.create(api, 'company', items);
  expect(first).toMatchObject({ kind: 'done', created: false });
  expect(standIn.companies.withValue('Name', 'Once')).toHaveLength(1);
  const found = await vendor.findByKey(api, 'company', ['q-1', 'q-2'], new Date());
  expect([...found]).toEqual([['q-1', first?.kind === 'done' ? first.id : '']]);
  standIn.server.faults.plan({ on: /POST/, fault: { kind: 'truncatedAnswer' } });
  await expect(vendor.create(api, 'company', [account({ Name: 'Perhaps' })])).rejects.toThrow(OutcomeUnknown);
});

test('works without a field for our key where none can be made', async () => {
  standIn.lacks.add('Customize Application');
  expect(await vendor.ensureKeyField(api, 'contact')).toBeNull();
  standIn.lacks.clear();
});

test('finds accounts by the root domain of any spelling of their website', async () => {
  const spellings = [
    'acme.example',
    'http://www.ACME.example/en',
    'https://shop.acme.example:443/?a=b',
    "o'acme.example",
  ];
  for (const Website of [...spellings, 'notacme.example', 'acme.example.org'])
    standIn.companies.create({ Name: Website, Website });
  standIn.companies.remove(standIn.companies.create({ Name: 'Old', Website: 'acme.example' }).id);
  standIn.addField('Account', standInField('Domain__c', 'string'));
  standIn.companies.create({ Name: 'mapped', Domain__c: 'mapped.example' });
  for (const isMany of [false, true]) {
    const hint = { isMany, domainField: 'Domain__c' };
    const found = await vendor.find(api, 'company', ['acme.example', 'mapped.example', 'a_b.example'], hint);
    expect(found.get('acme.example')?.map(({ name }) => name)).toEqual(spellings.slice(0, 3));
    expect(found.get('mapped.example')?.map(({ name }) => name)).toEqual(['mapped']);
    expect(found.has('a_b.example')).toBe(false);
  }
});

test('finds many domains and addresses within the size of an address', async () => {
  const domains = Array.from({ length: 1_500 }, (_, number) => `a-rather-long-name-of-company-${number}.example`);
  standIn.companies.create({ Name: 'Last', Website: domains[1_499] });
  const hint = { isMany: false, domainField: null };
  expect([...(await vendor.find(api, 'company', domains, hint)).keys()]).toEqual([domains[1_499]]);
  const one = standIn.contacts.create({ LastName: 'One', Email: "o'neil@acme.example" });
  const two = standIn.contacts.create({ LastName: 'Two', Email: "O'Neil@acme.example" });
  const emails = ["o'neil@ACME.example", ...domains.map((domain) => `info@${domain}`)];
  const found = await vendor.find(api, 'contact', emails, hint);
  expect([...found].map(([email, records]) => [email, records.map(({ id }) => id)])).toEqual([
    ["o'neil@ACME.example", [one.id, two.id]],
  ]);
  expect(standIn.server.contractViolations).toEqual([]);
});

test('follows records through merges while they are in the bin, and tells those that are gone', async () => {
  const [first, second, third, gone] = ['1', '2', '3', '4'].map((Name) => standIn.companies.create({ Name }));
  if (!first || !second || !third || !gone) throw new Error('No records');
  standIn.companies.merge(first.id, second.id);
  standIn.companies.merge(second.id, third.id);
  standIn.companies.remove(gone.id);
  const purged = '001A00000999999AAA';
  const records = await vendor.read(api, 'company', [first.id, gone.id, third.id, purged], ['Name']);
  expect([...records].map(([id, record]) => [id, record?.id ?? null])).toEqual([
    [first.id, third.id],
    [gone.id, null],
    [third.id, third.id],
    [purged, null],
  ]);
  const outcomes = await vendor.update(
    api,
    'company',
    [first.id, gone.id, purged, third.id].map((id) => ({ id, values: { Website: 'new.example' } })),
  );
  expect(outcomes).toMatchObject([
    { kind: 'exists', id: third.id },
    { kind: 'refused', refusal: { code: 'ENTITY_IS_DELETED' }, isGone: true },
    { kind: 'refused', refusal: { code: 'ENTITY_IS_DELETED' }, isGone: true },
    { kind: 'done', id: third.id, created: false },
  ]);
});

test('creates contacts with their account, counts them for candidates, and archives', async () => {
  const firm = standIn.companies.create({ Name: 'Firm', Website: 'firm.example' });
  const person = { recordType: 'contact', firstName: 'Ada', lastName: '', email: 'ada@firm.example' } as const;
  const item = { ...account({ ...vendor.identify(person) }), companyId: firm.id };
  const outcomes = await vendor.create(api, 'contact', [item, { ...item, companyId: '001A00000888888AAA' }]);
  expect(outcomes).toMatchObject([
    { kind: 'done', created: true },
    { kind: 'refused', refusal: { code: 'INVALID_CROSS_REFERENCE_KEY', field: 'AccountId' } },
  ]);
  expect(await vendor.readCandidates(api, 'company', [firm.id])).toMatchObject([
    { externalId: firm.id, name: 'Firm', domain: 'firm.example', contacts: 1 },
  ]);
  expect(await vendor.archive(api, 'company', [firm.id, firm.id])).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
  expect(firm.isDeleted).toBe(true);
});

test('reads every record, or those changed since, also with a long list of fields', async () => {
  const countSince = async (since: Date | null, fields: readonly string[]) => {
    const ids = new Set<string>();
    for await (const records of vendor.changedSince(api, 'company', since, fields))
      for (const { id } of records) ids.add(id);
    return ids.size;
  };
  const names = Array.from({ length: 400 }, (_, number) => `A_custom_field_with_a_long_name_${number}__c`);
  for (const name of names) standIn.addField('Account', standInField(name, 'string'));
  expect(await countSince(null, names)).toBe(standIn.companies.live.length);
  for (const name of names) standIn.removeField('Account', name);
  const earlier = new Date(Date.now() - 3_600_000);
  for (let number = 0; number < 2_100; number += 1) standIn.companies.create({ Name: `N${number}` }, 'seed', earlier);
  expect(await countSince(null, ['Name'])).toBe(standIn.companies.live.length);
  expect(await countSince(new Date(Date.now() - 60_000), ['Name'])).toBe(standIn.companies.live.length - 2_100);
  expect(standIn.server.contractViolations).toEqual([]);
});

test('says what an answer means: the day spent, too many at once, forbidden, signed out, unavailable', async () => {
  const verdictOf = (status: number, body: unknown, headers = {}) =>
    vendor.judge({ status, headers: new Headers(headers), body }, api.account);
  const exceeded = (message: string) => [{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message }];
  expect(verdictOf(403, exceeded('TotalRequests Limit exceeded.'))).toMatchObject({ kind: 'DAY_SPENT' });
  expect(verdictOf(403, exceeded('ConcurrentRequests Limit exceeded.'))).toMatchObject({ kind: 'SLOW_DOWN' });
  expect(verdictOf(403, [{ errorCode: 'API_DISABLED_FOR_ORG', message: 'x' }])).toMatchObject({
    kind: 'FORBIDDEN',
    refusal: { code: 'API_DISABLED_FOR_ORG', message: expect.stringContaining('does not include the API') },
  });
  expect(verdictOf(401, [])).toEqual({ kind: 'SIGN_IN_AGAIN' });
  expect(verdictOf(503, '<html>')).toMatchObject({ kind: 'UNAVAILABLE', mayBeApplied: true });
  expect(verdictOf(200, [], { 'sforce-limit-info': 'api-usage=90/100' })).toEqual({
    kind: 'READ',
    learnt: { lane: 'day', daily: { max: 100, remaining: 10 } },
  });
  const allowance = await vendor.readAllowance(api);
  expect(allowance).toEqual({ daily: 100_000, remaining: 100_000 - standIn.usedCalls });
});

test('survives refresh tokens that are used once', async () => {
  standIn.oauth.options.rotatesRefreshTokens = true;
  const first = await signInPlainly(vendor);
  const grant = { kind: 'refresh', refreshToken: first.refreshToken ?? '', isSandbox: false } as const;
  const second = await requestTokens(vendor, grant);
  expect(second.refreshToken).not.toBe(first.refreshToken);
  await expect(requestTokens(vendor, grant)).rejects.toThrow();
  standIn.oauth.options.rotatesRefreshTokens = false;
});

async function fieldOf(name: string): Promise<DescribedField> {
  const field = (await vendor.describe(api, 'company')).find(({ id }) => id === name);
  if (field === undefined) throw new Error(`No field ${name}`);
  return field;
}

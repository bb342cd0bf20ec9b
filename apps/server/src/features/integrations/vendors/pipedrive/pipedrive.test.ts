import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectPlainly, requestTokens, signInPlainly } from '../../testing/plain-vendor-api.ts';
import { codeOf } from '../../testing/stand-ins/pipedrive/fields.ts';
import { type PipedriveStandIn, startPipedrive } from '../../testing/stand-ins/pipedrive/index.ts';
import { type DescribedField, OutcomeUnknown, type Vendor, type VendorApi } from '../vendor.ts';
import { pipedrive } from './index.ts';

let standIn: PipedriveStandIn;
let vendor: Vendor;
let api: VendorApi;

beforeAll(async () => {
  standIn = await startPipedrive({ burst: 1_000, maxCustomFields: 8 });
  vendor = pipedrive(standIn.settings);
  api = await connectPlainly(vendor);
});
afterAll(() => standIn.close());
beforeEach(() => standIn.server.faults.clear());

const record = (values: Record<string, unknown>) => ({ key: null, keyField: null, values, companyId: null });

test('names the account and links to its records', () => {
  expect(api.account).toMatchObject({ id: '815', name: 'Stand-in Ltd', facts: { currency: 'EUR' } });
  expect(vendor.recordUrl(api.account, 'company', '7')).toBe('https://stand-in.pipedrive.com/organization/7');
  expect(vendor.recordUrl(api.account, 'contact', '8')).toBe('https://stand-in.pipedrive.com/person/8');
});

test('says of each field whether a sync can write it and what fits', async () => {
  const fields = new Map((await vendor.describe(api, 'company')).map((field) => [field.label, field]));
  expect(fields.get('Name')).toMatchObject({ id: 'name', isRequired: true, canUseInSync: true });
  expect(fields.get('Employee count')).toMatchObject({ type: 'int', canUseInSync: true });
  expect(fields.get('Tier')).toMatchObject({
    acceptsTypes: ['Picklist', 'Multipicklist', 'Array'],
    options: [
      { label: 'Gold', value: '11' },
      { label: 'Silver', value: '12' },
    ],
  });
  expect(fields.get('Owner')).toMatchObject({ canUseInSync: false, acceptsTypes: [] });
  const ofPersons = new Map((await vendor.describe(api, 'contact')).map((field) => [field.label, field]));
  expect(ofPersons.get('Email')).toMatchObject({ id: 'emails', canUseInSync: true });
  expect(ofPersons.get('Organization')).toMatchObject({ canUseInSync: false });
});

test('creates a field once, also if the answer is lost, and says where the plan ends', async () => {
  const field = { name: 'fit', label: 'Fit', description: '', type: 'enum', options: ['High', 'low', 'Low'] };
  standIn.server.faults.plan({ on: /POST .*organizationFields/, fault: { kind: 'lostAnswer' } });
  const { externalName } = await vendor.createField(api, 'company', field);
  expect(await vendor.createField(api, 'company', field)).toEqual({ externalName });
  await expect(vendor.createField(api, 'company', { ...field, type: 'date' })).rejects.toThrow(
    'Pipedrive already has a field "Fit" of the type enum',
  );
  const created = await fieldOf('Fit');
  expect(created.options?.map(({ label }) => label)).toEqual(['High', 'low']);
  await vendor.changeField?.(api, 'company', created, { kind: 'addOptions', options: ['high', 'Medium'] });
  expect((await fieldOf('Fit')).options?.map(({ label }) => label)).toEqual(['High', 'low', 'Medium']);
  const key = await vendor.ensureKeyField(api, 'company');
  expect(await vendor.ensureKeyField(api, 'company')).toBe(key);
  const more = (label: string) =>
    vendor.createField(api, 'company', { ...field, label, type: 'varchar', options: null });
  await more('One more');
  await expect(more('One too many')).rejects.toMatchObject({ refusal: { code: 'FEATURE_LIMIT' } });
});

test('writes records, and names field and reason of those that are refused', async () => {
  const tier = standIn.codeOf('organizations', 'Tier');
  const score = standIn.codeOf('organizations', 'Score');
  const outcomes = await vendor.create(api, 'company', [
    record({ name: 'Fine', website: 'fine.example', employee_count: 12, [score]: 7.5, [tier]: 11 }),
    record({ name: 'Odd', [tier]: 99 }),
    record({ name: 'Wrong', [score]: 'many' }),
    record({ name: 'Gone', [codeOf('no such field')]: 'x' }),
  ]);
  expect(outcomes).toMatchObject([
    { kind: 'done', created: true },
    { kind: 'refused', refusal: { code: 'INVALID_OPTION', field: tier } },
    { kind: 'refused', refusal: { code: 'VALIDATION_ERROR', field: score } },
    { kind: 'refused', refusal: { code: 'FIELD_NOT_FOUND', field: codeOf('no such field') } },
  ]);
  expect(standIn.companies.withValue('name', 'Fine')[0]?.values).toMatchObject({ [score]: 7.5, employee_count: 12 });
});

test('finds a record by our key after its answer was lost', async () => {
  const keyField = await vendor.ensureKeyField(api, 'company');
  standIn.server.faults.plan({ on: /POST .*organizations$/, fault: { kind: 'lostAnswer' } });
  const sentAt = new Date();
  const item = { ...record({ name: 'Once' }), key: 'q-1', keyField };
  await expect(vendor.create(api, 'company', [item])).rejects.toThrow(OutcomeUnknown);
  const [once] = standIn.companies.withValue('name', 'Once');
  expect([...(await vendor.findByKey(api, 'company', ['q-1'], sentAt))]).toEqual([['q-1', once?.id]]);
});

test('finds organizations by root domain and persons by any of their addresses, over pages', async () => {
  const domainField = standIn.codeOf('organizations', 'One more');
  standIn.companies.create({ name: 'A', website: 'https://www.Alpha.example/en' });
  standIn.companies.create({ name: 'B', website: 'shop.alpha.example' });
  standIn.companies.create({ name: 'C', [domainField]: 'mapped.example' });
  standIn.companies.remove(standIn.companies.create({ name: 'D', website: 'alpha.example' }).id);
  for (let number = 0; number < 600; number += 1) standIn.companies.create({ name: `N${number}` });
  standIn.companies.create({ name: 'Last', website: 'last.example' });
  const hint = { isMany: true, domainField };
  const found = await vendor.find(api, 'company', ['alpha.example', 'mapped.example', 'last.example'], hint);
  expect([...found].map(([domain, records]) => [domain, records.map(({ name }) => name)])).toEqual([
    ['alpha.example', ['A', 'B']],
    ['mapped.example', ['C']],
    ['last.example', ['Last']],
  ]);
  const emails = [{ value: 'p@old.example', primary: true }, { value: 'P@new.example' }];
  const person = standIn.contacts.create({ name: 'P', emails });
  const byEmail = await vendor.find(api, 'contact', ['p@new.example', 'q@new.example'], hint);
  expect([...byEmail]).toMatchObject([['p@new.example', [{ id: person.id, name: 'P' }]]]);
});

test('keeps the other addresses of a person, and attaches new ones to their organization', async () => {
  const firm = standIn.companies.create({ name: 'Firm' });
  const identity = { recordType: 'contact', firstName: 'Ada', lastName: 'L', email: 'ada@firm.example' } as const;
  const item = { ...record({ ...vendor.identify(identity) }), companyId: firm.id };
  const [outcome] = await vendor.create(api, 'contact', [item]);
  const id = outcome?.kind === 'done' ? outcome.id : '';
  expect(standIn.contacts.get(id).values).toMatchObject({ name: 'Ada L', org_id: Number(firm.id) });
  await vendor.update(api, 'contact', [{ id, values: { emails: 'ada@home.example', job_title: null } }]);
  expect(standIn.contacts.get(id).values.emails).toMatchObject([
    { value: 'ada@home.example', primary: true },
    { value: 'ada@firm.example', primary: false },
  ]);
  expect(await vendor.readCandidates(api, 'company', [firm.id])).toMatchObject([{ name: 'Firm', contacts: 1 }]);
});

test('tells records that are gone, and restores what it read', async () => {
  const tools = standIn.codeOf('organizations', 'Technologies');
  const funding = standIn.codeOf('organizations', 'Funding');
  const before = { [tools]: [11], [funding]: { value: 5, currency: 'USD' }, address: { value: 'Here' } };
  const kept = standIn.companies.create({ name: 'Kept', ...before });
  const gone = standIn.companies.create({ name: 'Gone' });
  standIn.companies.merge(gone.id, kept.id);
  const records = await vendor.read(api, 'company', [kept.id, gone.id], Object.keys(before));
  expect(records.get(kept.id)?.values).toEqual(before);
  expect(records.get(gone.id)).toBeNull();
  const cleared = { [tools]: null, [funding]: null, address: null };
  const ids = [kept.id, gone.id];
  expect(
    await vendor.update(
      api,
      'company',
      ids.map((id) => ({ id, values: cleared })),
    ),
  ).toMatchObject([
    { kind: 'done', id: kept.id, created: false },
    { kind: 'refused', refusal: { code: 'ORGANIZATION_NOT_FOUND' }, isGone: true },
  ]);
  await vendor.update(api, 'company', [{ id: kept.id, values: records.get(kept.id)?.values ?? {} }]);
  expect(kept.values).toMatchObject(before);
  expect(await vendor.archive(api, 'company', ids)).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
  expect(kept.isDeleted).toBe(true);
});

test('reads every record, or those changed since', async () => {
  const earlier = new Date(Date.now() - 3_600_000);
  for (let number = 0; number < 520; number += 1) standIn.contacts.create({ name: `P${number}` }, 'seed', earlier);
  const countSince = async (since: Date | null) => {
    let count = 0;
    for await (const records of vendor.changedSince(api, 'contact', since, ['name'])) count += records.length;
    return count;
  };
  expect(await countSince(null)).toBe(standIn.contacts.live.length);
  expect(await countSince(new Date(Date.now() - 60_000))).toBe(standIn.contacts.live.length - 520);
  expect(standIn.server.contractViolations).toEqual([]);
});

test('says what an answer means: too fast, the day spent, shut out, forbidden, signed out, unavailable', () => {
  const verdictOf = (status: number, body: unknown, headers = {}) =>
    vendor.judge({ status, headers: new Headers(headers), body }, api.account);
  const left = (day: string) => ({ 'x-daily-ratelimit-token-remaining': day });
  expect(verdictOf(429, {}, left('7'))).toMatchObject({ kind: 'SLOW_DOWN', waitMs: 2_000 });
  expect(verdictOf(429, {}, { ...left('7'), 'retry-after': '4' })).toMatchObject({ kind: 'SLOW_DOWN', waitMs: 4_000 });
  expect(verdictOf(429, {}, left('0'))).toMatchObject({ kind: 'DAY_SPENT' });
  expect(verdictOf(403, '<html>')).toMatchObject({ kind: 'SLOW_DOWN', waitMs: 300_000 });
  expect(verdictOf(403, { error: 'Scope and URL mismatch' })).toMatchObject({
    kind: 'FORBIDDEN',
    refusal: { code: 'FORBIDDEN', message: 'Scope and URL mismatch' },
  });
  expect(verdictOf(401, {})).toEqual({ kind: 'SIGN_IN_AGAIN' });
  expect(verdictOf(503, {})).toMatchObject({ kind: 'UNAVAILABLE', mayBeApplied: true });
  expect(verdictOf(200, {}, { 'x-ratelimit-limit': '480', 'x-ratelimit-remaining': '470' })).toEqual({
    kind: 'READ',
    learnt: { lane: 'all', max: 480, remaining: 470 },
  });
});

test('signs in with the app in the header, and knows a dead refresh token', async () => {
  const { refreshToken, apiUrl } = await signInPlainly(vendor);
  expect(apiUrl).toBe(standIn.server.url);
  const grant = { kind: 'refresh', refreshToken: refreshToken ?? '', isSandbox: false } as const;
  expect(await requestTokens(vendor, grant)).toMatchObject({ expiresInSeconds: 3_600, scopes: vendor.scopes });
  standIn.oauth.revokeAccess();
  await expect(requestTokens(vendor, grant)).rejects.toThrow();
});

async function fieldOf(label: string): Promise<DescribedField> {
  const field = (await vendor.describe(api, 'company')).find((one) => one.label === label);
  if (field === undefined) throw new Error(`No field ${label}`);
  return field;
}

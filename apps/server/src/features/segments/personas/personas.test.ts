import { setTimeout as sleep } from 'node:timers/promises';
import type { PersonaPreviewType } from '@quarry/contracts';
import * as contracts from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPersonaWorld, type PersonaWorld, type TestSegment } from './testing/persona-world.ts';

let world: PersonaWorld;
let ours: TestSegment;
let theirs: TestSegment;

const sales = { positionInclusionKeywords: ['sales'] };
const finance = { positionInclusionKeywords: ['cfo', 'finance'] };

beforeAll(async () => {
  world = await openPersonaWorld();
  const company = (id: number, name: string) => ({
    company_id: String(id),
    domain: `${name.toLowerCase()}.example`,
    linked_in_id: `li-${id}`,
    name,
    version: 1,
  });
  await world.put('companies', [company(1, 'Zeta'), company(2, 'Beta'), company(3, 'Alpha')]);
  await world.putPeople([
    { company_id: 1, item_id: 11, position: 'Head of Sales', seniority: 'head', phone: '+12025550111' },
    { company_id: 1, item_id: 12, position: 'VP Sales', seniority: 'vp', email_status: 'invalid' },
    { company_id: 1, item_id: 13, position: 'CFO', seniority: 'cSuite', country: 'DE' },
    { company_id: 2, item_id: 21, position: 'Sales', seniority: 'manager', phone: '+12025550121' },
    { company_id: 3, item_id: 31, position: 'Engineer' },
  ]);
  ours = await world.segment('ours', [1, 2, 3], { CONTACT: 100, PHONE_NUMBER: 100 });
  theirs = await world.segment('theirs', [1]);
}, 120_000);
afterAll(() => world.close());

const refused = async (endpoint: contracts.Endpoint, input: object, segment = ours) => {
  const { status, body } = await world.server.refused(
    endpoint,
    { segmentId: segment.segmentId, ...input },
    segment.caller,
  );
  return { status, code: body.errorCode, message: JSON.stringify(body) };
};

describe('personas', () => {
  test('are saved, listed oldest first and deleted', async () => {
    const { server } = world;
    const { segmentId, caller } = ours;
    const first = await world.persona(ours, { name: '  First ', criteriaGroups: [sales] });
    expect(first).toMatchObject({
      name: 'First',
      searchStatus: 'NEW',
      errorReason: null,
      searchProgressCompanies: 0,
      sizeContacts: 0,
      searchOptions: {
        numContactsRequiredPerCompany: 1,
        isEmailRequired: true,
        checkPhoneNumber: false,
        maxCredits: null,
      },
    });
    const second = await world.persona(ours, { name: 'Second', criteriaGroups: [finance, sales] });
    const listed = await server.call(contracts.listPersonas, { segmentId }, caller);
    expect(listed).toEqual({ items: [first, second], count: 2 });
    const page = await server.call(contracts.listPersonas, { segmentId, limit: 1, offset: 1 }, caller);
    expect(page).toEqual({ items: [second], count: 2 });
    const { item } = await server.call(contracts.getPersona, { segmentId, personaId: second.id }, caller);
    expect(item).toEqual(second);
    await server.call(contracts.deletePersona, { segmentId, personaId: first.id }, caller);
    await server.call(contracts.deletePersona, { segmentId, personaId: second.id }, caller);
    expect((await refused(contracts.getPersona, { personaId: first.id })).status).toBe(404);
  });

  test('have names that are unique in their segment, ignoring case and blanks', async () => {
    const { server } = world;
    const { segmentId, caller } = ours;
    const one = await world.persona(ours, { name: 'Taken', criteriaGroups: [sales] });
    const other = await world.persona(ours, { name: 'Free', criteriaGroups: [sales] });
    const check = (personaName: string, personaId?: string) =>
      server.call(contracts.validatePersonaName, { segmentId, personaName, personaId }, caller);
    expect(await check(' tAKEN ')).toEqual({ isValid: false, existingPersonaId: one.id });
    expect(await check('taken', one.id)).toEqual({ isValid: true, existingPersonaId: null });
    const same = await refused(contracts.createPersona, { name: 'taken', criteriaGroups: [sales] });
    expect(same).toMatchObject({ status: 409, code: 'NAME_TAKEN' });
    expect(same.message).toContain('A persona with this name already exists in this segment');
    const renamed = { personaId: other.id, name: 'TAKEN', criteriaGroups: [sales] };
    expect(await refused(contracts.updatePersona, renamed)).toMatchObject({ code: 'NAME_TAKEN' });
    for (const { id } of [one, other]) await server.call(contracts.deletePersona, { segmentId, personaId: id }, caller);
  });

  const valid = { name: 'Valid', criteriaGroups: [sales] };
  const words = (count: number) => Array.from({ length: count }, (_each, at) => `word ${at}`);
  test.each([
    ['a blank name', { ...valid, name: '   ' }, 'Please provide a name for the persona'],
    ['a long name', { ...valid, name: 'x'.repeat(256) }, 'at most 255'],
    ['no group', { ...valid, criteriaGroups: [] }, 'at least one group'],
    ['51 groups', { ...valid, criteriaGroups: Array.from({ length: 51 }, () => sales) }, 'at most 50 groups'],
    ['an empty group', { ...valid, criteriaGroups: [sales, {}] }, 'Give at least one keyword'],
    ['blank keywords', { ...valid, criteriaGroups: [{ positionInclusionKeywords: [' ', '**'] }] }, 'Give at least one'],
    ['101 keywords', { ...valid, criteriaGroups: [{ positionInclusionKeywords: words(101) }] }, 'At most 100 keywords'],
    ['an unknown seniority', { ...valid, criteriaGroups: [{ seniorities: ['boss'] }] }, ''],
    ['an unknown region', { ...valid, criteriaGroups: [{ countries: ['region:Narnia'] }] }, 'region:Name'],
    ...[0, 6, 1.5].map(
      (number) =>
        [`${number} contacts`, { ...valid, searchOptions: { numContactsRequiredPerCompany: number } }, ''] as const,
    ),
    ['a cap of 0', { ...valid, searchOptions: { maxCredits: 0 } }, ''],
  ] as const)('are refused with %s', async (_name, input, message) => {
    const refusal = await refused(contracts.createPersona, input);
    expect(refusal).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' });
    expect(refusal.message).toContain(message);
  });

  test('are at most 100 to a segment, and belong to their account', async () => {
    const many = await world.segment('many', [1]);
    for (let at = 0; at < contracts.MAX_PERSONAS; at += 1) {
      await world.persona(many, { name: `Persona ${at}`, criteriaGroups: [sales] });
    }
    expect(await refused(contracts.createPersona, valid, many)).toMatchObject({ status: 409, code: 'CONFLICT' });
    const foreign = { ...many, caller: theirs.caller };
    for (const [endpoint, input] of [
      [contracts.listPersonas, {}],
      [contracts.createPersona, valid],
      [contracts.validatePersonaName, { personaName: 'x' }],
      [contracts.listSegmentContacts, {}],
      [contracts.listCompanySegmentContacts, { company_id: '1' }],
      [contracts.startPersonaPreview, { criteriaGroups: [sales] }],
    ] as const) {
      expect(await refused(endpoint, input, foreign)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  });

  test('may only check phone numbers with the feature', async () => {
    const plain = await world.segment('plain', [1]);
    await world.server.platform.db.asSystem((tx) =>
      tx.update(clients).set({ featureFlags: [] }).where(eq(clients.id, plain.clientId)),
    );
    const input = { ...valid, searchOptions: { checkPhoneNumber: true } };
    expect(await refused(contracts.createPersona, input, plain)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });
});

async function preview(previewType: PersonaPreviewType, page: { limit?: number; offset?: number } = {}) {
  const { server } = world;
  const { segmentId, caller } = ours;
  const input = { segmentId, criteriaGroups: [sales, finance], previewType, ...page };
  const { token } = await server.call(contracts.startPersonaPreview, input, caller);
  for (;;) {
    const state = await server.call(contracts.readPersonaPreview, { segmentId, token }, caller);
    if (state.status === 'SUCCEEDED') return state.output;
    if (state.status !== 'RUNNING') throw new Error(`The preview ended: ${state.status}`);
    await sleep(10);
  }
}

test('a preview shows the best people of each company first, and companies with and without any', async () => {
  const shown = await preview('CONTACTS');
  expect(shown).toMatchObject({ totalContacts: 4, totalCompanies: 2 });
  expect(shown?.items.map(({ raw_name, company_name, group }) => [raw_name, company_name, group])).toEqual([
    ['Person 12', 'Zeta', 1],
    ['Person 21', 'Beta', 1],
    ['Person 11', 'Zeta', 1],
    ['Person 13', 'Zeta', 2],
  ]);
  expect(await preview('CONTACTS', { limit: 1, offset: 2 })).toEqual({ ...shown, items: shown?.items.slice(2, 3) });
  const names = (found: typeof shown) => found?.items.map(({ company_name }) => company_name);
  const having = await preview('COMPANIES_WITH_CONTACTS');
  expect([names(having), having?.totalCompanies, having?.totalContacts]).toEqual([['Zeta', 'Beta'], 2, 4]);
  const lacking = await preview('COMPANIES_WITHOUT_CONTACTS');
  expect([names(lacking), lacking?.totalCompanies, lacking?.totalContacts]).toEqual([['Alpha'], 1, 0]);
  expect(JSON.stringify(shown)).not.toMatch(/@|\+1202/);
});

test('contacts are listed with sorts and filters, and a simulation tells what they cost', async () => {
  const { server } = world;
  const { segmentId, caller } = ours;
  const persona = await world.persona(ours, {
    name: 'People',
    criteriaGroups: [sales, finance],
    searchOptions: { numContactsRequiredPerCompany: 2, checkPhoneNumber: true },
  });
  const simulate = () => server.call(contracts.simulatePersonaSearch, { segmentId, personaId: persona.id }, caller);
  expect(await simulate()).toEqual({
    companies: 3,
    companiesWithCandidates: 2,
    expectedContacts: 3,
    ownedContacts: 0,
    expectedCredits: 3,
    maximumCredits: 6,
    contactBalance: 100,
    phoneNumberBalance: 100,
  });
  await world.search(ours, persona);
  type Query = Omit<Parameters<typeof server.call<typeof contracts.listSegmentContacts>>[1], 'segmentId'>;
  const list = async (query: Query = {}) => server.call(contracts.listSegmentContacts, { segmentId, ...query }, caller);
  const names = async (query: Query) => (await list(query)).items.map(({ raw_name }) => raw_name);
  const all = await list({ sortby: 'persona_rank', sortdirection: 'asc' });
  expect(all).toMatchObject({ count: 3, countCompanies: 2 });
  expect(all.items.find(({ contact_id }) => contact_id === '11')).toMatchObject({
    company_name: 'Zeta',
    company_domain: 'zeta.example',
    company_linked_in_id: 'li-1',
    persona_id: persona.id,
    persona_name: 'People',
    persona_rank: 1,
    email: 'person-11@company.example',
    email_verification_status: 'verified',
    phone_number: '+12025550111',
    position: 'Head of Sales',
    seniority: 'head',
    country: null,
    inclusion_status: 'INCLUDED',
    removed_at: null,
    removed_reason: null,
  });
  expect(await names({ sortby: 'company_name', sortdirection: 'asc' })).toEqual([
    'Person 21',
    'Person 13',
    'Person 11',
  ]);
  expect(await names({ sortby: 'company_domain', limit: 1, offset: 1 })).toEqual(['Person 11']);
  expect(await names({ include_active: 'false', include_checked: 'true' })).toEqual(['Person 12']);
  expect(await names({ include_active: 'false' })).toEqual([]);
  expect(await names({ persona: 'another' })).toEqual([]);
  const atCompany = await server.call(contracts.listCompanySegmentContacts, { segmentId, company_id: '1' }, caller);
  expect(atCompany.items.map(({ raw_name }) => raw_name)).toEqual(['Person 11', 'Person 13', 'Person 12']);
  const checked = atCompany.items[2];
  expect(checked).toMatchObject({
    persona_rank: null,
    email: null,
    inclusion_status: 'CANDIDATE_CHECKED_NOT_INCLUDED',
  });
  for (const sortby of contracts.SEGMENT_CONTACT_SORTS) expect((await list({ sortby })).items).toHaveLength(3);
  expect(await simulate()).toMatchObject({
    ownedContacts: 2,
    expectedCredits: 1,
    contactBalance: 97,
    phoneNumberBalance: 98,
  });

  await server.platform.db.asSystem((tx) =>
    tx.update(clients).set({ featureFlags: [] }).where(eq(clients.id, ours.clientId)),
  );
  expect((await list()).items.map(({ phone_number }) => phone_number)).toEqual([null, null, null]);
});

test('the credit entries of an account are listed newest first', async () => {
  const { caller } = ours;
  const { entries, count } = await world.server.call(
    contracts.listCreditEntries,
    { creditType: 'PHONE_NUMBER' },
    caller,
  );
  expect(count).toBe(3);
  expect(entries.map(({ kind, amount, balanceAfter }) => [kind, amount, balanceAfter])).toEqual([
    ['CONSUME', -1, 98],
    ['CONSUME', -1, 99],
    ['GRANT', 100, 100],
  ]);
  expect(entries[1]?.reference).toMatchObject({ segmentId: ours.segmentId, companyId: '1', contactId: '11' });
  // Named when they are read, because the ledger itself can't forget.
  expect(entries[1]?.reference).toMatchObject({ personName: 'Person 11', personaName: 'People' });
  const granted = await world.server.call(contracts.listCreditEntries, { kind: 'GRANT', limit: 1 }, caller);
  expect([granted.count, granted.entries.length]).toEqual([2, 1]);
});

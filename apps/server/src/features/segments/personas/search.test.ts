import type { CriteriaGroup, Persona, SearchOptions } from '@quarry/contracts';
import * as contracts from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { personaCompanies, segmentContacts } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPersonaWorld, type PersonaWorld, type TestSegment } from './testing/persona-world.ts';

let world: PersonaWorld;

/** Companies 1 to 40 have two people in sales each, with ids ending in 1 and 2, and one in finance, ending in 3. */
const COMPANIES = Array.from({ length: 40 }, (_each, at) => at + 1);

beforeAll(async () => {
  world = await openPersonaWorld();
  await world.putPeople(
    COMPANIES.flatMap((id) => [
      {
        company_id: id,
        item_id: id * 10 + 1,
        position: 'Head of Sales',
        seniority: 'head',
        phone: `+1202555${1000 + id}`,
      },
      { company_id: id, item_id: id * 10 + 2, position: 'Sales manager', seniority: 'manager' },
      { company_id: id, item_id: id * 10 + 3, position: 'CFO', seniority: 'cSuite', email_status: 'other' },
    ]),
  );
}, 120_000);
afterAll(() => world.close());

const sales = { positionInclusionKeywords: ['sales'] };
const heads = { seniorities: ['head' as const] };
const finance = { positionInclusionKeywords: ['cfo'] };

const includedIds = async (segment: TestSegment, status = 'INCLUDED') =>
  (await world.found(segment)).filter((row) => row.inclusionStatus === status).map(({ contactId }) => contactId);
const charges = async (segment: TestSegment, creditType = 'CONTACT') =>
  (await world.ledger(segment)).filter((entry) => entry.kind === 'CONSUME' && entry.creditType === creditType);

/** Each contact newly owned was charged once, and the balances follow from the entries. */
async function expectExactLedger(segment: TestSegment): Promise<void> {
  const entries = (await world.ledger(segment)).filter(({ creditType }) => creditType === 'CONTACT');
  let balance = 0;
  for (const { amount, balanceAfter } of entries) {
    balance += amount;
    expect(balanceAfter).toBe(balance);
  }
  expect(balance).toBeGreaterThanOrEqual(0);
  const charged = entries.filter(({ kind }) => kind === 'CONSUME').map(({ idempotencyKey }) => idempotencyKey);
  const owned = (await world.owned(segment)).map(({ contactId, companyId }) => `CONTACT:${contactId}:${companyId}`);
  expect(charged.toSorted()).toEqual(owned.toSorted());
}

const save = async (
  { segmentId, caller }: TestSegment,
  { id, name, criteriaGroups, searchOptions }: Persona,
  changes: {
    name?: string;
    criteriaGroups?: readonly Partial<CriteriaGroup>[];
    searchOptions?: Partial<SearchOptions>;
  },
) => {
  const input = {
    segmentId,
    personaId: id,
    name,
    criteriaGroups,
    ...changes,
    searchOptions: { ...searchOptions, ...changes.searchOptions },
  };
  return (await world.server.call(contracts.updatePersona, input as never, caller)).item;
};

test('a search includes the best people of each company and charges for each once', async () => {
  const segment = await world.segment('plain', [1, 2, 99], { CONTACT: 10 });
  const persona = await world.persona(segment, {
    name: 'Sales',
    criteriaGroups: [sales, finance],
    searchOptions: { numContactsRequiredPerCompany: 2 },
  });
  const ended = await world.search(segment, persona);
  expect(ended).toMatchObject({ searchStatus: 'COMPLETE', searchProgressCompanies: 3, sizeContacts: 4 });
  const found = (await world.found(segment)).map((row) => [row.contactId, row.rank, row.groupAt]);
  expect(found).toEqual([
    ['11', 1, 0],
    ['12', 2, 0],
    ['21', 1, 0],
    ['22', 2, 0],
  ]);
  await expectExactLedger(segment);
  expect((await charges(segment))[0]).toMatchObject({
    amount: -1,
    reference: { segmentId: segment.segmentId, personaId: persona.id, companyId: '1', contactId: '11' },
  });
});

test('people whom the account owns cost nothing, whatever persona finds them', async () => {
  const segment = await world.segment('again', [1, 2, 3], { CONTACT: 20 });
  const first = await world.persona(segment, { name: 'First', criteriaGroups: [heads] });
  await world.search(segment, first);
  const second = await world.persona(segment, {
    name: 'Second',
    criteriaGroups: [sales],
    searchOptions: { numContactsRequiredPerCompany: 2 },
  });
  await world.search(segment, second);
  expect(await world.found(segment)).toHaveLength(3 + 6);
  expect(await charges(segment)).toHaveLength(6);
  await expectExactLedger(segment);
  // A finished search that is started again looks at every company again, and finds nothing new.
  expect(await world.search(segment, second)).toMatchObject({ searchStatus: 'COMPLETE', sizeContacts: 6 });
  expect(await charges(segment)).toHaveLength(6);
});

test('without a balance nothing is charged', async () => {
  const segment = await world.segment('unlimited', [1, 2]);
  const persona = await world.persona(segment, { name: 'Sales', criteriaGroups: [sales] });
  expect(await world.search(segment, persona)).toMatchObject({ searchStatus: 'COMPLETE', sizeContacts: 2 });
  expect(await world.ledger(segment)).toEqual([]);
});

describe('credits', () => {
  test('must cover the most that a search can cost, unless it has a cap', async () => {
    const segment = await world.segment('poor', [1, 2, 3], { CONTACT: 5 });
    const input = { name: 'Sales', criteriaGroups: [sales], searchOptions: { numContactsRequiredPerCompany: 2 } };
    const persona = await world.persona(segment, input);
    const key = { segmentId: segment.segmentId, personaId: persona.id };
    const { status, body } = await world.server.refused(contracts.startPersonaSearch, key, segment.caller);
    expect([status, body.errorCode, body.message]).toEqual([
      409,
      'INSUFFICIENT_CREDITS',
      'You have insufficient credits to complete this search',
    ]);
    expect(body.context).toEqual({ creditType: 'CONTACT', balance: 5, needed: 6 });
    const capped = await save(segment, persona, { searchOptions: { maxCredits: 3 } });
    const ended = await world.search(segment, capped);
    expect(ended).toMatchObject({ searchStatus: 'COMPLETE', errorReason: null, sizeContacts: 3 });
    expect(ended.searchNote).toBe('The search stopped at its limit of 3 credits.');
    await expectExactLedger(segment);
  });

  test('that run out stop the search at the last contact that they pay for, and it goes on later', async () => {
    const segment = await world.segment('ends', COMPANIES, { CONTACT: 100 });
    const persona = await world.persona(segment, {
      name: 'Sales',
      criteriaGroups: [sales],
      searchOptions: { numContactsRequiredPerCompany: 2 },
    });
    // Staff take credits away after the search was found affordable.
    await world.start(segment, persona);
    await world.settled(segment);
    const other = await world.segment('ends-too', COMPANIES, { CONTACT: 80 });
    const same = await world.persona(other, {
      name: 'Sales',
      criteriaGroups: [sales],
      searchOptions: { numContactsRequiredPerCompany: 2 },
    });
    await world.spend(other, 'CONTACT', 33, () => world.start(other, same));
    const [stopped] = await world.settled(other);
    expect(stopped).toMatchObject({
      searchStatus: 'ERROR',
      errorReason: 'OUT_OF_CREDITS',
      sizeContacts: 47,
      searchProgressCompanies: 23,
    });
    expect((await world.found(other)).filter(({ companyId }) => companyId === '24').map(({ rank }) => rank)).toEqual([
      1,
    ]);
    await world.grant(other, 'CONTACT', 100);
    expect(await world.search(other, same)).toMatchObject({
      searchStatus: 'COMPLETE',
      errorReason: null,
      sizeContacts: 80,
      searchProgressCompanies: 40,
    });
    const key = ({ companyId, contactId, rank }: { companyId: string; contactId: string; rank: number | null }) =>
      `${companyId} ${contactId} ${rank}`;
    expect((await world.found(other)).map(key)).toEqual((await world.found(segment)).map(key));
  });

  test('for phone numbers are charged for numbers that are found, once', async () => {
    const segment = await world.segment('phones', [1, 2, 3], { CONTACT: 20, PHONE_NUMBER: 6 });
    const options = { numContactsRequiredPerCompany: 2, checkPhoneNumber: true };
    const persona = await world.persona(segment, { name: 'Sales', criteriaGroups: [sales], searchOptions: options });
    await world.spend(segment, 'PHONE_NUMBER', 4, () => world.start(segment, persona));
    const [stopped] = await world.settled(segment);
    expect(stopped).toMatchObject({
      searchStatus: 'ERROR',
      errorReason: 'OUT_OF_PHONE_NUMBER_CREDITS',
      sizeContacts: 5,
    });
    const phones = async () =>
      (await world.owned(segment)).map(({ contactId, phoneNumber }) => [contactId, phoneNumber]);
    expect(await phones()).toEqual([
      ['11', '+12025551001'],
      ['12', null],
      ['21', '+12025551002'],
      ['22', null],
      ['31', null],
    ]);
    await world.grant(segment, 'PHONE_NUMBER', 10);
    expect(await world.search(segment, persona)).toMatchObject({ searchStatus: 'COMPLETE', sizeContacts: 6 });
    expect((await phones()).filter(([, phone]) => phone !== null)).toHaveLength(3);
    expect(await charges(segment, 'PHONE_NUMBER')).toHaveLength(3);
  });
});

test('searches of an account run one after the other, in the order of their start', async () => {
  const segment = await world.segment('queue', COMPANIES);
  const personas: Persona[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    personas.push(await world.persona(segment, { name, criteriaGroups: [sales] }));
  }
  const { server } = world;
  const start = async ({ id }: Persona) =>
    (await server.call(contracts.startPersonaSearch, { segmentId: segment.segmentId, personaId: id }, segment.caller))
      .searchStatus;
  const [one, two, three] = personas;
  if (one === undefined || two === undefined || three === undefined) throw new Error('Personas are missing');
  const statuses = await world.paused(segment, async () => [
    await start(three),
    await start(one),
    await start(two),
    await start(one),
  ]);
  expect(statuses).toEqual(['RUNNING', 'QUEUED', 'QUEUED', 'QUEUED']);
  await world.settled(segment);
  const finishedAt = new Map<string, number>();
  for (const { personaId, id } of await world.found(segment)) {
    finishedAt.set(personaId, Math.max(finishedAt.get(personaId) ?? 0, id));
  }
  const order = [...finishedAt].toSorted(([, first], [, second]) => first - second).map(([id]) => id);
  expect(order).toEqual([three.id, one.id, two.id]);
});

describe('an edit', () => {
  const start = async (name: string) => {
    const segment = await world.segment(name, [1, 2], { CONTACT: 20 });
    const persona = await world.persona(segment, {
      name: 'Sales',
      criteriaGroups: [sales],
      searchOptions: { numContactsRequiredPerCompany: 2 },
    });
    return { segment, persona: await world.search(segment, persona) };
  };

  test('of the name alone changes nothing else', async () => {
    const { segment, persona } = await start('renamed');
    expect(await save(segment, persona, { name: 'Other' })).toEqual({ ...persona, name: 'Other' });
  });

  test('removes the contacts that no longer match, and the search is new', async () => {
    const { segment, persona } = await start('narrowed');
    const edited = await save(segment, persona, { criteriaGroups: [finance, heads] });
    expect(edited).toMatchObject({ searchStatus: 'NEW', sizeContacts: 2, searchProgressCompanies: 0 });
    const removed = (await world.found(segment)).filter((row) => row.removedAt !== null);
    expect(removed.map(({ contactId, removedReason, rank }) => [contactId, removedReason, rank])).toEqual([
      ['12', 'CONTACT_NO_LONGER_MATCH_CRITERIA', null],
      ['22', 'CONTACT_NO_LONGER_MATCH_CRITERIA', null],
    ]);
    await world.search(segment, edited);
    const ranks = (await world.found(segment)).filter((row) => row.companyId === '1' && row.rank !== null);
    expect(ranks.map(({ contactId, rank, groupAt }) => [contactId, rank, groupAt])).toEqual([
      ['13', 1, 0],
      ['11', 2, 1],
    ]);
    // Those who were removed are still owned, so finding them again is free.
    await world.search(segment, await save(segment, edited, { criteriaGroups: [sales] }));
    expect(await includedIds(segment)).toEqual(['11', '12', '21', '22']);
    expect(await charges(segment)).toHaveLength(6);
    await expectExactLedger(segment);
  });

  test('to fewer contacts removes the worst', async () => {
    const { segment, persona } = await start('fewer');
    const edited = await save(segment, persona, { searchOptions: { numContactsRequiredPerCompany: 1 } });
    expect(edited).toMatchObject({ searchStatus: 'NEW', sizeContacts: 2 });
    const removed = (await world.found(segment)).filter((row) => row.removedAt !== null);
    expect(removed.map(({ contactId, removedReason }) => [contactId, removedReason])).toEqual([
      ['12', 'CONTACTS_PER_COMPANY_REDUCED'],
      ['22', 'CONTACTS_PER_COMPANY_REDUCED'],
    ]);
  });

  test('while the search waits or runs puts it at the end of the queue, under the new definition', async () => {
    const segment = await world.segment('midway', COMPANIES, { CONTACT: 200 });
    const persona = await world.persona(segment, { name: 'Sales', criteriaGroups: [sales] });
    const edited = await world.paused(segment, async () => {
      await world.start(segment, persona);
      return save(segment, persona, { criteriaGroups: [finance] });
    });
    expect(edited.searchStatus).toBe('QUEUED');
    const [ended] = await world.settled(segment);
    expect(ended).toMatchObject({ searchStatus: 'COMPLETE', sizeContacts: 40, searchProgressCompanies: 40 });
    expect((await includedIds(segment)).every((id) => id.endsWith('3'))).toBe(true);
    await expectExactLedger(segment);
  });
});

test('a cancelled search stops, keeps what it found and can be started again', async () => {
  const segment = await world.segment('cancelled', COMPANIES, { CONTACT: 100 });
  const persona = await world.persona(segment, { name: 'Sales', criteriaGroups: [sales] });
  const key = { segmentId: segment.segmentId, personaId: persona.id };
  await world.paused(segment, async () => {
    await world.start(segment, persona);
    const answer = await world.server.call(contracts.cancelPersonaSearch, key, segment.caller);
    expect(answer.searchStatus).toBe('NEW');
  });
  await world.idle(segment);
  expect(await world.found(segment)).toEqual([]);
  expect(await world.search(segment, persona)).toMatchObject({ searchStatus: 'COMPLETE', sizeContacts: 40 });
  await world.server.call(contracts.cancelPersonaSearch, key, segment.caller);
  const { item } = await world.server.call(contracts.getPersona, key, segment.caller);
  expect(item.searchStatus).toBe('COMPLETE');
});

test('a deleted persona takes its contacts from the segment, and the account keeps them', async () => {
  const segment = await world.segment('deleted', [1, 2], { CONTACT: 10 });
  const persona = await world.persona(segment, { name: 'Sales', criteriaGroups: [sales] });
  await world.search(segment, persona);
  await world.server.call(
    contracts.deletePersona,
    { segmentId: segment.segmentId, personaId: persona.id },
    segment.caller,
  );
  expect(await world.found(segment)).toEqual([]);
  await expectExactLedger(segment);
  expect(await world.owned(segment)).toHaveLength(2);
});

test.each([
  ['segment', (tx: Transaction, { segmentId }: TestSegment) => tx.delete(segments).where(eq(segments.id, segmentId))],
  ['account', (tx: Transaction, { clientId }: TestSegment) => tx.delete(clients).where(eq(clients.id, clientId))],
] as const)('what a search found goes with its %s', async (name, remove) => {
  const segment = await world.segment(`gone-with-${name}`, [1, 2], { CONTACT: 10 });
  const persona = await world.persona(segment, { name: 'Sales', criteriaGroups: [sales] });
  await world.search(segment, persona);
  const { db } = world.server.platform;
  const left = () =>
    db.asSystem(async (tx) => ({
      contacts: await tx.$count(segmentContacts, eq(segmentContacts.personaId, persona.id)),
      companies: await tx.$count(personaCompanies, eq(personaCompanies.personaId, persona.id)),
    }));
  expect(await left()).toEqual({ contacts: 2, companies: 2 });
  await db.asSystem((tx) => remove(tx, segment));
  expect(await left()).toEqual({ contacts: 0, companies: 0 });
});

test('phone numbers need the feature at the start of a search too', async () => {
  const segment = await world.segment('unflagged', [1]);
  const persona = await world.persona(segment, {
    name: 'Sales',
    criteriaGroups: [sales],
    searchOptions: { checkPhoneNumber: true },
  });
  await world.server.platform.db.asSystem((tx) =>
    tx.update(clients).set({ featureFlags: [] }).where(eq(clients.id, segment.clientId)),
  );
  const key = { segmentId: segment.segmentId, personaId: persona.id };
  const { body } = await world.server.refused(contracts.startPersonaSearch, key, segment.caller);
  expect(body.errorCode).toBe('FORBIDDEN');
});

import * as contracts from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { segments } from '@quarry/postgres/tables/segments';
import { suppressions } from '@quarry/postgres/tables/suppressions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseFromRecord } from '#server/features/erasures/erase-from-record.ts';
import { openPersonaWorld, type PersonaWorld, type TestPersonRow, type TestSegment } from '../testing/persona-world.ts';
import { recheckContacts } from './persona-upkeep.ts';

let world: PersonaWorld;

beforeAll(async () => {
  world = await openPersonaWorld();
}, 120_000);
afterAll(() => world.close());

const sales = { positionInclusionKeywords: ['sales'] };
let version = 1;
let nextCompany = 1;

/** Two people in sales at each of so many new companies: ids are those of the companies with 1 and 2 appended. */
async function putSales(companies: number): Promise<number[]> {
  const ids = Array.from({ length: companies }, () => nextCompany++);
  await world.putPeople(ids.flatMap((id) => [person(id, 1), person(id, 2)]));
  return ids;
}

const person = (company: number, number: 1 | 2, changes: Partial<TestPersonRow> = {}) => ({
  company_id: company,
  item_id: company * 10 + number,
  position: 'Sales',
  seniority: number === 1 ? 'head' : 'manager',
  ...changes,
});

const change = (row: TestPersonRow) => world.putPeople([{ ...row, version: ++version }]);

const daily = async (segment: TestSegment) => {
  const { db, jobs } = world.server.platform;
  await db.asClient(segment.clientId, (tx) => recheckContacts(tx, jobs, segment.clientId));
  await world.idle(segment);
};

const makeDynamic = ({ segmentId }: TestSegment) =>
  world.server.platform.db.asSystem((tx) =>
    tx.update(segments).set({ isDynamic: true }).where(eq(segments.id, segmentId)),
  );

const stays = async (segment: TestSegment) =>
  (await world.found(segment))
    .toSorted((one, other) => one.id - other.id)
    .map(({ contactId, inclusionStatus, removedReason, rank }) => [
      contactId,
      inclusionStatus === 'INCLUDED' ? rank : (removedReason ?? inclusionStatus),
    ]);

async function started(name: string, companies: number, options: Partial<contracts.SearchOptions> = {}) {
  const ids = await putSales(companies);
  const segment = await world.segment(name, ids, { CONTACT: 50 });
  const persona = await world.persona(segment, { name: 'Sales', criteriaGroups: [sales], searchOptions: options });
  await world.search(segment, persona);
  return { segment, persona, ids };
}

test('companies that enter are searched, the contacts of those that leave are removed, and coming back is free', async () => {
  const { segment, ids } = await started('moving', 3);
  const [one = 0, two = 0, three = 0] = ids;
  const [four = 0] = await putSales(1);
  await world.changeCompanies(segment, [two, three, four]);
  expect(await stays(segment)).toEqual([
    [`${one}1`, 'COMPANY_REMOVED_FROM_SEGMENT'],
    [`${two}1`, 1],
    [`${three}1`, 1],
    [`${four}1`, 1],
  ]);
  await world.changeCompanies(segment, [one, two, three, four]);
  expect(await stays(segment)).toContainEqual([`${one}1`, 1]);
  expect(await stays(segment)).toContainEqual([`${one}1`, 'COMPANY_REMOVED_FROM_SEGMENT']);
  const consumed = (await world.ledger(segment)).filter(({ kind }) => kind === 'CONSUME');
  expect(consumed).toHaveLength(4);
});

test('a persona that nobody started, or that stopped at its cap, searches nothing by itself', async () => {
  const { segment, ids } = await started('quiet', 3, { maxCredits: 2 });
  await world.persona(segment, { name: 'Never started', criteriaGroups: [sales] });
  const [four = 0] = await putSales(1);
  await world.changeCompanies(segment, [...ids, four]);
  expect(await stays(segment)).toHaveLength(2);
  const personas = await world.settled(segment);
  expect(personas.map(({ searchStatus }) => searchStatus)).toEqual(['COMPLETE', 'NEW']);
});

test('in a dynamic segment, who left or no longer matches gives way to the next candidate, for a credit', async () => {
  const { segment, ids } = await started('dynamic', 3);
  const [one = 0, two = 0, three = 0] = ids;
  await makeDynamic(segment);
  await change(person(one, 1, { is_current: false }));
  await change(person(two, 1, { position: 'CFO' }));
  await daily(segment);
  expect(await stays(segment)).toEqual([
    [`${one}1`, 'CONTACT_NO_LONGER_MATCH_CRITERIA'],
    [`${two}1`, 'CONTACT_NO_LONGER_MATCH_CRITERIA'],
    [`${three}1`, 1],
    [`${one}2`, 1],
    [`${two}2`, 1],
  ]);
  expect((await world.ledger(segment)).at(-1)?.balanceAfter).toBe(45);
  await daily(segment);
  expect(await stays(segment)).toHaveLength(5);
});

test('in a static segment contacts stay, and are marked as former', async () => {
  const { segment, ids } = await started('static', 2);
  const [one = 0] = ids;
  await change(person(one, 1, { is_current: false }));
  await daily(segment);
  expect((await stays(segment)).map(([, state]) => state)).toEqual([1, 1]);
  const former = (await world.owned(segment)).map(({ contactId, isFormerEmployment }) => [
    contactId,
    isFormerEmployment,
  ]);
  expect(former).toContainEqual([`${one}1`, true]);
  expect(former.filter(([, isFormer]) => isFormer)).toHaveLength(1);
});

test('e-mails are verified again after 90 days, free of charge, and who became unreachable is replaced', async () => {
  const { segment, ids } = await started('aged', 2);
  const [one = 0, two = 0] = ids;
  await makeDynamic(segment);
  await change(person(one, 1, { email_status: 'invalid' }));
  await change(person(two, 1, { email_status: 'invalid' }));
  const { db } = world.server.platform;
  await db.asSystem((tx) =>
    tx
      .update(contacts)
      .set({ verifiedAt: sql`now() - interval '91 days'` })
      .where(eq(contacts.contactId, `${one}1`)),
  );
  await daily(segment);
  expect(await stays(segment)).toEqual([
    [`${one}1`, 'EMAIL_NO_LONGER_VALID'],
    [`${two}1`, 1],
    [`${one}2`, 1],
    [`${one}1`, 'CANDIDATE_CHECKED_NOT_INCLUDED'],
  ]);
  const statuses = (await world.owned(segment)).map(({ contactId, emailVerificationStatus }) => [
    contactId,
    emailVerificationStatus,
  ]);
  expect(statuses).toContainEqual([`${one}1`, 'invalid']);
  expect(statuses).toContainEqual([`${two}1`, 'verified']);
  expect((await world.ledger(segment)).at(-1)?.balanceAfter).toBe(47);
});

test('people and companies that the account must not contact are never included', async () => {
  const ids = await putSales(3);
  const [one = 0, two = 0, three = 0] = ids;
  await world.put(
    'companies',
    ids.map((id) => ({ company_id: String(id), domain: `listed-${id}.example.com`, name: `Listed ${id}`, version: 1 })),
  );
  const segment = await world.segment('listed', ids, { CONTACT: 50 });
  await world.server.platform.db.asClient(segment.clientId, (tx) =>
    tx.insert(suppressions).values([
      { clientId: segment.clientId, kind: 'EMAIL', value: `person-${one}1@company.example` },
      { clientId: segment.clientId, kind: 'PERSON', value: `people.example/in/${two}1` },
      { clientId: segment.clientId, kind: 'DOMAIN', value: `listed-${three}.example.com` },
    ]),
  );
  const persona = await world.persona(segment, { name: 'Sales', criteriaGroups: [sales] });
  expect(await world.search(segment, persona)).toMatchObject({ searchStatus: 'COMPLETE', sizeContacts: 2 });
  expect(await stays(segment)).toEqual([
    [`${one}2`, 1],
    [`${two}2`, 1],
  ]);
});

test('a person who is erased leaves a stay without names', async () => {
  const { segment, ids } = await started('erased', 1);
  const [one = 0] = ids;
  const { db } = world.server.platform;
  const entries = [{ companyId: String(one), itemId: `${one}1` }];
  await db.asSystem((tx) => eraseFromRecord(tx, { emails: [], personUrls: [], entries, contactIds: [] }));
  expect(await stays(segment)).toEqual([[`${one}1`, 'CONTACT_DELETED_ON_REQUEST']]);
  expect(JSON.stringify(await world.found(segment))).not.toMatch(/Person|people\.example|Sales/);
  expect(await world.owned(segment)).toEqual([]);
});

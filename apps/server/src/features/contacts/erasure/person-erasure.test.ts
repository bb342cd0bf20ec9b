import { ident, sql } from '@quarry/clickhouse';
import { erasePerson, findPerson, listAuditTrail, listContacts, listSystemJobs } from '@quarry/contracts';
import { auditLog } from '@quarry/postgres/tables/audit';
import { contacts } from '@quarry/postgres/tables/contacts';
import { erasedPeople } from '@quarry/postgres/tables/erased-people';
import { jobs } from '@quarry/postgres/tables/jobs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { findErased } from './erased-people.ts';
import { addEntries, type TestEntry } from './testing/test-person.ts';
import { PEOPLE } from './universe-people.sql.ts';

let server: TestServer;
let staff: Caller;
let ours: string;
let theirs: string;
let asOurs: Caller;

const entry = (itemId: string, name: string, email: string, personUrl: string, companyId = '1'): TestEntry => ({
  companyId,
  itemId,
  name,
  email,
  personUrl,
});
/** Ann is at two companies, once with another address, once without profile; the other entries are other people's. */
const ENTRIES = [
  entry('11', 'Ann Lee', 'Ann.Lee@acme.example.com', 'https://www.linkedin.com/in/Ann-Lee/'),
  entry('12', 'Ann Lee', 'ann@old.example.com', 'http://uk.linkedin.com/in/ann-lee?trk=x', '2'),
  entry('13', 'A. Lee', 'ann@old.example.com', '', '3'),
  entry('14', 'Ann Lee', 'office@acme.example.com', 'linkedin.com/in/ann-lee', '4'),
  entry('21', 'Ben Lee', 'office@acme.example.com', 'https://www.linkedin.com/in/ben-lee', '4'),
  entry('22', 'Ann Leeson', 'ann@other.example.com', 'https://www.linkedin.com/in/ann-lee-2'),
  entry('23', 'Cat Ray', '', ''),
];
const OTHERS = ['21', '22', '23'];

const storedRow = z.object({ itemId: z.string(), all: z.string(), isCurrent: z.boolean() });

beforeAll(async () => {
  server = await startTestServer();
  const { platform } = server;
  staff = {
    token: (await signedInPerson(platform, { staffPermissions: ['EDIT_ACCOUNTS', 'VIEW_ANY_ACCOUNT'] })).token,
  };
  ours = await createTestClient(platform, 'ours');
  theirs = await createTestClient(platform, 'theirs');
  asOurs = {
    token: (await signedInPerson(platform, { memberOf: { [ours]: ['USER', 'ADMIN'] } })).token,
    client: 'ours',
  };
  await platform.ledger.recordWrites([PEOPLE], (warehouse) => addEntries(warehouse, ENTRIES));
  const contact = (clientId: string, contactId: string, email: string | null, personUrl: string | null = null) => ({
    clientId,
    contactId,
    companyId: '1',
    email,
    personUrl,
  });
  await platform.db.asSystem((tx) =>
    tx
      .insert(contacts)
      .values([
        contact(ours, '11', 'changed@by-hand.example.com'),
        contact(ours, 'other id', ' ANN.LEE@acme.example.com'),
        contact(ours, '21', 'office@acme.example.com', 'linkedin.com/in/ben-lee'),
        contact(theirs, 'profile', null, 'https://linkedin.com/in/ANN-LEE/'),
        contact(theirs, 'old', 'ann@old.example.com'),
        contact(theirs, 'similar', 'ann@older.example.com', 'linkedin.com/in/ann-lee-2'),
      ]),
  );
});
afterAll(() => server.close());

async function stored() {
  return server.platform.warehouse.rows(
    sql`SELECT toString(item_id) AS itemId, toString(tuple(* EXCEPT (company_id, item_id, version, is_current))) AS all, is_current AS isCurrent
      FROM ${ident(PEOPLE.database, PEOPLE.name)} ORDER BY item_id`,
    storedRow,
  );
}
async function erase(given: { email?: string; personUrl?: string }): Promise<void> {
  const { jobId } = await server.call(erasePerson, { ...given, note: 'Request 7' }, staff);
  await expect.poll(async () => (await server.platform.jobs.get(jobId))?.status, { timeout: 30_000 }).toBe('COMPLETE');
}

describe('a person', () => {
  test('is found with all profiles and addresses, and without those that others have too', async () => {
    const found = await server.call(findPerson, { email: 'ann.lee@ACME.example.com' }, staff);
    expect(found).toMatchObject({
      emails: ['ann.lee@acme.example.com', 'ann@old.example.com'],
      personUrls: ['linkedin.com/in/ann-lee'],
      accounts: [
        { clientName: 'ours', contacts: 2 },
        { clientName: 'theirs', contacts: 2 },
      ],
      isErased: false,
    });
    expect(found.people.map(({ name, companyId }) => `${name} at ${companyId}`)).toEqual([
      'Ann Lee at 1',
      'Ann Lee at 2',
      'Ann Lee at 4',
      'A. Lee at 3',
    ]);
    const byProfile = await server.call(findPerson, { personUrl: 'https://linkedin.com/in/ann-lee' }, staff);
    expect(byProfile.people).toHaveLength(4);
    expect(byProfile.accounts).toEqual(found.accounts);
    expect((await stored()).map(({ itemId }) => itemId)).toEqual(ENTRIES.map(({ itemId }) => itemId).sort());
  });

  test('is erased everywhere, without a trace in jobs and audit trails, and nobody else is', async () => {
    const before = await stored();
    await erase({ email: 'ann.lee@acme.example.com' });
    const after = await stored();
    const isOther = ({ itemId }: { itemId: string }) => OTHERS.includes(itemId);
    expect(after.filter(isOther)).toEqual(before.filter(isOther));
    const stubs = after.filter((row) => !isOther(row));
    expect(stubs).toHaveLength(4);
    expect(new Set(stubs.map(({ all }) => all)).size).toBe(1);
    expect(stubs.every(({ isCurrent }) => !isCurrent)).toBe(true);
    await server.platform.ledger.check({ isThorough: true });
    expect(server.platform.ledger.hasDamage()).toBe(false);

    expect((await server.call(listContacts, {}, asOurs)).contacts.map((each) => each.contact_id)).toEqual(['21']);
    const everything = await server.platform.db.asSystem(async (tx) => ({
      left: (await tx.select().from(contacts)).map(({ contactId }) => contactId).sort(),
      jobs: await tx.select().from(jobs),
      audit: await tx.select().from(auditLog),
      hashes: await tx.select().from(erasedPeople),
    }));
    expect(everything.left).toEqual(['21', 'similar']);
    expect(everything.hashes).toHaveLength(3);
    const { hashes, audit } = everything;
    const text = JSON.stringify([hashes, audit, everything.jobs]).toLowerCase();
    expect(text).not.toMatch(/ann|acme|linkedin/);
    expect(everything.jobs.filter(({ type }) => type === 'person-erasure')).toMatchObject([
      { input: { sealed: null } },
    ]);
    expect((await server.call(listAuditTrail, { action: 'person.erased' }, asOurs)).items).toMatchObject([
      { actor: 'deletion on request', after: { rows: 2 } },
    ]);
    expect((await server.call(listSystemJobs, {}, staff)).jobs[0]).toMatchObject({ message: 'A person was erased' });
    expect(await server.call(findPerson, { personUrl: 'linkedin.com/in/ANN-LEE' }, staff)).toMatchObject({
      people: [],
      accounts: [],
      isErased: true,
    });
  });

  test('does not come back with a source that has the entry, nor with a job that asks', async () => {
    await server.platform.ledger.recordWrites([PEOPLE], (warehouse) => addEntries(warehouse, ENTRIES));
    expect((await server.call(findPerson, { email: 'ann.lee@acme.example.com' }, staff)).people).toEqual([]);
    const people = [
      { key: 'address', email: 'Ann@Old.example.com ', personUrl: null },
      { key: 'profile', email: null, personUrl: 'https://de.linkedin.com/in/ann-lee/' },
      { key: 'shared address', email: 'office@acme.example.com', personUrl: 'linkedin.com/in/ben-lee' },
      { key: 'nothing', email: null, personUrl: null },
    ];
    const { db } = server.platform;
    const erased = await db.asClient(ours, (tx) => findErased(tx, people), { readOnly: true });
    expect([...erased].sort()).toEqual(['address', 'profile']);
  });

  test('can be erased again, and before anything is known', async () => {
    await erase({ email: 'ann.lee@acme.example.com' });
    await erase({ email: 'nobody@example.com', personUrl: 'people.example/in/nobody' });
    const found = await server.call(findPerson, { personUrl: 'people.example/in/nobody' }, staff);
    expect(found).toMatchObject({ people: [], isErased: true });
  });
});

test('unreadable names, and those of many people, are refused', async () => {
  const refusals = [
    {},
    { email: '  ' },
    { email: 'ann@' },
    { personUrl: 'linkedin.com' },
    { email: 'a@b.com', personUrl: 'x y' },
  ];
  for (const given of refusals) {
    expect((await server.refused(findPerson, given, staff)).body.errorCode).toBe('VALIDATION_FAILED');
    expect((await server.refused(erasePerson, { ...given, note: 'x' }, staff)).body.errorCode).toBe(
      'VALIDATION_FAILED',
    );
  }
  expect((await server.refused(erasePerson, { email: 'ben@acme.example.com', note: ' ' }, staff)).status).toBe(422);
  const crowd = Array.from({ length: 201 }, (_, index) =>
    entry(String(1_000 + index), 'Dan Poe', 'info@crowd.example.com', `https://people.example/in/dan-${index}`),
  );
  await server.platform.ledger.recordWrites([PEOPLE], (warehouse) => addEntries(warehouse, crowd));
  for (const endpoint of [findPerson, erasePerson]) {
    const answer = await server.refused(endpoint, { email: 'info@crowd.example.com', note: 'x' }, staff);
    expect(answer.body.errorCode).toBe('CONFLICT');
  }
  expect((await server.call(findPerson, { personUrl: 'people.example/in/dan-7' }, staff)).people).toHaveLength(1);
});

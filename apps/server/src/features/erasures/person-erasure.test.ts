import { ident, sql } from '@quarry/clickhouse';
import {
  erasePerson,
  findPeopleByName,
  findPerson,
  type InputOf,
  listAuditTrail,
  listContacts,
  listErasures,
  listSystemJobs,
} from '@quarry/contracts';
import { lte, type Transaction } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { contacts } from '@quarry/postgres/tables/contacts';
import { erasedPeople } from '@quarry/postgres/tables/erased-people';
import { csvExports } from '@quarry/postgres/tables/exports';
import { integrationJobs, integrations, syncJournal, syncStatuses } from '@quarry/postgres/tables/integrations';
import { jobs } from '@quarry/postgres/tables/jobs';
import { personas, segmentContacts } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { suppressions } from '@quarry/postgres/tables/suppressions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findErased } from '#server/features/contacts/erased-people.ts';
import { EMPTY_RESULT, writeIntents, writeResults } from '#server/features/integration-jobs/run/record-result.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { addEntries, type TestEntry } from './testing/test-person.ts';
import { PEOPLE } from './universe-people.sql.ts';

let server: TestServer;
let staff: Caller;
let ours: string;
let theirs: string;
let asOurs: Caller;
let staffEmail: string;
let integrationId: string;

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
  const editor = await signedInPerson(platform, { staffPermissions: ['EDIT_ACCOUNTS', 'VIEW_ANY_ACCOUNT'] });
  staff = { token: editor.token };
  staffEmail = editor.email;
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
  const names = { 1: 'Acme Example', 2: 'Old Inc', 3: 'Third', 4: 'Fourth' };
  const companies = Object.entries(names).map(([id, name]) => ({ company_id: id, name, domain: `c${id}.example` }));
  await platform.ledger.recordWrites([{ database: UNIVERSE, name: 'companies' }], (warehouse) =>
    warehouse.insert({ database: UNIVERSE, table: 'companies' }, companies, { lane: 'jobs' }),
  );
  await platform.db.asSystem(spreadAnn);
});
/** Ann is in a segment and an export of theirs, and in the CRM and on the do-not-contact list of ours. */
async function spreadAnn(tx: Transaction): Promise<void> {
  const ofSegment = { clientId: theirs, filters: {}, inclusions: {}, exclusions: {} };
  const [segment] = await tx
    .insert(segments)
    .values({ ...ofSegment, name: 'Fair' })
    .returning({ id: segments.id });
  const segmentId = segment?.id ?? '';
  const [persona] = await tx
    .insert(personas)
    .values({ clientId: theirs, segmentId, name: 'Sales', criteriaGroups: [], searchOptions: {} })
    .returning({ id: personas.id });
  await tx.insert(segmentContacts).values({
    clientId: theirs,
    segmentId,
    personaId: persona?.id ?? '',
    companyId: '2',
    contactId: '12',
    groupAt: 0,
    inclusionStatus: 'CANDIDATE_CHECKED_NOT_INCLUDED',
    rawName: 'Ann Lee',
    firstName: 'Ann',
    lastName: 'Lee',
    position: 'Head of Sales',
  });
  const ofExport = { clientId: theirs, config: {}, requestedBy: 'someone', requestedByEmail: 'someone@example.com' };
  const complete = { status: 'COMPLETE' as const, expiresAt: new Date(Date.now() + 86_400_000) };
  await tx.insert(csvExports).values([
    { ...ofExport, ...complete, type: 'CRM_ERRORS' },
    { ...ofExport, ...complete, type: 'DATASET' },
  ]);
  const [integration] = await tx
    .insert(integrations)
    .values({
      clientId: ours,
      integrationType: 'HUBSPOT',
      externalAccount: { id: '4711', name: null, apiUrl: 'https://api.hubapi.com', facts: { portalId: '4711' } },
    })
    .returning({ id: integrations.id });
  integrationId = integration?.id ?? '';
  const synced = { clientId: ours, integrationId, recordType: 'contact' as const, companyId: '1' };
  await tx.insert(integrationJobs).values({ ...synced, jobId: 'sync', taskName: 'Sync', scope: {} });
  await tx
    .insert(syncStatuses)
    .values({ ...synced, recordId: 'other id', externalId: '77', matchKey: 'ann.lee@acme.example.com' });
  // The CRM has not answered yet.
  const sending = { state: 'intended' as const, action: 'create', after: { email: 'ann@old.example.com' } };
  await tx.insert(syncJournal).values({ ...synced, ...sending, jobId: 'sync', recordId: '11' });
  await tx.insert(suppressions).values({ clientId: ours, kind: 'EMAIL', value: 'ann@old.example.com' });
}
const IN_CRM = [
  {
    clientName: 'ours',
    integrationType: 'HUBSPOT',
    externalId: '77',
    url: 'https://app.hubspot.com/contacts/4711/record/0-1/77',
  },
  { clientName: 'ours', integrationType: 'HUBSPOT', externalId: null, url: null },
];
afterAll(() => server.close());

async function stored() {
  return server.platform.warehouse.rows(
    sql`SELECT toString(item_id) AS itemId, toString(tuple(* EXCEPT (company_id, item_id, version, is_current))) AS all, is_current AS isCurrent
      FROM ${ident(PEOPLE.database, PEOPLE.name)} ORDER BY item_id`,
    storedRow,
  );
}
const byName = (name: string, company: string) => server.call(findPeopleByName, { name, company }, staff);
async function erase(given: Omit<InputOf<typeof erasePerson>, 'note'>): Promise<void> {
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
        { clientName: 'ours', contacts: 2, segments: [], exports: 0, suppressions: ['ann@old.example.com'] },
        { clientName: 'theirs', contacts: 2, segments: ['Fair'], exports: 1, suppressions: [] },
      ],
      crmRecords: IN_CRM,
      isErased: false,
    });
    expect(found.people.map(({ name, companyId }) => `${name} at ${companyId}`)).toEqual([
      'Ann Lee at 1',
      'Ann Lee at 2',
      'Ann Lee at 4',
      'A. Lee at 3',
    ]);
    const byProfile = await server.call(findPerson, { personUrl: 'Ann-Lee' }, staff);
    expect(byProfile.people).toHaveLength(4);
    expect(byProfile.accounts).toEqual(found.accounts);
    expect((await stored()).map(({ itemId }) => itemId)).toEqual(ENTRIES.map(({ itemId }) => itemId).sort());
  });

  test('is found by the words of the name, and the name or domain of a company', async () => {
    expect((await byName('lee ANN', 'old inc')).people).toMatchObject([{ name: 'Ann Lee', companyName: 'Old Inc' }]);
    expect((await byName('Ann', 'example')).people.map(({ name }) => name)).toEqual(['Ann Lee', 'Ann Leeson']);
    expect(await byName('Ann', 'nowhere.example')).toEqual({ people: [], hasMore: false });
    expect((await server.refused(findPeopleByName, { name: 'A', company: 'example' }, staff)).status).toBe(422);
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
      expired: await tx.select({ type: csvExports.type }).from(csvExports).where(lte(csvExports.expiresAt, new Date())),
      synced: (await tx.$count(syncStatuses)) + (await tx.$count(syncJournal)),
      inSegments: await tx.$count(segmentContacts),
    }));
    expect(everything.left).toEqual(['21', 'similar']);
    expect(everything.hashes).toHaveLength(3);
    const { hashes, audit } = everything;
    const text = JSON.stringify([hashes, audit, everything.jobs]).toLowerCase();
    expect(text).not.toMatch(/ann[ .@]|acme|linkedin|hubspot/);
    expect(everything.jobs.filter(({ type }) => type === 'person-erasure')).toMatchObject([
      { input: { sealed: null } },
    ]);
    expect(everything).toMatchObject({ expired: [{ type: 'CRM_ERRORS' }], synced: 0, inSegments: 0 });
    const { items, count } = await server.call(listErasures, {}, staff);
    expect(count).toBe(1);
    expect(items).toMatchObject([
      {
        requestedBy: staffEmail,
        note: 'Request 7',
        job: { status: 'COMPLETE', progress: 1, message: 'A person was erased' },
        result: { entries: 4, accounts: 2, rows: 7, crmRecords: 2 },
        crmRecords: IN_CRM,
      },
    ]);
    expect((await server.call(listAuditTrail, { action: 'person.erased' }, asOurs)).items).toMatchObject([
      { actor: 'deletion on request', after: { rows: 4 } },
    ]);
    expect((await server.call(listSystemJobs, {}, staff)).jobs[0]).toMatchObject({ message: 'A person was erased' });
    expect(await server.call(findPerson, { personUrl: 'linkedin.com/in/ANN-LEE' }, staff)).toMatchObject({
      people: [],
      accounts: [],
      crmRecords: [],
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

  test('is neither sent nor remembered by a sync that was under way', async () => {
    const of = {
      clientId: ours,
      integrationId,
      integrationType: 'HUBSPOT',
      jobId: 'sync',
      recordType: 'contact',
    } as const;
    const result = (recordId: string, state: 'intended' | 'done') => ({
      ...EMPTY_RESULT,
      recordId,
      companyId: '1',
      state,
      action: 'create' as const,
      status: state === 'done' ? ('SUCCESS' as const) : null,
      matchKey: `${recordId}@acme.example.com`,
    });
    await server.platform.db.asClient(ours, async (tx) => {
      const mayBeSent = await writeIntents(tx, of, [result('11', 'intended'), result('21', 'intended')]);
      expect([...mayBeSent]).toEqual(['21']);
      await writeResults(tx, of, [result('11', 'done'), result('21', 'done')]);
      for (const table of [syncJournal, syncStatuses]) {
        expect(await tx.select({ recordId: table.recordId }).from(table)).toEqual([{ recordId: '21' }]);
      }
    });
  });

  test('can be erased again, and before anything is known', async () => {
    await erase({ email: 'ann.lee@acme.example.com' });
    await erase({ email: 'nobody@example.com', personUrl: 'people.example/in/nobody' });
    const found = await server.call(findPerson, { personUrl: 'people.example/in/nobody' }, staff);
    expect(found).toMatchObject({ people: [], isErased: true });
    const { items } = await server.call(listErasures, { limit: 2 }, staff);
    const nothing = { entries: 0, accounts: 0, rows: 0, crmRecords: 0 };
    expect(items.map(({ result }) => result)).toEqual([nothing, nothing]);
  });

  test('without address and profile is erased by the entry', async () => {
    const { people } = await byName('ray', 'https://www.c1.example/');
    expect(people).toMatchObject([{ companyId: '1', contactId: '23', name: 'Cat Ray', email: '', personUrl: '' }]);
    const cat = { companyId: '1', contactId: '23' };
    expect(await server.call(findPerson, { entry: cat }, staff)).toMatchObject({ people, emails: [], isErased: false });
    await erase({ entry: cat });
    expect((await server.call(findPerson, { entry: cat }, staff)).people).toEqual([]);
    expect((await server.refused(erasePerson, { entry: cat, note: 'x' }, staff)).status).toBe(404);
  });
});

test('staff who may only look find people and past deletions, and delete nobody', async () => {
  const viewer = await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT'] });
  const asViewer = { token: viewer.token };
  expect((await server.call(findPerson, { email: 'office@acme.example.com' }, asViewer)).people).toHaveLength(1);
  expect((await server.call(listErasures, {}, asViewer)).count).toBeGreaterThan(0);
  const refused = await server.refused(erasePerson, { email: 'office@acme.example.com', note: 'x' }, asViewer);
  expect(refused.status).toBe(403);
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

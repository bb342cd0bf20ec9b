import {
  createTag,
  describeField,
  FEATURE_FLAGS,
  type FeatureFlag,
  getClient,
  getDataDirectory,
} from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personas, segmentContacts } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { untilFresh } from '#server/features/tags/testing/until-fresh.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let ours: TestClient;
let user: Caller;

const found = (number: number, id: string, removedAt: Date | null = null) => ({
  clientId: ours.id,
  segmentId: id,
  personaId: id,
  companyId: '1',
  contactId: `contact-${number}`,
  groupAt: 0,
  inclusionStatus: removedAt === null ? ('INCLUDED' as const) : ('WAS_INCLUDED_REMOVED' as const),
  includedAt: new Date(),
  removedAt,
  rawName: 'Ada',
  firstName: 'Ada',
  lastName: '',
  position: '',
});

const enter = async ({ id, name }: TestClient): Promise<Caller> => {
  const { token } = await signedInPerson(server.platform, { memberOf: { [id]: ['USER'] } });
  return { token, client: name };
};

beforeAll(async () => {
  server = await startTestServer();
  ours = await buildTestDataset(server.platform, { name: 'ours', companies: 300 });
  user = await enter(ours);
  const person = (number: number, values: Partial<typeof contacts.$inferInsert> = {}) => ({
    clientId: ours.id,
    contactId: `contact-${number}`,
    companyId: '1',
    firstName: 'Ada',
    ...values,
  });
  await server.platform.db.asClient(ours.id, async (tx) => {
    await tx
      .insert(contacts)
      .values([
        person(1, { email: 'ada@example.test', tenureMonths: 0, phoneNumber: '+12025550101' }),
        person(2, { email: '  ', position: 'VP' }),
        person(3, { firstName: '', isFormerEmployment: true }),
      ]);
    const own = { clientId: ours.id };
    await tx
      .insert(segments)
      .values(['one', 'two'].map((id) => ({ ...own, id, name: id, inclusions: {}, exclusions: {} })));
    await tx
      .insert(personas)
      .values(
        ['one', 'two'].map((id) => ({ ...own, id, segmentId: id, name: id, criteriaGroups: [], searchOptions: {} })),
      );
    // The first contact is in two segments and the second in one; the third was removed from it.
    await tx
      .insert(segmentContacts)
      .values([found(1, 'one'), found(1, 'two'), found(2, 'one'), found(3, 'one', new Date())]);
  });
}, 120_000);
afterAll(() => server.close());

const directory = (caller = user) => server.call(getDataDirectory, {}, caller);
const byName = (fields: readonly { fieldName: string; filled: number }[]) =>
  Object.fromEntries(fields.map(({ fieldName, filled }) => [fieldName, filled]));

test.each(['company', 'contact'] as const)(
  'the coverage of every visible %s column matches its description',
  async (recordType) => {
    const coverage = await directory();
    const { companiesSchema, contactsSchema } = await server.call(getClient, {}, user);
    const schema = recordType === 'company' ? companiesSchema : contactsSchema;
    const { records, fields } = recordType === 'company' ? coverage.companies : coverage.contacts;
    const visible = schema.filter(({ isHiddenFromUser }) => !isHiddenFromUser).map(({ fieldName }) => fieldName);
    expect(fields.map(({ fieldName }) => fieldName)).toEqual(visible);
    const described: Record<string, number> = {};
    for (const fieldName of visible) {
      const { recordsCount, missingCount } = await server.call(describeField, { fieldName, recordType }, user);
      expect([fieldName, recordsCount]).toEqual([fieldName, records]);
      described[fieldName] = recordsCount - missingCount;
    }
    expect(byName(fields)).toEqual(described);
    expect(new Set(Object.values(described)).size).toBeGreaterThan(2);
  },
);

test('contacts count in the segments and personas that include them now', async () => {
  const { contacts: coverage } = await directory();
  expect(byName(coverage.fields)).toMatchObject({ segments: 2, segment_personas: 2 });
  const { values } = await server.call(describeField, { fieldName: 'segments', recordType: 'contact' }, user);
  expect(values).toEqual([
    { value: 'one', count: 2 },
    { value: 'two', count: 1 },
  ]);
});

test('phone numbers are a column only where the account has them', async () => {
  const query = { fieldName: 'phone_number', recordType: 'contact' } as const;
  expect((await server.call(describeField, query, user)).values).toEqual([{ value: '+12025550101', count: 1 }]);
  const { db } = server.platform;
  const setFlags = (featureFlags: readonly FeatureFlag[]) =>
    db.asSystem((tx) =>
      tx
        .update(clients)
        .set({ featureFlags: [...featureFlags] })
        .where(eq(clients.id, ours.id)),
    );
  const flags = FEATURE_FLAGS.filter((flag) => flag !== 'useMarketsForSourcing');
  await setFlags(flags.filter((flag) => flag !== 'phoneNumbers'));
  const { contactsSchema } = await server.call(getClient, {}, user);
  expect(contactsSchema.map(({ fieldName }) => fieldName)).not.toContain('phone_number');
  expect((await directory()).contacts.fields.map(({ fieldName }) => fieldName)).not.toContain('phone_number');
  expect((await server.refused(describeField, query, user)).body).toMatchObject({ errorCode: 'NOT_FOUND' });
  await setFlags(flags);
});

test('tags are counted live, all other columns by the build', async () => {
  const before = await directory();
  expect(byName(before.companies.fields).__tags).toBe(0);
  const filters: FilterGroup = {
    id: 'root',
    combinator: 'and',
    rules: [{ id: 'rule', field: 'employee_count', operator: 'exists' }],
  };
  await server.call(createTag, { name: 'Sized', filters }, user);
  await untilFresh(server, user);
  const after = await directory();
  expect(byName(after.companies.fields)).toEqual({
    ...byName(before.companies.fields),
    __tags: byName(before.companies.fields).employee_count,
  });
});

test('the criteria are returned only if they source companies', async () => {
  const { sourcingCriteria } = defaultConfig(ours.name);
  expect((await directory()).sourcingCriteria).toEqual(sourcingCriteria);
  const set = (columns: Partial<typeof clients.$inferInsert>) =>
    server.platform.db.asClient(ours.id, (tx) => tx.update(clients).set(columns).where(eq(clients.id, ours.id)));
  await set({ sourcingCriteria: { id: 'root', combinator: 'and', rules: [] } });
  expect((await directory()).sourcingCriteria).toBeNull();
  await set({ sourcingCriteria, featureFlags: ['useMarketsForSourcing'] });
  expect((await directory()).sourcingCriteria).toBeNull();
});

test('before the first build there is nothing to count, and other accounts do not count', async () => {
  const id = await createTestClient(server.platform, 'unbuilt');
  const found = await directory(await enter({ id, name: 'unbuilt' }));
  expect(found.companies).toEqual({ records: 0, fields: [] });
  expect(found.contacts.records).toBe(0);
  expect(found.contacts.fields.every(({ filled }) => filled === 0)).toBe(true);
  expect(found.sourcingCriteria).toBeNull();
});

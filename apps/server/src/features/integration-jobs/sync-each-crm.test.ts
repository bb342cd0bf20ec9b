import {
  createIntegration,
  listSyncErrorGroups,
  listSyncErrors,
  MASKED,
  undoSync,
  updateIntegration,
} from '@quarry/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RecordStore, StandInRecord } from '#server/features/integrations/testing/stand-ins/records.ts';
import { startReceiver, type WebhookReceiver } from '#server/features/integrations/testing/webhook-receiver.ts';
import { type CrmCase, startHubspotCase, startPipedriveCase, startSalesforceCase } from './testing/each-crm.ts';
import { findLeaks } from './testing/find-leaks.ts';
import { type Connector, openConnector, openSyncAccount, type SyncAccount } from './testing/sync-world.ts';

const PEOPLE = 20;
/** The CRM had the first companies before, the next one twice; its administrator refuses three, and a contact. */
const KNOWN = 6;
const TWIN = KNOWN;
const REFUSED = [KNOWN + 1, PEOPLE, PEOPLE + 1];
const REFUSED_CONTACT = KNOWN + 2;
const KNOWN_CONTACT = KNOWN + 3;

const WEBHOOK_SECRET = 'a secret between two companies';
const HEADER_VALUE = 'receiver-token-123456';
const sentBatch = z.object({
  source: z.string(),
  type: z.string(),
  body: z.array(z.object({ company_id: z.string() })),
});

let cases: CrmCase[] = [];
let account: SyncAccount;
let receiver: WebhookReceiver;
let receiverStatus: number | null = null;
const logLines: string[] = [];

beforeAll(async () => {
  // The third batch is refused.
  receiver = await startReceiver((place) => ({ status: receiverStatus ?? (place === 2 ? 422 : 200) }));
  cases = [await startSalesforceCase(), await startHubspotCase(), await startPipedriveCase()];
  const environment = Object.assign({ LOG_LEVEL: 'trace' }, ...cases.map(({ standIn }) => standIn.environment));
  const logDestination = { write: (line: string) => void logLines.push(line) };
  account = await openSyncAccount(environment, { companies: 150, people: PEOPLE, logDestination });
}, 120_000);
afterAll(async () => {
  await account?.close();
  for (const { standIn } of cases) await standIn.close();
  receiver?.close();
});

const at = (place: number) => {
  const company = account.companies[place];
  if (company === undefined) throw new Error(`There is no company ${place}`);
  return company;
};
const emailAt = (place: number) => `person${place}@${at(place).domain}`;
const bytesOf = ({ values }: StandInRecord) =>
  JSON.stringify(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );
const createdIn = (store: RecordStore) => store.live.filter(({ origin }) => origin === 'api');
const writtenIn = (store: RecordStore) => store.all.filter(({ origin, writes }) => origin === 'seed' && writes > 0);
const writesIn = (...stores: RecordStore[]) =>
  stores.flatMap(({ all }) => all).reduce((sum, { writes }) => sum + writes, 0);

describe.each([
  ['SALESFORCE', 0],
  ['HUBSPOT', 1],
  ['PIPEDRIVE', 2],
] as const)('%s', (type, number) => {
  let crm: CrmCase;
  let connector: Connector;
  let firstId: string;
  let seeds: StandInRecord[] = [];
  let bytes: string[] = [];
  /** What the CRM refused, by its own record: the name of the company or the e-mail address, and the kind of error. */
  const refused = new Map<string, string>();

  beforeAll(async () => {
    const found = cases[number];
    if (found === undefined) throw new Error('There is no such CRM');
    crm = found;
    const { standIn, names, always, full, spellings, refusals } = crm;
    const named = (place: number, more: object = {}, spell = (domain: string) => domain) =>
      standIn.companies.create({
        [names.company]: `Known ${place}`,
        [names.domain]: spell(at(place).domain),
        ...always,
        ...more,
      });
    // The first one has a value in every field, and all of them have another spelling.
    for (let place = 0; place < KNOWN; place++) named(place, place === 0 ? full : {}, spellings[place % 2]);
    for (let twin = 0; twin < 2; twin++) named(TWIN);
    const holder = standIn.companies.live[0]?.id ?? '';
    standIn.contacts.create(crm.contact(emailAt(KNOWN_CONTACT), holder));
    seeds = [...standIn.companies.live, ...standIn.contacts.live];
    bytes = seeds.map(bytesOf);
    const rules = REFUSED.map((place, index) => [at(place).name, refusals[index]] as const);
    standIn.rules.push((kind, values) => {
      const isRefused = ([name]: (typeof rules)[number]) => values[names.company] === name;
      const rule = kind === 'companies' ? rules.find(isRefused) : undefined;
      const isContact = kind === 'contacts' && JSON.stringify(values).includes(emailAt(REFUSED_CONTACT));
      const refusal = isContact ? refusals[3] : rule?.[1];
      if (refusal === undefined) return null;
      refused.set(isContact ? emailAt(REFUSED_CONTACT) : (rule?.[0] ?? ''), refusal.group);
      return refusal;
    });
    connector = await openConnector(account, await account.connect(type), crm.mappings);
  }, 60_000);

  test('gets each record once, adopts those under other spellings, and every figure is as it recorded itself', async () => {
    const { standIn, refusals } = crm;
    const first = await connector.sync();
    firstId = first.id;
    const companies = account.companies.length;
    expect(first).toMatchObject({
      status: 'COMPLETE',
      message: null,
      progress: {
        progress: 1,
        numAccountsToProcess: companies,
        numAccountsCreated: createdIn(standIn.companies).length,
        numAccountsUpdated: writtenIn(standIn.companies).length,
        // The refused ones, and the twin.
        numAccountsFailed: [...refused.values()].filter((group) => group.includes('_COMPANY_')).length + 1,
        numAccountsSkipped: 0,
        numContactsToProcess: PEOPLE,
        numContactsCreated: createdIn(standIn.contacts).length,
        numContactsUpdated: writtenIn(standIn.contacts).length,
        // The refused one, and those of the twin and of a refused company.
        numContactsFailed: 3,
        numContactsSkipped: 0,
      },
    });
    expect(writtenIn(standIn.companies)).toHaveLength(KNOWN);
    expect(standIn.companies.live).toHaveLength(companies - REFUSED.length - 1 + 2);
    expect([...refused.values()].toSorted()).toEqual(refusals.map(({ group }) => group).toSorted());
    expect(standIn.duplicates).toEqual([]);
    expect(standIn.contactsWithoutCompany).toEqual([]);
    expect(standIn.server.contractViolations).toEqual([]);
    expect(standIn.server.limitViolations).toEqual([]);
  });

  test('each refusal has its code, its text and its record', async () => {
    const { items } = await account.server.call(
      listSyncErrorGroups,
      { integrationType: type, limit: 20 },
      account.admin,
    );
    const expected = crm.refusals.map(({ group, text: short }) => [group, short, 1] as const);
    expect(new Set(items.map((one) => [one.errorCode, one.shortDescription, one.errorCount]))).toEqual(
      new Set([
        ...expected,
        ['GF_CONTACT_ACCOUNT_NOT_CREATED', 'Account for the contact was not created', 2],
        ['MULTIPLE_MATCHES', 'Several CRM records match', 1],
      ]),
    );
    for (const { errorCode, recordType, field } of items.filter(({ errorCode: code }) => !/GF_|MULT/.test(code))) {
      const about = { recordType, errorCode, integrationType: type, ...(field === null ? {} : { field }) };
      const { items: records } = await account.server.call(listSyncErrors, about, account.admin);
      const [name] = [...refused].find(([, group]) => group === errorCode) ?? [];
      const shown = recordType === 'company' ? name : `First${REFUSED_CONTACT} Last${REFUSED_CONTACT}`;
      expect(records.map(({ record }) => record)).toEqual([shown]);
    }
  });

  test('gets nothing again', async () => {
    const { standIn } = crm;
    const written = writesIn(standIn.companies, standIn.contacts);
    const { progress } = await connector.sync();
    expect(progress).toMatchObject({ numAccountsCreated: 0, numAccountsUpdated: 0, numAccountsFailed: 4 });
    expect(progress).toMatchObject({ numContactsCreated: 0, numContactsUpdated: 0, numContactsFailed: 3 });
    expect(writesIn(standIn.companies, standIn.contacts)).toBe(written);
  });

  test('an undo brings every field back to the byte, and leaves what somebody edited since', async () => {
    const { standIn, names } = crm;
    const [, restoredInPart] = seeds;
    const [edited] = createdIn(standIn.companies);
    for (const { id } of [restoredInPart, edited].filter((one) => one !== undefined)) {
      standIn.companies.update(id, { [names.company]: 'Edited by a person' });
    }
    expect(seeds.map(bytesOf)).not.toEqual(bytes);
    const { jobId } = await account.server.call(undoSync, { jobId: firstId, isPreview: false }, account.admin);
    expect(await account.ended(jobId)).toMatchObject({ status: 'COMPLETE', progress: { numAccountsFailed: 0 } });
    const expected = seeds.map(({ id }, place) =>
      id === restoredInPart?.id ? bytes[place]?.replace('Known 1', 'Edited by a person') : bytes[place],
    );
    expect(seeds.map(bytesOf)).toEqual(expected);
    expect(createdIn(standIn.companies).map(({ id }) => id)).toEqual([edited?.id]);
    expect(createdIn(standIn.contacts)).toEqual([]);
  });
});

describe('a webhook', () => {
  let connector: Connector;
  const credentials = (webhookBatchSize: number) => ({
    accountUrl: `${receiver.url}/companies`,
    webhookBatchSize,
    headers: [{ header: 'Authorization', value: `Bearer ${HEADER_VALUE}` }],
    hmacSecret: WEBHOOK_SECRET,
  });

  test('without mappings gets every company once in batches, and refused ones are failed', async () => {
    const webhook = { integrationType: 'WEBHOOK', credentials: credentials(20) } as const;
    const { integration } = await account.server.call(createIntegration, webhook, account.admin);
    connector = await openConnector(account, integration.id, { company: {}, contact: {} });
    const job = await connector.sync();
    const batches = receiver.received.map(({ body }) => sentBatch.parse(JSON.parse(body)));
    const sent = batches.flatMap(({ body }) => body.map(({ company_id }) => company_id));
    expect(new Set(sent).size).toBe(sent.length);
    expect(batches[0]).toMatchObject({ source: 'Quarry', type: 'account' });
    expect(job).toMatchObject({
      status: 'COMPLETE',
      progress: {
        numAccountsToProcess: sent.length,
        numAccountsCreated: sent.length - 20,
        numAccountsFailed: 20,
        numContactsToProcess: 0,
      },
    });
  });

  test('that is gone gets nothing more, and twenty failed requests in a row end the sync', async () => {
    const companies = account.companies.length;
    receiver.received.length = 0;
    receiverStatus = 410;
    expect(await connector.sync()).toMatchObject({
      status: 'COMPLETE',
      progress: { numAccountsFailed: 20, numAccountsSkipped: companies - 20 },
    });
    expect(receiver.received).toHaveLength(1);
    receiverStatus = 400;
    const change = { integrationId: connector.integrationId, credentials: credentials(2) };
    await account.server.call(updateIntegration, change, account.admin);
    expect(await connector.sync()).toMatchObject({
      status: 'FAILED',
      // The receiver repeats the header that it was sent.
      message: `The last 20 requests to the webhook failed: Status 400: got ${MASKED}`,
      progress: { numAccountsFailed: 40, numAccountsSkipped: 0 },
    });
    expect(receiver.received).toHaveLength(21);
  });
});

test('after all of it, no token or secret is in the logs, the answers, or what a backup holds', async () => {
  const secrets = [
    WEBHOOK_SECRET,
    HEADER_VALUE,
    ...cases.flatMap(({ standIn }) => [...standIn.oauth.issued, standIn.oauth.app.clientSecret]),
  ];
  expect(secrets.length).toBeGreaterThan(10);
  expect(logLines.length).toBeGreaterThan(100);
  expect(secrets.filter((secret) => logLines.some((line) => line.includes(secret)))).toEqual([]);
  expect(await findLeaks(account, secrets)).toEqual([]);
});

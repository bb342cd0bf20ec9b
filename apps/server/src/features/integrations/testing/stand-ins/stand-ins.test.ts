import { afterAll, beforeAll, expect, test } from 'vitest';
import { vendorOf } from '../../vendors/index.ts';
import { connectPlainly, NotReadable } from '../plain-vendor-api.ts';
import { type HubspotStandIn, startHubspot } from './hubspot/index.ts';
import { type PipedriveStandIn, startPipedrive } from './pipedrive/index.ts';
import { type SalesforceStandIn, startSalesforce } from './salesforce/index.ts';

let hubspot: HubspotStandIn;
let salesforce: SalesforceStandIn;
let pipedrive: PipedriveStandIn;

beforeAll(async () => {
  [hubspot, salesforce, pipedrive] = await Promise.all([
    startHubspot({ requestsPer10Seconds: 12, searchLagMs: 60_000 }),
    startSalesforce(),
    startPipedrive({ burst: 12 }),
  ]);
});
afterAll(() => Promise.all([hubspot.close(), salesforce.close(), pipedrive.close()]));

const crms = () => ({ hubspot: hubspot.settings, salesforce: salesforce.settings, pipedrive: pipedrive.settings });
const connect = async (type: 'HUBSPOT' | 'SALESFORCE' | 'PIPEDRIVE') => {
  const vendor = vendorOf(type, { crms: crms() });
  return { vendor, api: await connectPlainly(vendor) };
};
const verdictOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((caught: unknown) => caught);
  return error instanceof NotReadable ? error.verdict : error;
};

test('requests above the published limits are refused and recorded', async () => {
  for (const [type, standIn] of [
    ['HUBSPOT', hubspot],
    ['PIPEDRIVE', pipedrive],
  ] as const) {
    const { vendor, api } = await connect(type);
    const verdicts = await Promise.all(Array.from({ length: 15 }, () => verdictOf(vendor.describe(api, 'company'))));
    expect(
      verdicts.filter((one) => one instanceof Object && 'kind' in one && one.kind === 'SLOW_DOWN').length,
    ).toBeGreaterThan(0);
    expect(standIn.server.limitViolations.length).toBeGreaterThan(0);
    expect(standIn.server.contractViolations).toEqual([]);
  }
});

test('a spent day refuses every call until it is over', async () => {
  const { vendor, api } = await connect('SALESFORCE');
  salesforce.dailyCalls = salesforce.usedCalls;
  expect(await verdictOf(vendor.describe(api, 'company'))).toMatchObject({ kind: 'DAY_SPENT' });
  salesforce.dailyCalls = 100_000;
  expect(await vendor.describe(api, 'company')).not.toEqual([]);
});

test('requests outside the published contract are recorded', async () => {
  const { api } = await connect('SALESFORCE');
  const post = (body: unknown) =>
    api.send({ method: 'POST', path: '/services/data/v66.0/composite/sobjects', body, kind: 'create' });
  const records = Array.from({ length: 201 }, () => ({ attributes: { type: 'Account' }, Name: 'A' }));
  expect((await post({ allOrNone: false, records })).status).toBe(400);
  expect((await post({ records: records.slice(0, 1) })).status).toBe(400);
  expect((await api.send({ method: 'GET', path: '/services/data/v66.0/elsewhere', kind: 'read' })).status).toBe(404);
  expect(salesforce.server.contractViolations).toHaveLength(3);
  expect(salesforce.companies.all).toEqual([]);
});

test('calls go wrong as planned, before or after they take effect', async () => {
  const { vendor, api } = await connect('SALESFORCE');
  const { faults } = salesforce.server;
  const create = (Name: string) =>
    vendor
      .create(api, 'company', [{ key: null, keyField: null, values: { Name }, companyId: null }])
      .catch(() => 'failed');
  const on = /POST .*composite/;
  faults.plan({ on, fault: { kind: 'reset' } });
  expect(await create('reset')).toBe('failed');
  faults.plan({ on, fault: { kind: 'lostAnswer' } });
  expect(await create('lost')).toBe('failed');
  faults.plan({ on, fault: { kind: 'truncatedAnswer' } });
  expect(await create('truncated')).toBe('failed');
  faults.plan({ on, fault: { kind: 'answer', status: 503 }, times: 2 });
  expect([await create('unavailable'), await create('unavailable')]).toEqual(['failed', 'failed']);
  faults.plan({ on, fault: { kind: 'answer', status: 504, body: '<html>', isApplied: true } });
  expect(await create('applied')).toBe('failed');
  faults.plan({ on, fault: { kind: 'slowAnswer', ms: 5 }, after: 1 });
  expect([await create('well'), await create('slow')]).toMatchObject([[{ kind: 'done' }], [{ kind: 'done' }]]);
  expect(salesforce.companies.live.map(({ values }) => values.Name)).toEqual([
    'lost',
    'truncated',
    'applied',
    'well',
    'slow',
  ]);
  expect(
    salesforce.server
      .callsTo(on)
      .map(({ fault, status }) => [fault, status])
      .slice(-3),
  ).toEqual([
    ['answer', 504],
    [null, 200],
    ['slowAnswer', 200],
  ]);
});

test('duplicates are records that the API made beside others, and contacts without a company are told', () => {
  salesforce.companies.create({ Name: 'A', Website: 'http://www.twin.example/en' });
  salesforce.companies.create({ Name: 'A', Website: 'https://twin.example' });
  expect(salesforce.duplicates).toEqual([]);
  const doubled = salesforce.companies.create({ Name: 'A', Website: 'twin.example' }, 'api');
  expect(salesforce.duplicates).toEqual([doubled]);
  salesforce.companies.create({ Name: 'B', Website: 'other.example' }, 'api');
  expect(salesforce.duplicates).toEqual([doubled]);
  const lonely = salesforce.contacts.create({ LastName: 'L', AccountId: '001A00000777777AAA' });
  salesforce.contacts.create({ LastName: 'M', AccountId: doubled.id });
  expect(salesforce.contactsWithoutCompany).toEqual([lonely.id]);
});

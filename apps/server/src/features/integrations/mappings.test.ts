import { setTimeout as sleep } from 'node:timers/promises';
import {
  createExternalFields,
  createSegment,
  describeExternalFields,
  getClient,
  getExternalFieldsCreation,
  type Integration,
  listIntegrations,
  saveFieldMapping,
  setSegmentAutosync,
  updateIntegration,
} from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConnectorsWorld, startConnectorsWorld } from './testing/connectors-world.ts';
import { type HubspotStandIn, startHubspot } from './testing/stand-ins/hubspot/index.ts';
import { type PipedriveStandIn, startPipedrive } from './testing/stand-ins/pipedrive/index.ts';

let hubspot: HubspotStandIn;
let pipedrive: PipedriveStandIn;
let world: ConnectorsWorld;
let integration: Integration;

beforeAll(async () => {
  hubspot = await startHubspot();
  pipedrive = await startPipedrive();
  world = await startConnectorsWorld({ ...hubspot.environment, ...pipedrive.environment }, { companies: 300 });
  integration = await world.connect('HUBSPOT');
});
afterAll(async () => {
  await world.server.close();
  await hubspot.close();
  await pipedrive.close();
});

const map = (internalName: string, externalName: string | null, recordType: 'company' | 'contact' = 'company') => ({
  integrationId: integration.id,
  recordType,
  internalName,
  externalName,
});
const schema = async () => (await world.server.call(getClient, {}, world.admin)).companiesSchema;

const hubspotOf = async () =>
  (await world.server.call(listIntegrations, {}, world.admin)).integrations.find(({ id }) => id === integration.id);

test('a mapping is saved at once, shown with its field, and removed', async () => {
  const { mapping } = await world.server.call(saveFieldMapping, map('name', 'name'), world.admin);
  expect(mapping).toMatchObject({ externalName: 'name', updateStrategy: 'OVERWRITE_ALWAYS' });
  const changed = { ...map('name', 'name'), updateStrategy: 'OVERWRITE_ONLY_IF_EMPTY' as const };
  expect((await world.server.call(saveFieldMapping, changed, world.admin)).mapping).toMatchObject({
    id: mapping?.id,
    updateStrategy: 'OVERWRITE_ONLY_IF_EMPTY',
  });
  const field = (await schema()).find(({ fieldName }) => fieldName === 'name');
  expect(field?.mappings).toEqual([{ integrationId: integration.id, externalName: 'name' }]);
  const [listed] = (await world.server.call(listIntegrations, {}, world.user)).integrations;
  expect(listed?.mappingSettings.companies).toHaveLength(1);
  await world.server.call(saveFieldMapping, map('name', null), world.admin);
  expect((await schema()).flatMap(({ mappings }) => mappings)).toEqual([]);
});

test('mappings that cannot work are refused when they are saved', async () => {
  const refused = async (input: object) => (await world.server.refused(saveFieldMapping, input, world.admin)).body;
  const number = (await schema()).find(({ type }) => type === 'Multipicklist')?.fieldName ?? '';
  expect(await refused(map(number, 'numberofemployees'))).toMatchObject({
    errorCode: 'BAD_REQUEST',
    message: expect.stringContaining('(Multipicklist) does not fit'),
  });
  expect(await refused(map('name', 'no_such_property'))).toMatchObject({ errorCode: 'BAD_REQUEST' });
  expect(await refused(map('no_such_field', 'name'))).toMatchObject({ errorCode: 'NOT_FOUND' });
  expect(await refused(map('__company_id', 'name'))).toMatchObject({ errorCode: 'NOT_FOUND' });
  await world.server.call(saveFieldMapping, map('name', 'name'), world.admin);
  expect(await refused(map('domain', 'name'))).toMatchObject({ errorCode: 'CONFLICT' });
  const byUser = await world.server.refused(saveFieldMapping, map('name', 'name'), world.user);
  expect(byUser.status).toBe(403);
});

type NewFields = Parameters<typeof world.server.call<typeof createExternalFields>>[1]['fields'];

async function create(fields: NewFields, integrationId = integration.id) {
  const started = { integrationId, fields };
  const { executionId } = await world.server.call(createExternalFields, started, world.admin);
  const key = { integrationId, executionId };
  for (;;) {
    const state = await world.server.call(getExternalFieldsCreation, key, world.admin);
    if (state.status !== 'RUNNING') return state;
    await sleep(100);
  }
}

test('fields are created in the type that fits, and mapped', async () => {
  const columns = await schema();
  const choice = columns.find(({ type, isSystem }) => type === 'Picklist' && !isSystem)?.fieldName ?? '';
  const { status, results } = await create([
    { recordType: 'company', internalFieldName: choice, externalFieldName: 'Choice by Quarry' },
    { recordType: 'company', internalFieldName: '__quality_score', externalFieldName: 'Quality by Quarry' },
    { recordType: 'contact', internalFieldName: 'position', externalFieldName: 'Position by Quarry' },
  ]);
  expect(status).toBe('SUCCEEDED');
  expect(results.map(({ errorMessage }) => errorMessage)).toEqual([null, null, null]);
  const { accountFields, contactFields } = await world.server.call(
    describeExternalFields,
    { integrationId: integration.id },
    world.admin,
  );
  const [choiceName, scoreName, positionName] = results.map(({ externalName }) => externalName);
  expect(accountFields.find(({ id }) => id === choiceName)?.importsAs).toBe('Picklist');
  expect(accountFields.find(({ id }) => id === scoreName)?.importsAs).toBe('Number');
  expect(contactFields.map(({ id }) => id)).toContain(positionName);
  const own = await hubspotOf();
  expect(own?.mappingSettings.companies.map(({ externalName }) => externalName)).toContain(choiceName);
});

test('a field is created in the type that was chosen, if that takes the data point', async () => {
  const key = { recordType: 'company', internalFieldName: '__quality_score' } as const;
  const as = (externalFieldType: string) => [{ ...key, externalFieldName: 'Quality as text', externalFieldType }];
  const { newFieldTypes } = await world.server.call(
    describeExternalFields,
    { integrationId: integration.id },
    world.admin,
  );
  expect(newFieldTypes.filter(({ takes }) => takes.includes('Number')).map(({ label }) => label)).toEqual([
    'Single-line text',
    'Multi-line text',
    'Number',
  ]);
  for (const type of ['date/date', 'no/type']) {
    const refused = { integrationId: integration.id, fields: as(type) };
    expect((await world.server.refused(createExternalFields, refused, world.admin)).body.errorCode).toBe('BAD_REQUEST');
  }
  const { results } = await create(as('string/text'));
  const { accountFields } = await world.server.call(
    describeExternalFields,
    { integrationId: integration.id },
    world.admin,
  );
  expect(accountFields.find(({ id }) => id === results[0]?.externalName)?.type).toBe('string/text');
});

test('a field that exists is used again with the same type, and refused with another', async () => {
  const again = await create([
    { recordType: 'company', internalFieldName: '__quality_score', externalFieldName: 'Quality by Quarry' },
  ]);
  expect(again).toMatchObject({ status: 'SUCCEEDED' });
  const other = await create([
    { recordType: 'company', internalFieldName: 'domain', externalFieldName: 'Quality by Quarry' },
  ]);
  expect(other).toMatchObject({
    status: 'FAILED',
    results: [{ externalName: null, errorMessage: expect.stringContaining('already has a property') }],
  });
});

test('a yes/no field of a CRM that has no checkboxes gets the two as options', async () => {
  const { id: integrationId } = await world.connect('PIPEDRIVE');
  const former = {
    recordType: 'contact',
    internalFieldName: 'is_former_employment',
    externalFieldName: 'Former',
  } as const;
  const { results } = await create([former], integrationId);
  const { contactFields } = await world.server.call(describeExternalFields, { integrationId }, world.admin);
  expect(contactFields.find(({ id }) => id === results[0]?.externalName)?.acceptsTypes).toContain('Boolean');
});

test('fields of Pipedrive cannot be imported', async () => {
  const { id: integrationId } = await world.connect('PIPEDRIVE');
  const change = { integrationId, importFieldsEnabled: true };
  const { body } = await world.server.refused(updateIntegration, change, world.admin);
  expect(body.message).toBe('This connector has no fields to import.');
});

test('the first segment turns auto-sync on for segments only, others only join', async () => {
  const filters = { id: 'all', combinator: 'and' as const, rules: [] };
  const created = async (name: string) =>
    (await world.server.call(createSegment, { name, filters }, world.admin)).item.id;
  const [first, second] = [await created('First'), await created('Second')];
  const set = (segmentId: string, autoSyncStatus: boolean) =>
    world.server.call(setSegmentAutosync, { segmentId, integrationId: integration.id, autoSyncStatus }, world.admin);
  expect(await set(first, true)).toEqual({ allCompaniesAreSynced: false, segmentIds: [first] });
  const own = await hubspotOf();
  expect(own).toMatchObject({ enableAutoSync: true, syncSegmentRecordsOnly: true, segmentIds: [first] });
  const change = { integrationId: integration.id, syncSegmentRecordsOnly: false };
  await world.server.call(updateIntegration, change, world.admin);
  expect(await set(second, true)).toEqual({ allCompaniesAreSynced: true, segmentIds: [first, second] });
  expect(await set(first, false)).toMatchObject({ segmentIds: [second] });
});

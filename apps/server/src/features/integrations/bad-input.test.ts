import {
  checkStartCrmImport,
  checkStartIntegrationJob,
  createExternalFields,
  createIntegration,
  describeExternalFields,
  disconnectIntegration,
  type Endpoint,
  fixSyncErrors,
  getExternalRecordUrl,
  getIntegrationJob,
  getSyncPlan,
  type Integration,
  listAmbiguousMatches,
  listIntegrations,
  resolveMatch,
  resolveMatches,
  saveFieldMapping,
  setSegmentAutosync,
  startCrmImport,
  startDryRun,
  startIntegrationJob,
  stopCrmImport,
  stopIntegrationJob,
  undoSync,
  updateIntegration,
} from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConnectorsWorld, startConnectorsWorld } from './testing/connectors-world.ts';
import { type HubspotStandIn, startHubspot } from './testing/stand-ins/hubspot/index.ts';

let hubspot: HubspotStandIn;
let world: ConnectorsWorld;
let integration: Integration;

beforeAll(async () => {
  hubspot = await startHubspot();
  world = await startConnectorsWorld(hubspot.environment, { companies: 50 });
  integration = await world.connect('HUBSPOT');
  await world.server.call(saveFieldMapping, mapped(), world.admin);
});
afterAll(async () => {
  await world.server.close();
  await hubspot.close();
});

const mapped = () => ({
  integrationId: integration.id,
  recordType: 'company' as const,
  internalName: 'name',
  externalName: 'name',
});
const NO_ONE = 'no-such-id';
const [missing, noSegment] = ['There is no such connector.', 'There is no such segment.'];
const url = 'https://hooks.example/companies';
const webhook = (more: object, settings: object = {}) => ({
  integrationType: 'WEBHOOK',
  credentials: { accountUrl: url, ...more },
  ...settings,
});
const field = (externalFieldName: string, more: object = {}) => ({
  fields: [{ recordType: 'company', internalFieldName: 'name', externalFieldName, ...more }],
});
const failed = { recordType: 'company', errorCode: 'HS_COMPANY_CONFLICT', field: null };
const all = { recordType: 'company', rule: 'OLDEST' };
const broken = { id: 'a', combinator: 'and', rules: [{ id: 'b', field: 'no_field', operator: 'eq', value: 1 }] };

/** What calls say to what cannot work; those about a connector go to HubSpot unless they name another. */
const REFUSED: readonly (readonly [
  name: string,
  endpoint: Endpoint,
  input: object,
  errorCode: string,
  message: string,
])[] = [
  [
    'an address',
    createIntegration,
    webhook({ accountUrl: 'ftp://x' }),
    'VALIDATION_FAILED',
    'URL must start with "https://" or "http://"',
  ],
  [
    'a batch of none',
    createIntegration,
    webhook({ webhookBatchSize: 0 }),
    'VALIDATION_FAILED',
    'Value must be between 1 and 200',
  ],
  [
    'a batch of 201',
    createIntegration,
    webhook({ webhookBatchSize: 201 }),
    'VALIDATION_FAILED',
    'Value must be between 1 and 200',
  ],
  ['another segment', createIntegration, webhook({}, { segmentIds: [NO_ONE] }), 'NOT_FOUND', noSegment],
  [
    'imports',
    createIntegration,
    webhook({}, { importFieldsEnabled: true }),
    'BAD_REQUEST',
    'A webhook has no fields to import.',
  ],
  [
    'a CRM',
    createIntegration,
    { ...webhook({}), integrationType: 'HUBSPOT' },
    'VALIDATION_FAILED',
    'Only a webhook is connected here; connect a CRM through its own page.',
  ],
  [
    'credentials',
    updateIntegration,
    { credentials: { accountUrl: url } },
    'BAD_REQUEST',
    'A CRM is connected through its own page, not by credentials.',
  ],
  ['a segment', updateIntegration, { segmentIds: [NO_ONE] }, 'NOT_FOUND', noSegment],
  [
    'eleven fields',
    updateIntegration,
    {
      importFieldMappingSettings: {
        companies: Array.from({ length: 11 }, (_each, at) => ({ externalCrmName: `f${at}` })),
      },
    },
    'VALIDATION_FAILED',
    'You can select a maximum of 10 options',
  ],
  [
    'a field',
    updateIntegration,
    { importFieldMappingSettings: { companies: [{ externalCrmName: 'nothing' }] } },
    'BAD_REQUEST',
    'The field nothing cannot be imported.',
  ],
  ['a connector', updateIntegration, { integrationId: NO_ONE }, 'NOT_FOUND', missing],
  ['a connector', disconnectIntegration, { integrationId: NO_ONE }, 'NOT_FOUND', missing],
  ['a connector', describeExternalFields, { integrationId: NO_ONE }, 'NOT_FOUND', missing],
  ['a connector', createExternalFields, { ...field('x'), integrationId: NO_ONE }, 'NOT_FOUND', missing],
  [
    'a long name',
    createExternalFields,
    field('x'.repeat(41)),
    'VALIDATION_FAILED',
    'Name must be 40 characters or less',
  ],
  [
    'a field',
    createExternalFields,
    field('x', { internalFieldName: 'nothing' }),
    'NOT_FOUND',
    'There is no such field.',
  ],
  ['a connector', getExternalRecordUrl, { integrationId: NO_ONE, externalId: '1' }, 'NOT_FOUND', missing],
  [
    'a connector',
    saveFieldMapping,
    { integrationId: NO_ONE, recordType: 'company', internalName: 'name', externalName: null },
    'NOT_FOUND',
    missing,
  ],
  ['a segment', setSegmentAutosync, { segmentId: NO_ONE, autoSyncStatus: true }, 'NOT_FOUND', noSegment],
  ['a connector', checkStartIntegrationJob, { integrationId: NO_ONE }, 'NOT_FOUND', missing],
  ['a connector', startIntegrationJob, { integrationId: NO_ONE }, 'NOT_FOUND', missing],
  ['a filter', startIntegrationJob, { filters: broken }, 'INVALID_FILTER', 'Some conditions are not valid'],
  ['a filter', startDryRun, { filters: broken }, 'INVALID_FILTER', 'Some conditions are not valid'],
  ['a job', stopIntegrationJob, { jobId: NO_ONE }, 'NOT_FOUND', 'There is no such job.'],
  ['a job', getIntegrationJob, { jobId: NO_ONE }, 'NOT_FOUND', 'There is no such job.'],
  ['a job', getSyncPlan, { jobId: NO_ONE }, 'NOT_FOUND', 'There is no such job.'],
  ['a job', undoSync, { jobId: NO_ONE, isPreview: true }, 'NOT_FOUND', 'There is no such job.'],
  ['errors', fixSyncErrors, { ...failed, fix: { kind: 'RETRY' } }, 'NOT_FOUND', 'No record has this error any more.'],
  [
    'errors',
    fixSyncErrors,
    { ...failed, fix: { kind: 'DROP_MAPPING' } },
    'BAD_REQUEST',
    'This error is not about a mapped field.',
  ],
  [
    'a match',
    resolveMatch,
    { ...all, recordId: NO_ONE, externalId: null },
    'NOT_FOUND',
    'This record does not match several CRM records.',
  ],
  ['a connector', resolveMatches, { ...all, integrationId: NO_ONE }, 'NOT_FOUND', missing],
  ['a rule', resolveMatches, { ...all, rule: 'NEWEST' }, 'VALIDATION_FAILED', ''],
  ['a connector', listAmbiguousMatches, { integrationId: NO_ONE }, 'NOT_FOUND', missing],
  ['a connector', checkStartCrmImport, { integrationId: NO_ONE }, 'NOT_FOUND', missing],
  ['an import', startCrmImport, {}, 'INTEGRATION_INCORRECTLY_CONFIGURED', 'The import of fields is switched off.'],
  ['an import', stopCrmImport, { jobId: NO_ONE }, 'NOT_FOUND', 'There is no such import.'],
];

test.each(
  REFUSED.map(
    ([about, endpoint, ...more]) => [`${endpoint.method} ${endpoint.path}: ${about}`, endpoint, ...more] as const,
  ),
)('%s is refused with its words', async (_name, endpoint, input, errorCode, message) => {
  const { body } = await world.server.refused(endpoint, { integrationId: integration.id, ...input }, world.admin);
  expect(body).toMatchObject({ errorCode, message: expect.stringContaining(message) });
});

test('a sync without mappings, and a second one, are refused with the words of the specification', async () => {
  const start = { integrationId: integration.id };
  const { jobId } = await world.server.call(startIntegrationJob, start, world.admin);
  const second = await world.server.refused(startIntegrationJob, start, world.admin);
  expect(second.body).toEqual({
    errorCode: 'INTEGRATION_JOB_ALREADY_RUNNING',
    message: 'A sync is currently in progress',
    context: { jobId },
  });
  await world.server.call(stopIntegrationJob, { jobId }, world.admin);
  const { mappingSettings } = (await world.server.call(listIntegrations, {}, world.admin)).integrations[0] ?? {};
  for (const [recordType, mappings] of [
    ['company', mappingSettings?.companies],
    ['contact', mappingSettings?.contacts],
  ] as const) {
    for (const { internalName } of mappings ?? [])
      await world.server.call(
        saveFieldMapping,
        { ...start, recordType, internalName, externalName: null },
        world.admin,
      );
  }
  expect((await world.server.refused(startIntegrationJob, start, world.admin)).body).toMatchObject({
    errorCode: 'INTEGRATION_INCORRECTLY_CONFIGURED',
    message: 'No field is mapped. Map fields of companies or contacts in the data directory.',
  });
  expect(await world.server.call(checkStartIntegrationJob, start, world.admin)).toMatchObject({
    canStartJob: false,
    cantStartJobReason: 'INTEGRATION_INCORRECTLY_CONFIGURED',
  });
});

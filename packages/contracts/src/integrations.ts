import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fieldType } from './schema-field.ts';

const access = { kind: 'client' } as const;
const admin = { kind: 'client', permission: 'ADMIN' } as const;
const id = z.string().min(1).max(100);
const oneIntegration = z.object({ integrationId: id });
const instant = z.string().nullable();

/** In the order of the connectors page. */
export const INTEGRATION_TYPES = ['SALESFORCE', 'HUBSPOT', 'WEBHOOK', 'PIPEDRIVE'] as const;
export const integrationType = z.enum(INTEGRATION_TYPES);
export type IntegrationType = z.infer<typeof integrationType>;

/** The types with records and fields of their own, connected by OAuth. */
export const CRM_TYPES = ['SALESFORCE', 'HUBSPOT', 'PIPEDRIVE'] as const satisfies readonly IntegrationType[];
export const crmType = z.enum(CRM_TYPES);
export type CrmType = z.infer<typeof crmType>;

/** The types whose fields can become data points. */
export const IMPORT_TYPES = ['SALESFORCE', 'HUBSPOT'] as const satisfies readonly CrmType[];
export type ImportType = (typeof IMPORT_TYPES)[number];

export const RECORD_TYPES = ['company', 'contact'] as const;
export const recordType = z.enum(RECORD_TYPES);
export type RecordType = z.infer<typeof recordType>;

export const UPDATE_STRATEGIES = ['OVERWRITE_ALWAYS', 'OVERWRITE_ONLY_IF_EMPTY'] as const;
export const updateStrategy = z.enum(UPDATE_STRATEGIES);
export type UpdateStrategy = z.infer<typeof updateStrategy>;

export const COMPANIES_SYNC_MODES = ['CREATE_AND_UPDATE', 'UPDATE_ONLY'] as const;
export type CompaniesSyncMode = (typeof COMPANIES_SYNC_MODES)[number];
export const CONTACTS_SYNC_MODES = [...COMPANIES_SYNC_MODES, 'DISABLED'] as const;
export type ContactsSyncMode = (typeof CONTACTS_SYNC_MODES)[number];

export const WEBHOOK_BATCH_MAX = 200;
export const MAX_IMPORT_FIELDS = 10;

const URL_START = 'URL must start with "https://" or "http://"';
const webhookUrl = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^https?:\/\//i, URL_START)
  .refine((text) => URL.canParse(text), 'This is not a web address');

/**
 * The webhook's addresses and headers. Answers mask the secret and the values of headers with MASKED; sending MASKED
 * keeps what is stored.
 */
export const MASKED = '••••••••';
export const webhookCredentials = z.object({
  accountUrl: webhookUrl,
  contactsUrl: webhookUrl.nullable().default(null),
  /** Null sends records singly. */
  webhookBatchSize: z
    .number()
    .int()
    .min(1, 'Value must be between 1 and 200')
    .max(WEBHOOK_BATCH_MAX, 'Value must be between 1 and 200')
    .nullable()
    .default(null),
  headers: z
    .array(
      z.object({
        header: z
          .string()
          .trim()
          .min(1)
          .max(100)
          .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'This is not the name of a header'),
        value: z
          .string()
          .max(2_000)
          // What node's own check allows: no line breaks and no other control characters.
          .regex(/^[\t\x20-\x7e\x80-\xff•]*$/, 'A header cannot have line breaks or other control characters'),
      }),
    )
    .max(20)
    .default([]),
  hmacSecret: z.string().max(500).nullable().default(null),
});
export type WebhookCredentials = z.infer<typeof webhookCredentials>;

/** What a field of the dataset is written to. */
export const fieldMapping = z.object({
  id: z.string(),
  integrationId: z.string(),
  internalName: z.string(),
  externalName: z.string(),
  updateStrategy,
});
export type FieldMapping = z.infer<typeof fieldMapping>;

/** A field of the CRM that becomes a data point. */
export const importFieldMapping = z.object({
  datasetFieldType: fieldType,
  externalCrmFieldType: z.string(),
  externalCrmName: z.string(),
  externalCrmDisplayName: z.string(),
  datasetName: z.string(),
});
export type ImportFieldMapping = z.infer<typeof importFieldMapping>;

const settingsFields = z.object({
  enableAutoSync: z.boolean(),
  syncSegmentRecordsOnly: z.boolean(),
  segmentIds: z.array(id).max(1_000),
  companiesSyncMode: z.enum(COMPANIES_SYNC_MODES),
  contactsSyncMode: z.enum(CONTACTS_SYNC_MODES),
  importFieldsEnabled: z.boolean(),
  importFieldMappingSettings: z.object({
    companies: z
      .array(z.object({ externalCrmName: z.string().min(1).max(255) }))
      .max(MAX_IMPORT_FIELDS, 'You can select a maximum of 10 options'),
  }),
  /** CRM accounts created since then enter the dataset; null for none. */
  autoImportRecordSince: z.iso.date().nullable(),
});

const { shape } = settingsFields;
export const integrationSettings = z.object({
  enableAutoSync: shape.enableAutoSync.default(false),
  syncSegmentRecordsOnly: shape.syncSegmentRecordsOnly.default(false),
  segmentIds: shape.segmentIds.default([]),
  companiesSyncMode: shape.companiesSyncMode.default('CREATE_AND_UPDATE'),
  contactsSyncMode: shape.contactsSyncMode.default('CREATE_AND_UPDATE'),
  importFieldsEnabled: shape.importFieldsEnabled.default(false),
  importFieldMappingSettings: shape.importFieldMappingSettings.default({ companies: [] }),
  autoImportRecordSince: shape.autoImportRecordSince.default(null),
});
export type IntegrationSettings = z.infer<typeof integrationSettings>;

export const integration = z.object({
  id: z.string(),
  integrationType,
  hasCredentials: z.boolean(),
  /** Only of webhooks, masked, and only for ADMIN. */
  credentials: webhookCredentials.nullable(),
  credentialScopes: z.array(z.string()),
  /** Scopes that the connection lacks. */
  missingScopes: z.array(z.string()),
  isSalesforceSandbox: z.boolean(),
  /** The CRM's own name or address of the connected account. */
  accountName: z.string().nullable(),
  connectedAt: instant,
  connectedBy: z.string().nullable(),
  /** Why the connection does not work, in a sentence for people; null if it does. */
  problem: z.string().nullable(),
  problemSince: instant,
  ...integrationSettings.shape,
  importFieldMappingSettings: z.object({ companies: z.array(importFieldMapping) }),
  lastImportFinishedAt: instant,
  lastAutoSyncAt: instant,
  nextAutoSyncAt: instant,
  mappingSettings: z.object({ companies: z.array(fieldMapping), contacts: z.array(fieldMapping) }),
  createdAt: z.string(),
});
export type Integration = z.infer<typeof integration>;

/** The account's connectors. USER gets them without addresses and headers. */
export const listIntegrations = endpoint({
  method: 'GET',
  path: '/app/integrations',
  summary: 'The connectors of the account',
  access,
  audit: false,
  output: z.object({
    integrations: z.array(integration),
    /** The types that whoever runs the installation has set up. */
    availableTypes: z.array(integrationType),
  }),
});

/** Connects a webhook. CRMs are connected through their own pages, see `authorizeIntegration`. One per type. */
export const createIntegration = endpoint({
  method: 'POST',
  path: '/app/integrations',
  summary: 'Connect a webhook',
  access: admin,
  audit: 'integration.created',
  body: z.object({
    integrationType: z.literal('WEBHOOK', {
      error: 'Only a webhook is connected here; connect a CRM through its own page.',
    }),
    credentials: webhookCredentials,
    ...integrationSettings.shape,
  }),
  output: z.object({ integration }),
});

/** Saves the settings that are given, and the addresses of a webhook. Others stay as they are. */
export const updateIntegration = endpoint({
  method: 'PUT',
  path: '/app/integrations/:integrationId',
  summary: 'Save the settings of a connector',
  access: admin,
  audit: 'integration.saved',
  params: oneIntegration,
  body: z.object({ ...settingsFields.partial().shape, credentials: webhookCredentials.nullish() }),
  output: z.object({ integration }),
});

/** Forgets the credentials. Settings, mappings and the links to records stay for the next connection. */
export const disconnectIntegration = endpoint({
  method: 'POST',
  path: '/app/integrations/:integrationId/disconnect',
  summary: 'Disconnect a connector',
  access: admin,
  audit: 'integration.disconnected',
  params: oneIntegration,
  output: z.object({ integration }),
});

/** The address of the CRM's page that asks for consent. It comes back through the shared redirect routes. */
export const authorizeIntegration = endpoint({
  method: 'POST',
  path: '/app/integrations/authorize',
  summary: 'Begin to connect a CRM',
  access: admin,
  audit: false,
  body: z.object({ integrationType: crmType, isSalesforceSandbox: z.boolean().default(false) }),
  output: z.object({ url: z.string() }),
});

/** Ends the connection that `authorizeIntegration` began. The state is valid once, for ten minutes. */
export const connectIntegration = endpoint({
  method: 'POST',
  path: '/app/integrations/connect',
  summary: 'Connect a CRM with the code that it gave',
  access: admin,
  audit: 'integration.connected',
  body: z.object({
    connectorName: z.string().max(100).default(''),
    integrationType: crmType,
    code: z.string().min(1).max(4_000),
    isSalesforceSandbox: z.boolean().default(false),
    state: z.string().min(1).max(4_000),
  }),
  output: z.object({ integration }),
});

/** Pipedrive tells that a customer has removed the app. It signs in with the app's id and secret. */
export const removePipedriveApp = endpoint({
  method: 'DELETE',
  path: '/connectors/pipedrive',
  summary: 'A customer has removed the app in Pipedrive',
  access: { kind: 'public' },
  audit: false,
  body: z.object({ company_id: z.number().int().optional(), user_id: z.number().int().optional() }),
  output: z.object({ isRemoved: z.boolean() }),
});

/** Maps one field, or removes its mapping with `externalName: null`. Refuses pairs of types that don't fit. */
export const saveFieldMapping = endpoint({
  method: 'PUT',
  path: '/app/integrations/:integrationId/mappings',
  summary: 'Map a field to a CRM field',
  access: admin,
  audit: 'integration.mapping-saved',
  params: oneIntegration,
  body: z.object({
    recordType,
    internalName: z.string().min(1).max(255),
    externalName: z.string().trim().min(1).max(255).nullable(),
    updateStrategy: updateStrategy.default('OVERWRITE_ALWAYS'),
  }),
  output: z.object({ mapping: fieldMapping.nullable() }),
});

export const getExternalRecordUrl = endpoint({
  method: 'POST',
  path: '/app/integrations/:integrationId/external-record-url',
  summary: 'The address of a record in the CRM',
  access: { ...access, apiKeys: 'read' },
  audit: false,
  params: oneIntegration,
  body: z.object({ externalId: z.string().min(1).max(100), recordType: recordType.default('company') }),
  output: z.object({ externalUrl: z.string() }),
});

/** Switches a segment's place in the auto-sync of a connector. */
export const setSegmentAutosync = endpoint({
  method: 'POST',
  path: '/app/segments/items/:segmentId/autosync',
  summary: 'Sync a segment by itself',
  access: admin,
  audit: 'segment.autosync-set',
  params: z.object({ segmentId: id }),
  body: z.object({ autoSyncStatus: z.boolean(), integrationId: id }),
  output: z.object({
    /** Every company is synced already, so the switch changes nothing that is sent. */
    allCompaniesAreSynced: z.boolean(),
    segmentIds: z.array(z.string()),
  }),
});

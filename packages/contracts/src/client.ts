import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { FEATURE_FLAGS, USER_PERMISSIONS } from './permissions.ts';
import { dataBlockConfig, fieldType, schemaField } from './schema-field.ts';

const fieldName = z.string().min(1).max(64);

/** Settings shared by everyone in an account. */
export const appSettings = z.object({
  /** The explorer's default columns, in order; null until an admin saves them. */
  companiesTableFields: z.array(fieldName).max(500).nullable(),
});
export type AppSettings = z.infer<typeof appSettings>;

const balance = z.number().int().nullable();

/** The icons of data blocks; the web app draws them. */
export const BLOCK_ICONS = [
  'ad',
  'briefcase',
  'building',
  'chart',
  'checklist',
  'chip',
  'coins',
  'home',
  'message',
  'people',
  'share',
  'stars',
] as const;
export type BlockIcon = (typeof BLOCK_ICONS)[number];

/** A data block as the account sees it. */
export const dataBlockDefinition = z.object({
  blockName: z.string(),
  displayName: z.string(),
  icon: z.enum(BLOCK_ICONS),
  description: z.string(),
  isParameterisedWithDynamicConfig: z.boolean(),
  fields: z.array(
    z.object({
      internalName: z.string(),
      displayName: z.string(),
      description: z.string(),
      type: fieldType,
      defaultRanges: z.array(z.union([z.number(), z.string()])).nullable(),
    }),
  ),
});
export type DataBlockDefinition = z.infer<typeof dataBlockDefinition>;

/** An account: settings, flags, balances, limits and the columns of its dataset. */
export const client = z.object({
  clientName: z.string(),
  appSettings,
  featureFlags: z.array(z.enum(FEATURE_FLAGS)),
  /** Null if the kind of credit does not apply. */
  creditBalances: z.object({ CONTACT: balance, ENRICHMENT: balance, PHONE_NUMBER: balance }),
  limits: z.object({ companies: z.number().int().nullable() }),
  usageCounts: z.object({ companies: z.number().int() }),
  companiesSchema: z.array(schemaField),
  contactsSchema: z.array(schemaField),
  /** Data points that become columns with the next build. */
  pendingFields: z.array(schemaField),
  /** When the next scheduled build is due; null if builds are only started by hand. */
  nextBuildDueAt: z.string().nullable(),
  ccmDataBlocksDefinitions: z.array(dataBlockDefinition),
  dataBlockConfigs: z.array(dataBlockConfig),
  userPermissions: z.array(z.enum(USER_PERMISSIONS)),
  /** The current version of the dataset; null before the first build. */
  datasetVersion: z.string().nullable(),
  lastDataSyncCompletedAt: z.string().nullable(),
  /** Announcements of whoever runs the installation. */
  bannerAlerts: z.array(z.string()),
});
export type Client = z.infer<typeof client>;

/** The account named in the call. Opening it accepts a pending invitation. */
export const getClient = endpoint({
  method: 'GET',
  path: '/app/client',
  summary: 'The account: settings, flags, balances, columns',
  access: { kind: 'client' },
  audit: false,
  isCompressed: true,
  output: client,
});

/** Saves the account's default columns. */
export const saveClientSettings = endpoint({
  method: 'POST',
  path: '/app/client/settings',
  summary: 'Save the settings of the account',
  access: { kind: 'client', permission: 'ADMIN', apiKeys: 'write' },
  audit: 'client.settings-saved',
  body: z.object({ appSettings }),
  output: z.object({ appSettings }),
});

/** Renames a data point. Only data block fields other than company name and primary domain can be renamed. */
export const renameDatasetField = endpoint({
  method: 'PUT',
  path: '/app/dataset-fields/items/:fieldName',
  summary: 'Rename a data point',
  access: { kind: 'client', permission: 'ADMIN', apiKeys: 'write' },
  audit: 'dataset-field.renamed',
  params: z.object({ fieldName }),
  body: z.object({ displayName: z.string().trim().min(1, 'Name cannot be empty').max(255) }),
  output: z.object({ field: schemaField }),
});

/**
 * Adds a data point to the account's dataset. It is in `pendingFields` until the next build makes it a column for
 * everyone. Its display name is unique ignoring case.
 */
export const addDatasetField = endpoint({
  method: 'POST',
  path: '/app/dataset-fields/items',
  summary: 'Add a data point',
  access: { kind: 'client', feature: 'dataPointWizard', permission: 'ADMIN', apiKeys: 'write' },
  audit: 'dataset-field.added',
  body: z.object({
    /** `block/field`. */
    internalName: z.string().min(1).max(200),
    /** A saved config; required for fields of dynamic blocks, not allowed for others. */
    configId: z.string().min(1).max(100).nullable().default(null),
    displayName: z.string().trim().min(1, 'Name cannot be empty').max(255),
  }),
  output: z.object({ field: schemaField }),
});

/**
 * Removes a data point. A column is hidden at once and leaves the dataset with the next build; adding the same data point
 * before that brings it back. Refused while a tag uses it.
 */
export const removeDatasetField = endpoint({
  method: 'DELETE',
  path: '/app/dataset-fields/items/:fieldName',
  summary: 'Remove a data point',
  access: { kind: 'client', feature: 'dataPointWizard', permission: 'ADMIN', apiKeys: 'write' },
  audit: 'dataset-field.removed',
  params: z.object({ fieldName }),
  output: z.object({ fieldName: z.string() }),
});

/**
 * Computes new and changed data points for the companies of the current dataset, without waiting for the next build.
 * Answers with the job.
 */
export const computeDataPoints = endpoint({
  method: 'POST',
  path: '/app/dataset-fields/compute',
  summary: 'Compute new and changed data points now',
  access: { kind: 'client', permission: 'ADMIN', apiKeys: 'write' },
  audit: 'dataset-field.computation-requested',
  output: z.object({ jobId: z.string() }),
});

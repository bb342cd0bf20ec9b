import { filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { appSettings } from './client.ts';
import { companyId } from './companies.ts';
import { FEATURE_FLAGS } from './permissions.ts';
import { dataBlockConfig } from './schema-field.ts';

export const LIFECYCLE_STAGES = [
  'CALIBRATION',
  'CLIENT_ONBOARDING',
  'CLIENT_ACTIVE',
  'CLIENT_CHURNED',
  'CLIENT_TEST_ACCOUNT',
  'QUARRY_TEST_ACCOUNT',
  'OTHER',
] as const;
export type LifecycleStage = (typeof LIFECYCLE_STAGES)[number];

/** Of a config with problems, whether it is saved, estimated or made a client. */
export const INVALID_CONFIG = 'The config is incorrect, please fix the changes and try again';

export const MAX_CALIBRATION_COMPANIES = 1000;
export const MAX_FIELD_DEFINITIONS = 400;
const MAX_STAGES = 50;

/** A client's name, which is part of URLs and database names. */
export const clientName = z
  .string()
  .min(1)
  .max(63)
  .regex(/^[a-z0-9_-]+$/, 'Name can only contain alphanumeric characters.');

/** A data point that a client wants in its dataset, and the name it goes by there. */
export const fieldDefinition = z.object({
  /** `block/field`. */
  internalName: z.string().min(1).max(200),
  /** The column and filter key; checked with the whole client config, so that all problems are reported at once. */
  externalName: z.string().max(200).default(''),
  displayName: z.string().trim().max(255).default(''),
  /** The config of a dynamic field; absent or null for static fields. */
  configId: z.string().min(1).max(100).nullish(),
});
/** A data point that a client wants in its dataset, and the name it goes by there. */
export type FieldDefinition = z.infer<typeof fieldDefinition>;

/** The types of custom fields. */
export const CUSTOM_FIELD_TYPES = [
  'String',
  'Number',
  'Percent',
  'Currency',
  'Date',
  'Boolean',
  'Multipicklist',
  'Array',
] as const;

/** A field of one client, uploaded or computed by an expression. */
export const customDataField = z.object({
  name: z.string().min(1).max(63),
  displayName: z.string().max(255).default(''),
  type: z.enum(CUSTOM_FIELD_TYPES),
  description: z.string().max(2000).default(''),
  fromField: z.string().max(200).nullish(),
  expressionSql: z.string().max(10_000).nullish(),
});

const stageName = z.string().trim().min(1).max(100);

/** The settings of a client: its dataset, features and lifecycle. */
export const clientConfig = z.object({
  clientName,
  isSourcingEnabled: z.boolean().default(true),
  autoSyncEnabled: z.boolean().default(false),
  sourcingCriteria: filterGroup,
  fieldDefinitions: z.array(fieldDefinition).max(MAX_FIELD_DEFINITIONS),
  dataBlockConfigs: z
    .array(dataBlockConfig.extend({ configId: z.string().trim() }))
    .max(1000)
    .default([]),
  excludeCompanyIds: z.array(companyId).max(100_000).default([]),
  customDataFields: z.array(customDataField).max(MAX_FIELD_DEFINITIONS).default([]),
  /** The data blocks whose rows are refreshed for companies that enter by an enrichment. */
  enrichmentDestinations: z.array(stageName).max(MAX_STAGES).default([]),
  /** Names of further stages that an enrichment runs. */
  otherEnrichmentStages: z.array(stageName).max(MAX_STAGES).default([]),
  crmDataPullEnabled: z.boolean().default(false),
  /** What staff read from the account's CRM, and how; null for nothing. */
  crmDataPullConfig: z.record(z.string(), z.unknown()).nullable().default(null),
  gfAppFeatureFlags: z.array(z.enum(FEATURE_FLAGS)).default([]),
  gfAppSettings: appSettings.default({ companiesTableFields: null }),
  isCalibrationModeEnabled: z.boolean().default(false),
  calibrationModeCompanies: z
    .array(z.string().max(2000))
    .max(MAX_CALIBRATION_COMPANIES, 'There can be at most 1,000 calibration companies')
    .default([]),
  lifecycleStage: z.enum(LIFECYCLE_STAGES).default('OTHER'),
  scheduledForDeletionAt: z.iso.datetime({ offset: true }).nullable().default(null),
});
export type CustomDataField = z.infer<typeof customDataField>;

/** The settings of a client: its dataset, features and lifecycle. */
export type ClientConfig = z.infer<typeof clientConfig>;

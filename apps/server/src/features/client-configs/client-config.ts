import { appSettings, companyId, dataBlockConfig, FEATURE_FLAGS } from '@quarry/contracts';
import { FIELD_TYPE_NAMES, filterGroup } from '@quarry/filters';
import { z } from 'zod';

/** Where an account stands in its life. */
const LIFECYCLE_STAGES = [
  'CALIBRATION',
  'CLIENT_ONBOARDING',
  'CLIENT_ACTIVE',
  'CLIENT_CHURNED',
  'CLIENT_TEST_ACCOUNT',
  'QUARRY_TEST_ACCOUNT',
  'OTHER',
] as const;

/** The most companies that calibration mode can list. */
const MAX_CALIBRATION_COMPANIES = 1000;
/** The most data points that a client can have. */
const MAX_FIELD_DEFINITIONS = 400;

/** A client's name: part of addresses and of database names. */
export const clientName = z
  .string()
  .min(1)
  .max(63)
  .regex(/^[a-z0-9_-]+$/, 'Name can only contain alphanumeric characters.');

/** A data point under the name that one client gives it. */
export const fieldDefinition = z.object({
  /** `block/field`. */
  internalName: z.string().min(1).max(200),
  /** The column and filter key; its rules are checked with the whole config, so that every problem is named at once. */
  externalName: z.string().max(200).default(''),
  displayName: z.string().trim().max(255).default(''),
  /** The config of a dynamic block; absent or null for static ones. */
  configId: z.string().min(1).max(100).nullish(),
});
/** A data point under the name that one client gives it. */
export type FieldDefinition = z.infer<typeof fieldDefinition>;

/** A field of the client's own: uploaded, or computed by an expression. */
const customDataField = z.object({
  name: z.string().min(1).max(63),
  displayName: z.string().max(255).default(''),
  type: z.enum(FIELD_TYPE_NAMES),
  description: z.string().max(2000).default(''),
  fromField: z.string().max(200).nullish(),
  expressionSql: z.string().max(10_000).nullish(),
});

/** How one client's dataset is made and what its people may use. */
export const clientConfig = z.object({
  clientName,
  isSourcingEnabled: z.boolean().default(true),
  autoSyncEnabled: z.boolean().default(false),
  sourcingCriteria: filterGroup,
  fieldDefinitions: z.array(fieldDefinition).max(MAX_FIELD_DEFINITIONS),
  dataBlockConfigs: z.array(dataBlockConfig).max(1000).default([]),
  excludeCompanyIds: z.array(companyId).max(100_000).default([]),
  customDataFields: z.array(customDataField).max(MAX_FIELD_DEFINITIONS).default([]),
  gfAppFeatureFlags: z.array(z.enum(FEATURE_FLAGS)).default([]),
  gfAppSettings: appSettings.default({ companiesTableFields: null }),
  isCalibrationModeEnabled: z.boolean().default(false),
  calibrationModeCompanies: z.array(z.string().max(2000)).max(MAX_CALIBRATION_COMPANIES).default([]),
  lifecycleStage: z.enum(LIFECYCLE_STAGES).default('OTHER'),
  scheduledForDeletionAt: z.iso.datetime({ offset: true }).nullable().default(null),
});
/** How one client's dataset is made and what its people may use. */
export type ClientConfig = z.infer<typeof clientConfig>;

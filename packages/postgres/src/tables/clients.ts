import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, randomId } from './columns.ts';

const texts = (name: string) => text(name).array().notNull().default(sql`'{}'::text[]`);

/** An account with its configuration. The JSON columns are parsed by the code that reads them. */
export const clients = pgTable(
  'clients',
  {
    id: randomId(),
    name: text('name').notNull().unique(),
    lifecycleStage: text('lifecycle_stage').notNull().default('OTHER'),
    featureFlags: texts('feature_flags'),
    /** `{ companiesTableFields }`. */
    appSettings: jsonb('app_settings').notNull().default({}),
    /** Maximum number of companies in the dataset; null is unlimited. */
    companyLimit: integer('company_limit'),
    isSourcingEnabled: boolean('is_sourcing_enabled').notNull().default(true),
    autoSyncEnabled: boolean('auto_sync_enabled').notNull().default(false),
    sourcingCriteria: jsonb('sourcing_criteria').notNull().default({}),
    fieldDefinitions: jsonb('field_definitions').notNull().default([]),
    dataBlockConfigs: jsonb('data_block_configs').notNull().default([]),
    customDataFields: jsonb('custom_data_fields').notNull().default([]),
    enrichmentDestinations: texts('enrichment_destinations'),
    otherEnrichmentStages: texts('other_enrichment_stages'),
    crmDataPullEnabled: boolean('crm_data_pull_enabled').notNull().default(false),
    crmDataPullConfig: jsonb('crm_data_pull_config'),
    excludeCompanyIds: texts('exclude_company_ids'),
    /** Excluded companies whose rows the current version still has; readers leave them out. */
    excludedSinceBuild: texts('excluded_since_build'),
    /** Incremented with every change of `excludedSinceBuild`. */
    exclusionsRevision: integer('exclusions_revision').notNull().default(0),
    /** Incremented whenever segments or scores change under the same rows. */
    derivedRevision: integer('derived_revision').notNull().default(0),
    isCalibrationModeEnabled: boolean('is_calibration_mode_enabled').notNull().default(false),
    calibrationModeCompanies: texts('calibration_mode_companies'),
    scheduledForDeletionAt: instant('scheduled_for_deletion_at'),
    /** Incremented with every saved change of the configuration. */
    configVersion: integer('config_version').notNull().default(1),
    /** The current version, in `dataset_versions`; null before the first build. */
    datasetVersion: bigint('dataset_version', { mode: 'number' }),
    lastDataSyncStartedAt: instant('last_data_sync_started_at'),
    lastDataSyncCompletedAt: instant('last_data_sync_completed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check('clients_name_is_a_slug', sql`${table.name} ~ '^[a-z0-9_-]+$'`),
    check('clients_company_limit_is_not_negative', sql`${table.companyLimit} >= 0`),
  ],
);

/** The account column of a table. Its rows are deleted with the account. */
export const ownedByClient = () =>
  text('client_id')
    .notNull()
    .references(() => clients.id, { onDelete: 'cascade' });

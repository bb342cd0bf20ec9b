import { type ClientConfig, clientConfig } from '@quarry/contracts';
import type { clients } from '@quarry/postgres/tables/clients';

export type ClientRow = typeof clients.$inferSelect;

/** The columns of `clients` that hold the config. */
export type NewClientColumns = Required<
  Pick<
    typeof clients.$inferInsert,
    | 'name'
    | 'lifecycleStage'
    | 'featureFlags'
    | 'appSettings'
    | 'isSourcingEnabled'
    | 'autoSyncEnabled'
    | 'sourcingCriteria'
    | 'fieldDefinitions'
    | 'dataBlockConfigs'
    | 'customDataFields'
    | 'enrichmentDestinations'
    | 'otherEnrichmentStages'
    | 'crmDataPullEnabled'
    | 'crmDataPullConfig'
    | 'excludeCompanyIds'
    | 'isCalibrationModeEnabled'
    | 'calibrationModeCompanies'
    | 'scheduledForDeletionAt'
  >
>;

export function toClientColumns(config: ClientConfig): NewClientColumns {
  return {
    name: config.clientName,
    lifecycleStage: config.lifecycleStage,
    featureFlags: config.gfAppFeatureFlags,
    appSettings: config.gfAppSettings,
    isSourcingEnabled: config.isSourcingEnabled,
    autoSyncEnabled: config.autoSyncEnabled,
    sourcingCriteria: config.sourcingCriteria,
    fieldDefinitions: config.fieldDefinitions,
    dataBlockConfigs: config.dataBlockConfigs,
    customDataFields: config.customDataFields,
    enrichmentDestinations: config.enrichmentDestinations,
    otherEnrichmentStages: config.otherEnrichmentStages,
    crmDataPullEnabled: config.crmDataPullEnabled,
    crmDataPullConfig: config.crmDataPullConfig,
    excludeCompanyIds: config.excludeCompanyIds,
    isCalibrationModeEnabled: config.isCalibrationModeEnabled,
    calibrationModeCompanies: config.calibrationModeCompanies,
    scheduledForDeletionAt: config.scheduledForDeletionAt === null ? null : new Date(config.scheduledForDeletionAt),
  };
}

const storedSettings = clientConfig.shape.gfAppSettings.unwrap();

/** Throws a ZodError if the row holds no valid config. */
export function fromClientRow(row: ClientRow): ClientConfig {
  return clientConfig.parse({
    clientName: row.name,
    lifecycleStage: row.lifecycleStage,
    gfAppFeatureFlags: row.featureFlags,
    gfAppSettings: storedSettings
      .extend({ companiesTableFields: storedSettings.shape.companiesTableFields.default(null) })
      .parse(row.appSettings),
    isSourcingEnabled: row.isSourcingEnabled,
    autoSyncEnabled: row.autoSyncEnabled,
    sourcingCriteria: row.sourcingCriteria,
    fieldDefinitions: row.fieldDefinitions,
    dataBlockConfigs: row.dataBlockConfigs,
    customDataFields: row.customDataFields,
    enrichmentDestinations: row.enrichmentDestinations,
    otherEnrichmentStages: row.otherEnrichmentStages,
    crmDataPullEnabled: row.crmDataPullEnabled,
    crmDataPullConfig: row.crmDataPullConfig,
    excludeCompanyIds: row.excludeCompanyIds,
    isCalibrationModeEnabled: row.isCalibrationModeEnabled,
    calibrationModeCompanies: row.calibrationModeCompanies,
    scheduledForDeletionAt: row.scheduledForDeletionAt?.toISOString() ?? null,
  });
}

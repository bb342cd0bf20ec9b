import type { clients } from '@quarry/postgres/tables/clients';
import { type ClientConfig, clientConfig } from './client-config.ts';

/** A row of `clients` as it is read. */
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
    | 'excludeCompanyIds'
    | 'isCalibrationModeEnabled'
    | 'calibrationModeCompanies'
    | 'scheduledForDeletionAt'
  >
>;

/** A config as the table keeps it. */
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
    excludeCompanyIds: config.excludeCompanyIds,
    isCalibrationModeEnabled: config.isCalibrationModeEnabled,
    calibrationModeCompanies: config.calibrationModeCompanies,
    scheduledForDeletionAt: config.scheduledForDeletionAt === null ? null : new Date(config.scheduledForDeletionAt),
  };
}

const keptSettings = clientConfig.shape.gfAppSettings.unwrap();

/** The config that a row of the table holds. Throws a ZodError when it holds something else. */
export function fromClientRow(row: ClientRow): ClientConfig {
  return clientConfig.parse({
    clientName: row.name,
    lifecycleStage: row.lifecycleStage,
    gfAppFeatureFlags: row.featureFlags,
    gfAppSettings: keptSettings
      .extend({ companiesTableFields: keptSettings.shape.companiesTableFields.default(null) })
      .parse(row.appSettings),
    isSourcingEnabled: row.isSourcingEnabled,
    autoSyncEnabled: row.autoSyncEnabled,
    sourcingCriteria: row.sourcingCriteria,
    fieldDefinitions: row.fieldDefinitions,
    dataBlockConfigs: row.dataBlockConfigs,
    customDataFields: row.customDataFields,
    excludeCompanyIds: row.excludeCompanyIds,
    isCalibrationModeEnabled: row.isCalibrationModeEnabled,
    calibrationModeCompanies: row.calibrationModeCompanies,
    scheduledForDeletionAt: row.scheduledForDeletionAt?.toISOString() ?? null,
  });
}

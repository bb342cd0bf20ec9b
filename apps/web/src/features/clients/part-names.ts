import type { ClientConfig } from '@quarry/contracts';

const NAMES: Readonly<Record<keyof ClientConfig, string>> = {
  clientName: 'Name',
  isSourcingEnabled: 'Sourcing',
  autoSyncEnabled: 'Automatic rebuild',
  sourcingCriteria: 'Sourcing criteria',
  fieldDefinitions: 'Field definitions',
  dataBlockConfigs: 'Configurations',
  excludeCompanyIds: 'Excluded companies',
  customDataFields: 'Custom fields',
  enrichmentDestinations: 'Enrichment destinations',
  otherEnrichmentStages: 'Other enrichment stages',
  crmDataPullEnabled: 'CRM data pull',
  crmDataPullConfig: 'CRM data pull config',
  gfAppFeatureFlags: 'Feature flags',
  gfAppSettings: 'App settings',
  isCalibrationModeEnabled: 'Calibration mode',
  calibrationModeCompanies: 'Calibration companies',
  lifecycleStage: 'Lifecycle stage',
  scheduledForDeletionAt: 'Scheduled deletion',
};

/** What people read for a part of a config. */
export function partName(part: string): string {
  return Object.entries(NAMES).find(([known]) => known === part)?.[1] ?? part;
}

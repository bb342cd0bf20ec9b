import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { changeClientLimit } from './change-client-limit.ts';
import { createClientConfig } from './create-client-config.ts';
import { estimateConfigImpact } from './estimate-config-impact.ts';
import { estimateLimitImpact } from './estimate-limit-impact.ts';
import { estimateMarketImpact } from './estimate-market-impact.ts';
import { getCcmSchema } from './get-ccm-schema.ts';
import { getClientConfig } from './get-client-config.ts';
import { getClientLimits } from './get-client-limits.ts';
import { getConfigVersion } from './get-config-version.ts';
import { getDataSyncStatus } from './get-data-sync-status.ts';
import { listClientConfigs } from './list-client-configs.ts';
import { listConfigVersions } from './list-config-versions.ts';
import { listFeatureFlags } from './list-feature-flags.ts';
import { saveClientConfig } from './save-client-config.ts';
import { validateClientConfig } from './validate-client-config.ts';

/** The clients and their configs, for staff. */
export const clientDoors: readonly Door[] = [
  door(contracts.listClientConfigs, listClientConfigs),
  door(contracts.createClientConfig, createClientConfig),
  door(contracts.getClientConfig, getClientConfig),
  door(contracts.saveClientConfig, saveClientConfig),
  door(contracts.validateClientConfig, validateClientConfig),
  door(contracts.estimateConfigImpact, estimateConfigImpact),
  door(contracts.estimateMarketImpact, estimateMarketImpact),
  door(contracts.estimateLimitImpact, estimateLimitImpact),
  door(contracts.getDataSyncStatus, getDataSyncStatus),
  door(contracts.listConfigVersions, listConfigVersions),
  door(contracts.getConfigVersion, getConfigVersion),
  door(contracts.getClientLimits, getClientLimits),
  door(contracts.changeClientLimit, changeClientLimit),
  door(contracts.getCcmSchema, getCcmSchema),
  door(contracts.listFeatureFlags, listFeatureFlags),
];

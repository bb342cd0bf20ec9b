import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { findScoringConfig, readScoringConfigs, toScoringConfig } from './scoring-config.ts';

/** Throws NOT_FOUND. */
export const getScoringConfig: Verb<typeof contracts.getScoringConfig> = async (scope, { scoringConfigId }) => {
  const all = await scope.read((tx) => readScoringConfigs(tx, scope.client.id));
  return { item: toScoringConfig(findScoringConfig(all, scoringConfigId)) };
};

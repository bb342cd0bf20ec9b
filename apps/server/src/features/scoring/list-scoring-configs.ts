import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { readScoringConfigs, toScoringConfig } from './scoring-config.ts';

export const listScoringConfigs: Verb<typeof contracts.listScoringConfigs> = async (scope) => {
  const all = await scope.read((tx) => readScoringConfigs(tx, scope.client.id));
  return { items: all.map(toScoringConfig) };
};

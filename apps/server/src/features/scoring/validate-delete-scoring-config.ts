import type * as contracts from '@quarry/contracts';
import { scoreFieldName } from '#server/features/datasets/scores.ts';
import type { Verb } from '#server/platform/mount.ts';
import { findBreakingSegments } from './breaking-segments.ts';
import { findScoringConfig, readScoringConfigs } from './scoring-config.ts';

/** Throws NOT_FOUND. */
export const validateDeleteScoringConfig: Verb<typeof contracts.validateDeleteScoringConfig> = async (
  scope,
  { scoringConfigId },
) =>
  scope.read(async (tx) => {
    const config = findScoringConfig(await readScoringConfigs(tx, scope.client.id), scoringConfigId);
    const found = await findBreakingSegments(tx, scope.client.id, scoreFieldName(config.id));
    return { breakingSegments: found.map(({ segmentId, segmentName }) => ({ segmentId, segmentName })) };
  });

import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { scoringConfigs } from '@quarry/postgres/tables/scoring';
import { removeTableField } from '#server/features/client-configs/table-fields.ts';
import { scoreFieldName } from '#server/features/datasets/scores.ts';
import type { Verb } from '#server/platform/mount.ts';
import { findBreakingSegments } from './breaking-segments.ts';
import { configOf, findScoringConfig, lockScoringConfigs } from './scoring-config.ts';
import { scoresChanged } from './settle-scores.ts';

/** Deletes a scoring field; the oldest of the others becomes the default. Throws NOT_FOUND and SCORING_FIELD_IN_USE. */
export const deleteScoringConfig: Verb<typeof contracts.deleteScoringConfig> = async (scope, input) => {
  const { scoringConfigId: id, 'skip-validation': skipValidation } = input;
  return scope.change(async (tx) => {
    const clientId = scope.client.id;
    const all = await lockScoringConfigs(tx, clientId);
    const { name, rules, isDefault } = findScoringConfig(all, id);
    const fieldName = scoreFieldName(id);
    if (!skipValidation) {
      const found = (await findBreakingSegments(tx, clientId, fieldName)).filter(({ isBlocking }) => isBlocking);
      const segments = found.map(({ segmentId, segmentName }) => ({ segmentId, segmentName }));
      if (segments.length > 0) {
        throw new AppError('SCORING_FIELD_IN_USE', 'Unable to delete Scoring Field', { segments });
      }
    }
    await tx.delete(scoringConfigs).where(configOf(clientId, id));
    const [oldest] = all.filter((config) => config.id !== id);
    if (isDefault && oldest !== undefined) {
      await tx.update(scoringConfigs).set({ isDefault: true }).where(configOf(clientId, oldest.id));
    }
    await removeTableField(tx, clientId, fieldName);
    await scoresChanged(tx, clientId);
    return { result: { id }, target: name, targetId: id, before: { name, rules } };
  });
};

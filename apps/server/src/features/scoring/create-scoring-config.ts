import type * as contracts from '@quarry/contracts';
import { AppError, MAX_SCORING_CONFIGS } from '@quarry/contracts';
import { scoringConfigs } from '@quarry/postgres/tables/scoring';
import { addTableField } from '#server/features/client-configs/table-fields.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readDerivedNodes } from '#server/features/datasets/derived-nodes.ts';
import { requestScores } from '#server/features/datasets/request-scores.ts';
import { scoreFieldName } from '#server/features/datasets/scores.ts';
import type { Verb } from '#server/platform/mount.ts';
import { assertUsableRules } from './assert-usable-rules.ts';
import { lockScoringConfigs, readScoringRow, toScoringConfig } from './scoring-config.ts';
import { withUniqueName } from './scoring-names.ts';

/** Throws INVALID_FILTER, CONFLICT and NAME_TAKEN. */
export const createScoringConfig: Verb<typeof contracts.createScoringConfig> = async (scope, input) => {
  const { name, rules, associatedScoringAnalysisReportId: associatedReportId } = input;
  const dataset = await openDataset(scope);
  return scope.change(async (tx) => {
    const clientId = scope.client.id;
    const all = await lockScoringConfigs(tx, clientId);
    if (all.length >= MAX_SCORING_CONFIGS) {
      throw new AppError('CONFLICT', `An account can have at most ${MAX_SCORING_CONFIGS} scoring fields`);
    }
    assertUsableRules(dataset, rules, await readDerivedNodes(tx, clientId), null);
    const [row] = await withUniqueName(
      name,
      tx
        .insert(scoringConfigs)
        .values({ clientId, name, rules, associatedReportId, isDefault: all.length === 0, createdBy: scope.user.email })
        .returning(),
    );
    if (row === undefined) throw new Error(`The scoring field ${name} was not created`);
    await addTableField(tx, clientId, scoreFieldName(row.id));
    await requestScores(tx, scope.jobs, clientId, scope.user.email);
    const item = toScoringConfig(readScoringRow(row));
    return { result: { id: row.id, item }, target: name, targetId: row.id, after: { name, rules } };
  });
};

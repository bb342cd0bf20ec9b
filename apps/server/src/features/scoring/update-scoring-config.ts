import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { scoringConfigs } from '@quarry/postgres/tables/scoring';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readDerivedNodes } from '#server/features/datasets/derived-nodes.ts';
import { requestScores } from '#server/features/datasets/request-scores.ts';
import type { Verb } from '#server/platform/mount.ts';
import { assertUsableRules } from './assert-usable-rules.ts';
import {
  configOf,
  findScoringConfig,
  lockScoringConfigs,
  readScoringRow,
  type ScoringConfigRow,
  toScoringConfig,
} from './scoring-config.ts';
import { withUniqueName } from './scoring-names.ts';
import { scoresChanged } from './settle-scores.ts';

/** Throws NOT_FOUND, VALIDATION_FAILED, INVALID_FILTER, CYCLE and NAME_TAKEN. */
export const updateScoringConfig: Verb<typeof contracts.updateScoringConfig> = async (scope, input) => {
  const { scoringConfigId: id, name, rules, isDefault, associatedScoringAnalysisReportId: associatedReportId } = input;
  if (name === undefined && rules === undefined && isDefault === undefined && associatedReportId === undefined) {
    throw new AppError('VALIDATION_FAILED', 'There is nothing to save');
  }
  const dataset = rules === undefined ? null : await openDataset(scope);
  return scope.change(async (tx) => {
    const clientId = scope.client.id;
    const before = findScoringConfig(await lockScoringConfigs(tx, clientId), id);
    if (rules !== undefined && dataset !== null) {
      const all = await readDerivedNodes(tx, clientId);
      assertUsableRules(dataset, rules, all, { id, name: name ?? before.name });
    }
    if (isDefault === true) await clearDefault(tx, clientId);
    const isRenamed = name !== undefined && name !== before.name;
    const outdated = { rules, revision: sql`${scoringConfigs.revision} + 1`, processingStatus: 'Waiting' as const };
    const [row] = await withUniqueName(
      name ?? before.name,
      tx
        .update(scoringConfigs)
        .set({
          ...(name === undefined ? {} : { name }),
          ...(rules === undefined ? {} : { ...outdated, problem: null }),
          ...(isDefault === undefined ? {} : { isDefault }),
          ...(associatedReportId === undefined ? {} : { associatedReportId }),
          ...(isRenamed || rules !== undefined ? { lastModifiedAt: sql`now()` } : {}),
        })
        .where(configOf(clientId, id))
        .returning(),
    );
    if (row === undefined) throw new Error(`The scoring field ${id} was not saved`);
    if (rules !== undefined) await requestScores(tx, scope.jobs, clientId, scope.user.email);
    if (isRenamed || isDefault === true) await scoresChanged(tx, clientId);
    const after = readScoringRow(row);
    return {
      result: { item: toScoringConfig(after) },
      target: after.name,
      targetId: id,
      before: auditValues(before),
      after: auditValues(after),
    };
  });
};

const auditValues = ({ name, rules, isDefault }: ScoringConfigRow) => ({ name, rules, isDefault });

async function clearDefault(tx: Transaction, clientId: string): Promise<void> {
  await tx
    .update(scoringConfigs)
    .set({ isDefault: false })
    .where(and(eq(scoringConfigs.clientId, clientId), eq(scoringConfigs.isDefault, true)));
}

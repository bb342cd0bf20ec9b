import type * as contracts from '@quarry/contracts';
import { AppError, type FieldValue } from '@quarry/contracts';
import { z } from 'zod';
import { companyHit, readRows } from '#server/features/companies/read-rows.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { conditionsOf, judgeCompany } from './scores.sql.ts';
import { findScoringConfig, readScoringConfigs } from './scoring-config.ts';

const judgement = z.intersection(companyHit, z.object({ __met: z.array(z.number()), __stored: z.number().nullable() }));

/** Explains a company's score rule by rule. Throws NOT_FOUND, and INVALID_FILTER if a rule's field is gone. */
export const getScoreReceipt: Verb<typeof contracts.getScoreReceipt> = async (scope, input) => {
  const { scoringConfigId, companyId } = input;
  const all = await scope.read((tx) => readScoringConfigs(tx, scope.client.id));
  const config = findScoringConfig(all, scoringConfigId);
  const dataset = await openDataset(scope);
  const stored = dataset.scores.find(({ id }) => id === config.id);
  const statement = judgeCompany(dataset, conditionsOf(dataset, config.rules), stored?.fieldName ?? null, companyId);
  const [judged] = await scope.warehouse.rows(statement, judgement, { lane: 'people', signal: scope.request.signal });
  const [row] = judged === undefined ? [] : await readRows(scope, dataset, [judged]);
  if (judged === undefined || row === undefined) {
    throw new AppError('NOT_FOUND', 'This company is not in the dataset.', { companyId });
  }
  const rules = config.rules.map((rule, at) => {
    const isMet = judged.__met[at] === 1;
    const value = row[rule.field] ?? null;
    const isUnknown = !isMet && isEmpty(value);
    return {
      ruleId: rule.id,
      value,
      verdict: isMet ? ('met' as const) : isUnknown ? ('unknown' as const) : ('not met' as const),
      points: isMet ? rule.score : 0,
    };
  });
  return { score: judged.__stored, total: rules.reduce((sum, { points }) => sum + points, 0), rules };
};

const isEmpty = (value: FieldValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

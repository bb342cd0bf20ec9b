import type * as contracts from '@quarry/contracts';
import { z } from 'zod';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { bucketScores } from './bucket-scores.ts';
import { countScores, scoreOf } from './scores.sql.ts';

const countedScore = z
  .object({ __score: z.number(), __count: z.number(), __best: z.array(z.tuple([z.number(), z.string()])) })
  .transform(({ __score, __count, __best }) => ({
    score: __score,
    count: __count,
    best: __best.map(([quality, domain]) => ({ quality, domain })),
  }));

/** Distributes the companies over the scores of unsaved rules. Throws INVALID_FILTER and DATASET_NOT_BUILT. */
export const analyzeScoring: Verb<typeof contracts.analyzeScoring> = async (scope, { rules }) => {
  const dataset = await openDataset(scope);
  const scores = await scope.warehouse.rows(countScores(dataset, scoreOf(dataset, rules)), countedScore, {
    lane: 'analysis',
    signal: scope.request.signal,
  });
  return { values: bucketScores(scores) };
};

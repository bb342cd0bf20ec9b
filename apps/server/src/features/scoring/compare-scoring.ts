import type * as contracts from '@quarry/contracts';
import { SCORING_MOVERS } from '@quarry/contracts';
import { z } from 'zod';
import { companyHit, readRows } from '#server/features/companies/read-rows.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { countMoved, movedMost, scoreOf } from './scores.sql.ts';

const movedRow = z.intersection(companyHit, z.object({ __before: z.number(), __after: z.number() }));
const countRow = z.object({ __raised: z.number(), __lowered: z.number() });

/** Compares the scores of all companies under two sets of rules. Throws INVALID_FILTER and DATASET_NOT_BUILT. */
export const compareScoring: Verb<typeof contracts.compareScoring> = async (scope, input) => {
  const dataset = await openDataset(scope);
  const edit = { before: scoreOf(dataset, input.before), after: scoreOf(dataset, input.after) };
  const options = { lane: 'analysis', signal: scope.request.signal } as const;
  const [counts, moved] = await Promise.all([
    scope.warehouse.rows(countMoved(dataset, edit), countRow, options),
    scope.warehouse.rows(movedMost(dataset, edit, SCORING_MOVERS), movedRow, options),
  ]);
  const scores = new Map(moved.map(({ id, __before, __after }) => [id, { before: __before, after: __after }]));
  const movers = (await readRows(scope, dataset, moved)).flatMap(({ __company_id, name, __domain }) => {
    const changed = scores.get(__company_id);
    return changed === undefined ? [] : [{ companyId: __company_id, name, domain: __domain, ...changed }];
  });
  return { raised: counts[0]?.__raised ?? 0, lowered: counts[0]?.__lowered ?? 0, movers };
};

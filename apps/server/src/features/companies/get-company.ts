import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { companyHit, readRows, scoreValues } from './read-rows.ts';
import { liveValuesOf } from './search.sql.ts';

/** Returns a company of the dataset by its id. */
export const getCompany: Verb<typeof contracts.getCompany> = async (scope, { companyId }) => {
  const dataset = await openDataset(scope);
  const [item] = await readRows(scope, dataset, [{ id: companyId, tags: [], scores: [] }]);
  if (item === undefined || dataset.excludedIds.includes(companyId)) {
    throw new AppError('NOT_FOUND', 'This company is not in the dataset.', { companyId });
  }
  const [hit] = await scope.warehouse.rows(liveValuesOf(dataset, companyId, Number(item.__quality_score)), companyHit, {
    lane: 'people',
    signal: scope.request.signal,
  });
  if (hit === undefined) throw new Error(`Company ${companyId} was not found by its quality score`);
  return { item: { ...item, ...scoreValues(dataset, hit.scores), __tags: hit.tags } };
};

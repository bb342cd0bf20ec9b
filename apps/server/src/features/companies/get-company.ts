import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { foundCompany, readRows } from './read-rows.ts';
import { laterValuesOf } from './search.sql.ts';

/** Reads one company of the dataset by its key. */
export const getCompany: Verb<typeof contracts.getCompany> = async (scope, { companyId }) => {
  const dataset = await openDataset(scope);
  const [item] = await readRows(scope, dataset, [{ id: companyId, tags: [] }]);
  if (item === undefined) throw new AppError('NOT_FOUND', 'This company is not in the dataset.', { companyId });
  const [found] = await scope.warehouse.rows(
    laterValuesOf(dataset, companyId, Number(item.__quality_score)),
    foundCompany,
    { lane: 'people', signal: scope.request.signal },
  );
  if (found === undefined) throw new Error(`The company ${companyId} is not where its score says`);
  return { item: { ...item, __tags: found.tags } };
};

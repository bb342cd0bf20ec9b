import { AppError, type getCompany } from '@quarry/contracts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { readRows } from './search-companies.ts';

/** Reads one company of the dataset by its key. */
export const readCompany: Verb<typeof getCompany> = async (scope, { companyId }) => {
  const dataset = await openDataset(scope);
  const [item] = await readRows(scope, dataset, [companyId]);
  if (item === undefined) throw new AppError('NOT_FOUND', 'This company is not in the dataset.', { companyId });
  return { item };
};

import { companySearch, type companySelection } from '@quarry/contracts';
import { z } from 'zod';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { searchWhere, selectedCompanies } from './search.sql.ts';
import { searchConditions, searchOrder } from './search-conditions.ts';

const selectedRow = z.object({ __id: z.string(), __domain: z.string() });

/**
 * Finds the companies of a selection that the dataset has, at most `limit`, in the order of its search. One statement
 * over one version, so that a build in between changes nothing. Throws DATASET_NOT_BUILT, INVALID_FILTER and
 * VALIDATION_FAILED.
 */
export async function selectCompanies(
  scope: ClientScope,
  selection: z.output<typeof companySelection>,
  limit: number,
): Promise<{ readonly id: string; readonly domain: string }[]> {
  const dataset = await openDataset(scope);
  const isSearch = 'matching' in selection;
  const search = isSearch ? selection.matching : companySearch.parse({});
  const companyIds = isSearch ? null : selection.companyIds;
  const where = searchWhere({ ...searchConditions(dataset, search), companyIds });
  const statement = selectedCompanies(dataset, where, searchOrder(dataset, search).by, limit);
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const rows = await scope.warehouse.rows(statement, selectedRow, options);
  return rows.map((row) => ({ id: row.__id, domain: row.__domain }));
}

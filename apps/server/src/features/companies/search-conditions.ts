import { AppError, type companySearch } from '@quarry/contracts';
import { type FilterGroup, type FilterNode, isGroup } from '@quarry/filters';
import type { z } from 'zod';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import { orderOf, type SearchConditions, type SearchOrder } from './search.sql.ts';

const NAMING_OPERATORS: ReadonlySet<string> = new Set(['isOneOf', 'equals']);

type Search = Pick<z.output<typeof companySearch>, 'filters' | 'search' | 'tab'>;

/** The conditions of a search over a dataset; relative dates count from `day`. Throws INVALID_FILTER. */
export function searchConditions(
  dataset: Pick<Dataset, 'columns' | 'searchText'>,
  { filters, search, tab }: Search,
  day?: string,
): SearchConditions {
  return {
    filter: compileDatasetFilter(dataset, filters, day),
    search,
    searchText: dataset.searchText,
    searchedDomain: normaliseDomain(search)?.host ?? null,
    tab,
  };
}

/** The order of a search. Throws VALIDATION_FAILED for a column that the dataset does not have. */
export function searchOrder(
  dataset: Pick<Dataset, 'columns' | 'scores'>,
  { sortby, sortdirection }: Pick<z.output<typeof companySearch>, 'sortby' | 'sortdirection'>,
): SearchOrder {
  const order = orderOf(dataset, sortby, sortdirection);
  if (order !== null) return order;
  throw new AppError('VALIDATION_FAILED', 'Companies cannot be sorted by this data point.', { sortby });
}

/** True if all that a filter finds is named by domain or id. */
export function namesCompanies(dataset: Pick<Dataset, 'columns'>, filter: FilterGroup | null): boolean {
  const names = (node: FilterNode): boolean => {
    if (isGroup(node)) return node.not !== true && node.combinator === 'and' && node.rules.some(names);
    const column = dataset.columns.get(node.field);
    return NAMING_OPERATORS.has(node.operator) && (column?.isAny !== undefined || column?.number !== undefined);
  };
  return filter !== null && names(filter);
}

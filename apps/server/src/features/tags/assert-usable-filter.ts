import { AppError } from '@quarry/contracts';
import { countRules, type FilterGroup, InvalidFilterError } from '@quarry/filters';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { type NamedNode, problemsOnNodes } from '#server/features/datasets/derived-nodes.ts';

/** Throws VALIDATION_FAILED for a filter without conditions and INVALID_FILTER with the invalid ones. */
export function assertUsableFilter(dataset: Dataset, filters: FilterGroup, all: readonly NamedNode[]): void {
  if (countRules(filters) === 0) throw new AppError('VALIDATION_FAILED', 'A tag needs at least one condition');
  compileDatasetFilter(dataset, filters);
  const problems = problemsOnNodes(filters, all, 'tag');
  if (problems.length > 0) throw new InvalidFilterError(problems);
}

import { AppError, OPERATORS_ON_TAGS } from '@quarry/contracts';
import { countRules, type FilterGroup, InvalidFilterError, listRules, type RuleProblem } from '@quarry/filters';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { findCycle } from '#server/features/datasets/dependencies.ts';
import { type TagRow, withFilter } from './tag.ts';
import { TAGS_FIELD, tagIdsOf, tagRef } from './used-tags.ts';

const USABLE: ReadonlySet<string> = new Set(OPERATORS_ON_TAGS);

/** Throws VALIDATION_FAILED for a filter without conditions and INVALID_FILTER with the invalid ones. */
export function assertUsableFilter(dataset: Dataset, filters: FilterGroup, all: readonly TagRow[]): void {
  if (countRules(filters) === 0) throw new AppError('VALIDATION_FAILED', 'A tag needs at least one condition');
  compileDatasetFilter(dataset, filters);
  const known = new Set(all.map(({ id }) => id));
  const problems = listRules(filters).flatMap((rule): RuleProblem[] => {
    if (rule.field !== TAGS_FIELD) return [];
    if (!USABLE.has(rule.operator)) {
      return [{ ruleId: rule.id, reason: 'A tag can only ask whether a company carries some other tags or not' }];
    }
    const unknown = tagIdsOf(rule).filter((id) => !known.has(id));
    return unknown.length === 0 ? [] : [{ ruleId: rule.id, reason: `There is no such tag: ${unknown.join(', ')}` }];
  });
  if (problems.length > 0) throw new InvalidFilterError(problems);
}

/** Throws CYCLE, with the path as context, if the tag would depend on itself under this filter. */
export function assertNoCycle(all: readonly TagRow[], id: string, filters: FilterGroup): void {
  const path = findCycle(
    all.map((tag) => (tag.id === id ? withFilter(tag, filters) : tag)),
    tagRef(id),
  );
  if (path === null) return;
  const names = path.map(({ name }) => `“${name}”`).join(' → ');
  throw new AppError('CYCLE', `The tags would depend on each other in a cycle: ${names}`, {
    path: path.map(({ kind, id, name }) => ({ kind, id, name })),
  });
}

import type { ViewContent } from '@quarry/contracts';
import { type FilterRule, InvalidFilterError, listRules, type RuleProblem, validateFilter } from '@quarry/filters';
import { orderOf } from '#server/features/companies/search.sql.ts';
import { searchOrder } from '#server/features/companies/search-conditions.ts';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { idsIn, TAGS_FIELD } from '#server/features/datasets/derived-nodes.ts';
import type { TagRow } from '#server/features/tags/tag.ts';

/** Throws INVALID_FILTER with every invalid rule, and VALIDATION_FAILED for an unknown column to sort by. */
export function assertUsableContent(dataset: Dataset, content: ViewContent, tags: readonly TagRow[]): void {
  compileDatasetFilter(dataset, content.filters);
  const unknown = unknownTags(content, tags);
  if (unknown.length > 0) throw new InvalidFilterError(unknown);
  searchOrder(dataset, content);
}

/** Why a saved view can no longer be shown as it is; null if it can. */
export function viewProblem(dataset: Dataset, content: ViewContent, tags: readonly TagRow[]): string | null {
  const { sortby, sortdirection } = content;
  const missing = new Set(rulesOf(content).flatMap(({ field }) => (dataset.columns.has(field) ? [] : [field])));
  if (orderOf(dataset, sortby, sortdirection) === null) missing.add(sortby);
  if (missing.size > 0) return `It uses data points that this account no longer has: ${[...missing].join(', ')}`;
  const [broken] = [...validateFilter(content.filters, dataset.columns), ...unknownTags(content, tags)];
  return broken?.reason ?? null;
}

function rulesOf({ filters }: ViewContent): FilterRule[] {
  return filters === null ? [] : listRules(filters);
}

function unknownTags(content: ViewContent, tags: readonly TagRow[]): RuleProblem[] {
  const known = new Set(tags.map(({ id }) => id));
  return rulesOf(content).flatMap((rule): RuleProblem[] => {
    const unknown = rule.field === TAGS_FIELD ? idsIn(rule).filter((id) => !known.has(id)) : [];
    return unknown.length === 0 ? [] : [{ ruleId: rule.id, reason: 'It filters by a tag that no longer exists' }];
  });
}

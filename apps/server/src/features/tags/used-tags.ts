import { type FilterGroup, type FilterRule, listRules } from '@quarry/filters';
import type { DerivedRef } from '#server/features/datasets/dependencies.ts';

/** The column with the ids of a company's tags. */
export const TAGS_FIELD = '__tags';

/** A tag as a node of the dependency graph. */
export const tagRef = (id: string) => ({ kind: 'tag', id }) as const;

/** The ids in a rule on tags, normalised for comparison: trimmed and in lower case. */
export function tagIdsOf({ value }: FilterRule): string[] {
  return Array.isArray(value) ? value.map((id) => String(id).trim().toLowerCase()) : [];
}

export function usedTags(filters: FilterGroup): DerivedRef[] {
  const ids = listRules(filters).flatMap((rule) => (rule.field === TAGS_FIELD ? tagIdsOf(rule) : []));
  return [...new Set(ids)].map(tagRef);
}

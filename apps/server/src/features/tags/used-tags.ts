import { type FilterGroup, type FilterRule, listRules } from '@quarry/filters';
import type { DerivedRef } from '#server/features/datasets/dependencies.ts';

/** The column that holds the ids of a company's tags. */
export const TAGS_FIELD = '__tags';

/** A tag among everything that is derived for companies. */
export const tagRef = (id: string) => ({ kind: 'tag', id }) as const;

/** The ids that a rule on tags names, as they are compared: without outer blanks and in lower case. */
export function tagIdsOf({ value }: FilterRule): string[] {
  return Array.isArray(value) ? value.map((id) => String(id).trim().toLowerCase()) : [];
}

/** The tags that a filter uses. */
export function usedTags(filters: FilterGroup): DerivedRef[] {
  const ids = listRules(filters).flatMap((rule) => (rule.field === TAGS_FIELD ? tagIdsOf(rule) : []));
  return [...new Set(ids)].map(tagRef);
}

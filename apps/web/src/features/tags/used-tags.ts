import { OPERATORS_ON_TAGS, type Tag } from '@quarry/contracts';
import { type FilterGroup, type FilterRule, listRules } from '@quarry/filters';
import { TAGS_FIELD } from '../datasets/tag-names.ts';

const USABLE: ReadonlySet<string> = new Set(OPERATORS_ON_TAGS);

/** Why a tag cannot have these rules on tags; null if it can. `tagId` is null for a new tag. */
export function tagRulesProblem(
  filters: FilterGroup | null,
  tags: readonly Tag[] | undefined,
  tagId: string | null,
): string | null {
  const rules = rulesOnTags(filters);
  if (rules.some(({ operator }) => !USABLE.has(operator))) {
    return 'A tag can only ask whether a company carries some other tags or not';
  }
  if (tags === undefined) return null;
  const used = rules.flatMap(idsOf);
  const known = new Set(tags.map(({ id }) => id));
  if (used.some((id) => !known.has(id))) return 'A condition names a tag that does not exist';
  const usable = new Set(usableTags(tags, tagId).map(({ id }) => id));
  return used.every((id) => usable.has(id)) ? null : 'A tag cannot depend on itself';
}

/** The tags that a tag can filter on: not itself, and none that depend on it. */
export function usableTags(tags: readonly Tag[], tagId: string | null): readonly Tag[] {
  if (tagId === null) return tags;
  const dependents = new Set([tagId]);
  for (const next of dependents) {
    for (const { id, filters } of tags)
      if (rulesOnTags(filters).some((rule) => idsOf(rule).includes(next))) dependents.add(id);
  }
  return tags.filter(({ id }) => !dependents.has(id));
}

function rulesOnTags(filters: FilterGroup | null): FilterRule[] {
  return filters === null ? [] : listRules(filters).filter(({ field }) => field === TAGS_FIELD);
}

/** The tag ids in a rule, normalised. */
function idsOf({ value }: FilterRule): string[] {
  return Array.isArray(value) ? value.map((id) => String(id).trim().toLowerCase()) : [];
}

import type { Tag } from '@quarry/contracts';
import { countRules, type FilterGroup } from '@quarry/filters';
import { criteriaKey } from '../../lib/criteria-key.ts';
import { tagRulesProblem } from './used-tags.ts';

/** The explorer state that decides if a tag can be saved. */
export interface TagSource {
  /** The applied filters. */
  readonly filters: FilterGroup | null;
  /** Filters were edited but not applied. */
  readonly isDraftDirty: boolean;
  /** The result of the applied filters was shown. */
  readonly isPreviewed: boolean;
}

const PREVIEW_FIRST = 'Press search and preview results before saving tag';

/** Why a tag cannot be created; null if it can. `tags` is undefined while they load. */
export function createDisabledReason(source: TagSource, tags: readonly Tag[] | undefined): string | null {
  return hasPreviewedRules(source) ? tagRulesProblem(source.filters, tags, null) : PREVIEW_FIRST;
}

/** Why the edited tag cannot be updated; null if it can. `tags` is undefined while they load. */
export function updateDisabledReason(
  source: TagSource,
  tags: readonly Tag[] | undefined,
  tagId: string,
): string | null {
  if (tags === undefined) return 'The tag is being loaded';
  const tag = tags.find(({ id }) => id === tagId);
  if (tag === undefined) return 'This tag no longer exists';
  if (!hasPreviewedRules(source)) return PREVIEW_FIRST;
  return haveFiltersChanged(source.filters, tag)
    ? tagRulesProblem(source.filters, tags, tagId)
    : 'The filters are the same as in the tag';
}

/** True if the filters differ from those that the tag was saved with. */
export function haveFiltersChanged(filters: FilterGroup | null, tag: Pick<Tag, 'filters'>): boolean {
  return filters === null || criteriaKey(filters) !== criteriaKey(tag.filters);
}

function hasPreviewedRules({ filters, isDraftDirty, isPreviewed }: TagSource): boolean {
  return countRules(filters) > 0 && !isDraftDirty && isPreviewed;
}

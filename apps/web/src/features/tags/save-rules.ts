import type { Tag } from '@quarry/contracts';
import { countRules, type FilterGroup } from '@quarry/filters';
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
  if (!tags.some(({ id }) => id === tagId)) return 'This tag no longer exists';
  return hasPreviewedRules(source) ? tagRulesProblem(source.filters, tags, tagId) : PREVIEW_FIRST;
}

function hasPreviewedRules({ filters, isDraftDirty, isPreviewed }: TagSource): boolean {
  return countRules(filters) > 0 && !isDraftDirty && isPreviewed;
}

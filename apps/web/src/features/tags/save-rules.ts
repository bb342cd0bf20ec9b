import type { Tag } from '@quarry/contracts';
import { countRules, type FilterGroup } from '@quarry/filters';
import { problemWithTags } from './used-tags.ts';

/** The explorer as saving a tag sees it. */
export interface TagSource {
  /** The applied filters. */
  readonly filters: FilterGroup | null;
  /** Whether filters were edited but not applied. */
  readonly isDraftDirty: boolean;
  /** Whether the result of the applied filters was shown. */
  readonly isPreviewed: boolean;
}

const PREVIEW_FIRST = 'Press search and preview results before saving tag';

/** Why no tag can be created from what the explorer shows; null when one can. `tags` as for `updateReason`. */
export function createReason(source: TagSource, tags: readonly Tag[] | undefined): string | null {
  return isLookedAt(source) ? problemWithTags(source.filters, tags, null) : PREVIEW_FIRST;
}

/** Why the tag that is being edited cannot be updated; `tags` are undefined while they are not known. */
export function updateReason(source: TagSource, tags: readonly Tag[] | undefined, tagId: string): string | null {
  if (tags === undefined) return 'The tag is being loaded';
  if (!tags.some(({ id }) => id === tagId)) return 'This tag no longer exists';
  return isLookedAt(source) ? problemWithTags(source.filters, tags, tagId) : PREVIEW_FIRST;
}

function isLookedAt({ filters, isDraftDirty, isPreviewed }: TagSource): boolean {
  return countRules(filters) > 0 && !isDraftDirty && isPreviewed;
}

import type { Tag } from '@quarry/contracts';
import { CLOSED_PANELS, DEFAULT_STATE, writeHash } from '../datasets/explorer-state.ts';

/** The hash that opens the explorer to edit a tag's filters. */
export function tagHash(tag: Pick<Tag, 'id' | 'filters'>): string {
  return writeHash({ ...DEFAULT_STATE, filters: tag.filters, tagId: tag.id }, CLOSED_PANELS);
}

/** The hash that opens the explorer with an empty filter panel. */
export const NEW_TAG_HASH = writeHash(DEFAULT_STATE, { ...CLOSED_PANELS, isFiltersOpen: true });

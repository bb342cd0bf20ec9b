import type { Tag } from '@quarry/contracts';
import { CLOSED_PANELS, DEFAULT_STATE, writeHash } from '../datasets/explorer-state.ts';

/** The hash of the explorer with a tag's filters applied, ready to be edited. */
export function hashOfTag(tag: Pick<Tag, 'id' | 'filters'>): string {
  return writeHash({ ...DEFAULT_STATE, filters: tag.filters, tagId: tag.id }, CLOSED_PANELS);
}

/** The hash of the untouched explorer with the filters open. */
export const HASH_OF_NEW_TAG = writeHash(DEFAULT_STATE, { ...CLOSED_PANELS, isFiltersOpen: true });

import type { Tag } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { blankRule, emptyRoot } from '../../ui/filter-builder/filter-tree.ts';
import { CLOSED_PANELS, DEFAULT_STATE, writeHash } from '../datasets/explorer-state.ts';
import { TAGS_FIELD } from '../datasets/tag-names.ts';

/** The hash that opens the explorer to edit a tag's filters. */
export function tagHash(tag: Pick<Tag, 'id' | 'filters'>): string {
  return writeHash({ ...DEFAULT_STATE, filters: tag.filters, tagId: tag.id }, CLOSED_PANELS);
}

/** The hash that opens the explorer with the companies that carry a tag. */
export function tagCompaniesHash(tagId: string): string {
  const rule = { ...blankRule(), field: TAGS_FIELD, operator: 'containsAnyOf', value: [tagId] };
  return writeHash({ ...DEFAULT_STATE, filters: { ...emptyRoot(), rules: [rule] } }, CLOSED_PANELS);
}

/** The hash that opens the explorer with filters to start a tag from. */
export function filtersHash(filters: FilterGroup): string {
  return writeHash({ ...DEFAULT_STATE, filters }, { ...CLOSED_PANELS, isFiltersOpen: true });
}

/** The hash that opens the explorer with an empty filter panel. */
export const NEW_TAG_HASH = writeHash(DEFAULT_STATE, { ...CLOSED_PANELS, isFiltersOpen: true });

import type { Tag } from '@quarry/contracts';
import type { Operator } from '@quarry/filters';
import type { CountedValue } from '../../ui/filter-builder/filter-field.ts';

/** The column that holds the ids of a company's tags. */
export const TAGS_FIELD = '__tags';

/** The operators for tags. Text operators are missing, since tags are stored as ids. */
export const TAG_OPERATORS: ReadonlySet<Operator> = new Set<Operator>([
  'containsAnyOf',
  'notContainsAnyOf',
  'exists',
  'notExists',
  'hasMoreItemsThan',
  'hasFewerItemsThan',
]);

/** Names of tags by id; null while they are loading. */
export type TagNames = ReadonlyMap<string, string> | null;

export function tagNamesById(tags: readonly Tag[]): ReadonlyMap<string, string> {
  return new Map(tags.map(({ id, name }) => [id, name]));
}

/** A tag's name; unknown tags show enough of the id to tell them apart. */
export function tagLabel(names: TagNames, id: string): string {
  if (names === null) return '…';
  return names.get(id) ?? `Unknown tag ${id.slice(0, 8)}`;
}

/** The distinct names of tags in order; an ellipsis while the names load. */
export function tagLabels(names: TagNames, ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => tagLabel(names, id)))].sort((one, other) => one.localeCompare(other));
}

/** The id of the tag with a typed or pasted name, ignoring case; other text stays as it is. */
export function tagIdFromText(names: TagNames, text: string): string {
  const trimmed = text.trim();
  if (names === null || names.has(trimmed)) return trimmed;
  for (const [id, name] of names) {
    if (name.toLowerCase() === trimmed.toLowerCase()) return id;
  }
  return trimmed;
}

/** Tags whose names contain a text, with their company counts, largest first. */
export function tagOptions(tags: readonly Tag[], search: string): CountedValue[] {
  return findTags(tags, search)
    .map((tag) => ({ value: tag.id, count: tag.companyCount, name: tag.name }))
    .sort((one, other) => (other.count ?? -1) - (one.count ?? -1) || one.name.localeCompare(other.name))
    .map(({ value, count }) => ({ value, count }));
}

/** Tags whose names contain a text, ignoring case; all tags for an empty text. */
export function findTags(tags: readonly Tag[], search: string): readonly Tag[] {
  const searchText = search.trim().toLowerCase();
  return tags.filter(({ name }) => name.toLowerCase().includes(searchText));
}

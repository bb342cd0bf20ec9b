import type { Tag } from '@quarry/contracts';
import type { Operator } from '@quarry/filters';
import type { CountedValue } from '../../ui/filter-builder/filter-field.ts';

/** The column that holds the ids of a company's tags. */
export const TAGS_FIELD = '__tags';

/** The operators for a company's tags. Those on text are missing: the stored text is that of ids. */
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

/** The names of tags by their ids. */
export function namesOf(tags: readonly Tag[]): ReadonlyMap<string, string> {
  return new Map(tags.map(({ id, name }) => [id, name]));
}

/** A tag's name by its id; an unknown tag shows enough of the id to tell two of them apart. */
export function tagLabel(names: TagNames, id: string): string {
  if (names === null) return '…';
  return names.get(id) ?? `Unknown tag ${id.slice(0, 8)}`;
}

/** The names of a company's tags in order, each once; an ellipsis while the names are loading. */
export function tagLabels(names: TagNames, ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => tagLabel(names, id)))].sort((one, other) => one.localeCompare(other));
}

/** The id of the tag with a typed or pasted name, ignoring case; other text as it is. */
export function storedTag(names: TagNames, text: string): string {
  const wanted = text.trim();
  if (names === null || names.has(wanted)) return wanted;
  for (const [id, name] of names) {
    if (name.toLowerCase() === wanted.toLowerCase()) return id;
  }
  return wanted;
}

/** The tags whose names contain a text, as values to choose with how many companies carry them; largest first. */
export function tagOptions(tags: readonly Tag[], search: string): CountedValue[] {
  return findTags(tags, search)
    .map((tag) => ({ value: tag.id, count: tag.companyCount, name: tag.name }))
    .sort((one, other) => (other.count ?? -1) - (one.count ?? -1) || one.name.localeCompare(other.name))
    .map(({ value, count }) => ({ value, count }));
}

/** The tags whose names contain a text, ignoring case; all of them for no text. */
export function findTags(tags: readonly Tag[], search: string): readonly Tag[] {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? tags : tags.filter(({ name }) => name.toLowerCase().includes(wanted));
}

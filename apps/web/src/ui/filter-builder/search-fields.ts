import type { FilterField } from './filter-field.ts';

export type SearchableField = Pick<FilterField, 'fieldName' | 'displayName' | 'group' | 'description'>;

/** Ranks names that start with the text first, then names that contain it, then fields that contain every word. */
export function searchFields<F extends SearchableField>(fields: readonly F[], search: string): F[] {
  const query = search.trim().toLowerCase();
  if (query === '') return [...fields];
  const words = query.split(/\s+/);
  const rank = ({ displayName, fieldName, group, description }: F) => {
    const name = displayName.toLowerCase();
    if (name.startsWith(query)) return 0;
    if (name.includes(query)) return 1;
    const all = `${name} ${fieldName} ${group} ${description}`.toLowerCase();
    return words.every((word) => all.includes(word)) ? 2 : 3;
  };
  return fields
    .map((field) => ({ field, rank: rank(field) }))
    .filter((found) => found.rank < 3)
    .sort((one, other) => one.rank - other.rank)
    .map((found) => found.field);
}

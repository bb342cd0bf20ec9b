import type { FilterField } from './filter-field.ts';

/** What a search for data points looks at. */
export type SearchableField = Pick<FilterField, 'fieldName' | 'displayName' | 'group' | 'description'>;

/** Names that start with the text first, then names that contain it, then those where every word is found somewhere. */
export function searchFields<F extends SearchableField>(fields: readonly F[], search: string): F[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return [...fields];
  const words = wanted.split(/\s+/);
  const rank = ({ displayName, fieldName, group, description }: F) => {
    const name = displayName.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    const all = `${name} ${fieldName} ${group} ${description}`.toLowerCase();
    return words.every((word) => all.includes(word)) ? 2 : 3;
  };
  return fields
    .map((field) => ({ field, rank: rank(field) }))
    .filter((found) => found.rank < 3)
    .sort((one, other) => one.rank - other.rank)
    .map((found) => found.field);
}

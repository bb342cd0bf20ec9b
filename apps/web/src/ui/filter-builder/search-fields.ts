import type { FilterField } from './filter-field.ts';

export type SearchableField = Pick<FilterField, 'fieldName' | 'displayName' | 'group' | 'description' | 'synonyms'>;

/**
 * Ranks names that start with the text first, then names that contain it, then synonyms that start with it, then fields
 * that contain every word.
 */
export function searchFields<F extends SearchableField>(fields: readonly F[], search: string): F[] {
  const query = search.trim().toLowerCase();
  if (query === '') return [...fields];
  const words = query.split(/\s+/);
  const rank = ({ displayName, fieldName, group, description, synonyms = [] }: F) => {
    const name = displayName.toLowerCase();
    if (name.startsWith(query)) return 0;
    if (name.includes(query)) return 1;
    if (synonyms.some((synonym) => synonym.startsWith(query))) return 2;
    const all = `${name} ${fieldName} ${group} ${description} ${synonyms.join(' ')}`.toLowerCase();
    return words.every((word) => all.includes(word)) ? 3 : 4;
  };
  return fields
    .map((field) => ({ field, rank: rank(field) }))
    .filter((found) => found.rank < 4)
    .sort((one, other) => one.rank - other.rank)
    .map((found) => found.field);
}

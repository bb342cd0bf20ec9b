import type { SchemaField } from '@quarry/contracts';
import type { CountedValue } from '../../ui/filter-builder/filter-field.ts';

type NamedField = Pick<SchemaField, 'valueNames'>;

/** What people read for a value that is an id; one without a name shows itself. */
export function valueName({ valueNames }: NamedField, id: string): string {
  return valueNames?.[id] ?? id;
}

/** The id with a typed or pasted name, ignoring case; other text stays as it is. */
export function valueFromName({ valueNames = {} }: NamedField, text: string): string {
  const trimmed = text.trim();
  if (trimmed in valueNames) return trimmed;
  const found = Object.entries(valueNames).find(([, name]) => name.toLowerCase() === trimmed.toLowerCase());
  return found?.[0] ?? trimmed;
}

/** Ids whose names contain a text: those that companies have, most frequent first, then the others by name. */
export function namedOptions(
  field: NamedField,
  counted: readonly CountedValue[],
  search: string,
): readonly CountedValue[] {
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  const searchText = search.trim().toLowerCase();
  return Object.entries(field.valueNames ?? {})
    .filter(([, name]) => name.toLowerCase().includes(searchText))
    .map(([value, name]) => ({ value, name, count: counts.get(value) ?? 0 }))
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name))
    .map(({ value, count }) => ({ value, count }));
}

import { COUNTRY_NAMES, FILTER_LIMITS, REGIONS } from '@quarry/filters';
import type { CountedValue } from './filter-field.ts';

/** A suggested value with its label and, if known, how many companies have it. */
export interface ValueOption {
  readonly value: string;
  readonly label: string;
  readonly count: number | null;
  /** The code of a country, or the number of countries in a region. */
  readonly note: string;
  readonly isRegion: boolean;
}

const REGION = 'region:';

/** Splits pasted text into values: one per line, trimmed, without blanks and duplicates. */
export function splitLines(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/\r\n|\r|\n/)
        .map((line) => line.trim().slice(0, FILTER_LIMITS.textLength))
        .filter((line) => line !== ''),
    ),
  ];
}

/** Adds values, each once ignoring case, up to the limit of the filter language. */
export function addValues(values: readonly string[], added: readonly string[]): string[] {
  const seen = new Set(values.map((value) => value.toLowerCase()));
  const fresh = added.filter((value) => {
    const key = value.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return [...values, ...fresh].slice(0, FILTER_LIMITS.values);
}

/** The label of a country field's value: `EMEA` for `region:EMEA`, `Germany` for `DE`. */
export function countryLabel(value: string): string {
  if (value.toLowerCase().startsWith(REGION)) return value.slice(REGION.length).trim();
  return COUNTRY_NAMES[value.toUpperCase()] ?? value;
}

/** The stored value of a typed country or region name. */
export function countryValue(text: string): string {
  const query = text.trim().toLowerCase();
  const byName = Object.entries(COUNTRY_NAMES).find(
    ([code, name]) => code.toLowerCase() === query || name.toLowerCase() === query,
  );
  if (byName) return byName[0];
  const region = Object.keys(REGIONS).find((name) => name.toLowerCase() === query);
  return region === undefined ? text.trim() : `${REGION}${region}`;
}

/** Regions, then countries, whose names contain the text: an exact code first, then by count. */
export function countryOptions(search: string, counted: readonly CountedValue[], withRegions: boolean): ValueOption[] {
  const query = search.trim().toLowerCase();
  const isCode = (option: { value: string }) => option.value.toLowerCase() === query;
  const counts = new Map(counted.map(({ value, count }) => [value.toUpperCase(), count]));
  const regions = withRegions
    ? Object.entries(REGIONS)
        .filter(([name]) => name.toLowerCase().includes(query))
        .map(([name, codes]) => ({
          value: `${REGION}${name}`,
          label: name,
          note: `${codes.length} countries`,
          count: null,
          isRegion: true,
        }))
    : [];
  const countries = Object.entries(COUNTRY_NAMES)
    .filter(([code, name]) => name.toLowerCase().includes(query) || code.toLowerCase() === query)
    .map(([code, name]) => ({ value: code, label: name, note: code, count: counts.get(code) ?? null, isRegion: false }))
    .sort(
      (one, other) =>
        Number(isCode(other)) - Number(isCode(one)) ||
        (other.count ?? -1) - (one.count ?? -1) ||
        one.label.localeCompare(other.label),
    );
  return [...regions, ...countries];
}

export function countryGroup({ isRegion }: ValueOption): string {
  return isRegion ? 'Regions' : 'Countries';
}

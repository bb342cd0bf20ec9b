import { COUNTRY_NAMES, FILTER_LIMITS, REGIONS } from '@quarry/filters';
import type { CountedValue } from './filter-field.ts';

/** A value to choose: what is stored, what people read, how many companies have it if known. */
export interface ValueOption {
  readonly value: string;
  readonly label: string;
  readonly count: number | null;
  /** What else is worth knowing: the code of a country, how many countries a region has. */
  readonly note: string;
  /** `region` options stand for many countries. */
  readonly isRegion: boolean;
}

const REGION = 'region:';

/** Pasted text as values: one per line, trimmed, without blanks and repetitions. */
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

/** The values with others added; each once, ignoring case, at most as many as the filter language takes. */
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

/** How a stored value of a country field reads: `region:EMEA` as `EMEA`, `DE` as `Germany`. */
export function countryLabel(value: string): string {
  if (value.toLowerCase().startsWith(REGION)) return value.slice(REGION.length).trim();
  return COUNTRY_NAMES[value.toUpperCase()] ?? value;
}

/** What a person typed or pasted into a country field as it is stored: names become codes, region names regions. */
export function countryValue(text: string): string {
  const wanted = text.trim().toLowerCase();
  const byName = Object.entries(COUNTRY_NAMES).find(
    ([code, name]) => code.toLowerCase() === wanted || name.toLowerCase() === wanted,
  );
  if (byName) return byName[0];
  const region = Object.keys(REGIONS).find((name) => name.toLowerCase() === wanted);
  return region === undefined ? text.trim() : `${REGION}${region}`;
}

/** Regions and countries whose names contain the text, with counts where the server gave some; busiest first. */
export function countryOptions(search: string, counted: readonly CountedValue[], withRegions: boolean): ValueOption[] {
  const wanted = search.trim().toLowerCase();
  const isCode = (option: { value: string }) => option.value.toLowerCase() === wanted;
  const counts = new Map(counted.map(({ value, count }) => [value.toUpperCase(), count]));
  const regions = withRegions
    ? Object.entries(REGIONS)
        .filter(([name]) => name.toLowerCase().includes(wanted))
        .map(([name, codes]) => ({
          value: `${REGION}${name}`,
          label: name,
          note: `${codes.length} countries`,
          count: null,
          isRegion: true,
        }))
    : [];
  const countries = Object.entries(COUNTRY_NAMES)
    .filter(([code, name]) => name.toLowerCase().includes(wanted) || code.toLowerCase() === wanted)
    .map(([code, name]) => ({ value: code, label: name, note: code, count: counts.get(code) ?? null, isRegion: false }))
    .sort(
      (one, other) =>
        Number(isCode(other)) - Number(isCode(one)) ||
        (other.count ?? -1) - (one.count ?? -1) ||
        one.label.localeCompare(other.label),
    );
  return [...regions, ...countries];
}

/** The heading under which a region or a country is offered. */
export function countryGroup({ isRegion }: ValueOption): string {
  return isRegion ? 'Regions' : 'Countries';
}

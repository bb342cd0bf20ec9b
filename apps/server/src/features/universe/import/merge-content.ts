import type { CompanyContent } from './company-record.ts';

/**
 * How a row changes an existing record. `newer`: its values replace the old ones, except empty ones. `fill`: its values
 * only fill gaps.
 */
export type MergeMode = 'newer' | 'fill';

/** Fields that belong together: a row with one of them replaces them all. */
const GROUPS = [
  ['employee_count', 'employee_count_min', 'employee_count_max'],
  ['industry', 'subindustry', 'industry_scheme'],
  ['founded_year', 'founded_year_basis'],
  ['ticker', 'exchange', 'market_cap_class'],
  ['total_funding_usd', 'funding_as_of'],
] as const satisfies readonly (readonly (keyof CompanyContent)[])[];

const SINGLE = [
  'name',
  'website',
  'short_description',
  'description',
  'categories',
  'tags',
  'technologies',
  'status',
  'revenue_usd',
  'stage',
  'batch',
  'is_hiring',
  'is_nonprofit',
  'former_names',
  'source_url',
] as const satisfies readonly (keyof CompanyContent)[];

const PLACE = ['country', 'region', 'city'] as const;

function isEmpty(value: CompanyContent[keyof CompanyContent]): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/**
 * Merges a row into the record of its company. Empty values never erase: a missing value does not mean that there is
 * none. Merging a row again changes nothing.
 */
export function mergeContent(current: CompanyContent, incoming: CompanyContent, mode: MergeMode): CompanyContent {
  const merged: CompanyContent = { ...current };
  const take = (fields: readonly (keyof CompanyContent)[]) => {
    for (const field of fields) Object.assign(merged, { [field]: incoming[field] });
  };
  for (const field of SINGLE) {
    if (!isEmpty(incoming[field]) && (mode === 'newer' || isEmpty(current[field]))) take([field]);
  }
  for (const group of GROUPS) {
    const hasValue = group.some((field) => !isEmpty(incoming[field]));
    const isFree = group.every((field) => isEmpty(current[field]));
    if (hasValue && (mode === 'newer' || isFree)) take(group);
  }
  if (PLACE.some((field) => !isEmpty(incoming[field]))) {
    const moved = incoming.country !== '' && current.country !== '' && incoming.country !== current.country;
    if (mode === 'newer' && moved) take(PLACE);
    else if (!moved) {
      take(PLACE.filter((field) => !isEmpty(incoming[field]) && (mode === 'newer' || isEmpty(current[field]))));
    }
  }
  merged.source = current.source === '' ? incoming.source : current.source;
  merged.sources = [...new Set([...current.sources, ...incoming.sources])];
  merged.as_of = latest(current.as_of, incoming.as_of);
  return merged;
}

/** A row that is older than the record only fills gaps. */
export function modeOf(current: CompanyContent, incoming: CompanyContent, isFirstInRun: boolean): MergeMode {
  const isOlder = current.as_of !== null && incoming.as_of !== null && incoming.as_of < current.as_of;
  return isFirstInRun && !isOlder ? 'newer' : 'fill';
}

function latest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

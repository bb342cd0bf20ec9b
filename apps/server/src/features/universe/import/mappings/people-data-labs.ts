import type { MappedRow } from '../company-record.ts';
import { columnMapping, type Mapping } from '../mapping.ts';

/** The columns that identify each of the two versions of the file. */
export const PDL_COLUMNS: readonly (readonly string[])[] = [
  ['name', 'locality', 'industry', 'linkedin_url', 'size'],
  ['name', 'locality', 'industry', 'linkedin url', 'size range'],
];

const columns = columnMapping(
  'people-data-labs',
  {
    name: 'name',
    domain: ['domain', 'website'],
    website: ['website', 'domain'],
    linked_in_url: ['linkedin_url', 'linkedin url'],
    industry: 'industry',
    employee_range: ['size', 'size range'],
    employee_count: ['employee_count', 'current employee estimate'],
    founded_year: ['founded', 'year founded'],
    country: 'country',
    region: 'region',
    city: 'locality',
    ticker: 'ticker',
    tags: 'tags',
    description: 'summary',
    short_description: 'headline',
  },
  { source: 'people-data-labs' },
);

/** The free company file of People Data Labs, in either version. */
export const peopleDataLabs: Mapping = {
  ...columns,
  read(found) {
    const row = columns.read(found);
    const place = typeof row.city === 'string' ? row.city.split(/\s*,\s*/) : [];
    const industry = capitalised(row.industry);
    return {
      ...row,
      name: capitalised(row.name),
      industry,
      ...(industry === undefined ? {} : { industry_scheme: 'linkedin', categories: [industry] }),
      // The older version has "city, region, country" in one column.
      city: capitalised(place[0]),
      region: capitalised(row.region ?? (place.length > 2 ? place[1] : undefined)),
    } satisfies MappedRow;
  },
};

/** The file is in lower case; names read better capitalised, and filters ignore case. */
function capitalised(value: unknown): unknown {
  if (typeof value !== 'string' || value !== value.toLowerCase()) return value;
  return value.replace(/(?<![\p{L}\p{M}\p{N}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

import { ImportError } from './import-error.ts';
import { customMapping, hasColumns, type Mapping } from './mapping.ts';
import { GENERIC_COLUMNS, generic } from './mappings/generic.ts';
import { PDL_COLUMNS, peopleDataLabs } from './mappings/people-data-labs.ts';
import { QUARRY_COLUMNS, quarryCompanies } from './mappings/quarry-companies.ts';
import { excerpt } from './raw-row.ts';

/**
 * The custom mapping, or the built-in one that fits the columns.
 * @throws ImportError if none fits.
 */
export function chooseMapping(columns: readonly string[], custom?: unknown): Mapping {
  if (custom !== undefined) return customMapping(custom, columns);
  if (hasColumns(columns, QUARRY_COLUMNS)) return quarryCompanies;
  if (PDL_COLUMNS.some((names) => hasColumns(columns, names))) return peopleDataLabs;
  const has = (names: readonly string[]) => names.some((name) => hasColumns(columns, [name]));
  const { name, domain, website, linked_in_url } = GENERIC_COLUMNS;
  if (has(name) && (has(domain) || has(website) || has(linked_in_url))) return generic;
  throw new ImportError(
    `The file has no known columns for a company's name together with its domain, website or LinkedIn page. ` +
      `Its columns are: ${excerpt(columns.join(', '))}. Write a mapping, such as ` +
      `{"fields": {"name": "Firm", "domain": ["Web", "Home page"]}}, and pass it with --mapping.`,
  );
}

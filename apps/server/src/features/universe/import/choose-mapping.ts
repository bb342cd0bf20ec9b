import { ImportError } from './import-error.ts';
import { hasColumns, type Mapping, ownMapping } from './mapping.ts';
import { GENERIC_COLUMNS, generic } from './mappings/generic.ts';
import { PDL_COLUMNS, peopleDataLabs } from './mappings/people-data-labs.ts';
import { QUARRY_COLUMNS, quarryCompanies } from './mappings/quarry-companies.ts';
import { startOf } from './raw-row.ts';

/**
 * The mapping for a file with these columns: the one that the person wrote, or a ready one.
 * @throws ImportError where none fits.
 */
export function chooseMapping(columns: readonly string[], own?: unknown): Mapping {
  if (own !== undefined) return ownMapping(own, columns);
  if (hasColumns(columns, QUARRY_COLUMNS)) return quarryCompanies;
  if (PDL_COLUMNS.some((wanted) => hasColumns(columns, wanted))) return peopleDataLabs;
  const has = (names: readonly string[]) => names.some((name) => hasColumns(columns, [name]));
  const { name, domain, website, linked_in_url } = GENERIC_COLUMNS;
  if (has(name) && (has(domain) || has(website) || has(linked_in_url))) return generic;
  throw new ImportError(
    `No column of the file is known as a company's name together with a domain, website or LinkedIn page. ` +
      `Its columns are: ${startOf(columns.join(', '))}. Write a mapping, such as ` +
      `{"fields": {"name": "Firm", "domain": ["Web", "Home page"]}}, and give it with --mapping.`,
  );
}

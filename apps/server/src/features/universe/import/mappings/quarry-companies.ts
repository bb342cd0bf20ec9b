import { IMPORTED_FIELDS, type ImportedField } from '@quarry/contracts';
import { columnMapping } from '../mapping.ts';

/** Fields whose column has a different name. */
const RENAMED: Partial<Record<ImportedField, string>> = {
  linked_in_url: 'linkedin_url',
  total_funding_usd: 'funding_total_usd',
};

/** The columns that identify the format. */
export const QUARRY_COLUMNS = ['domain', 'name', 'industry_scheme', 'categories', 'source', 'as_of'];

/** Quarry's company format: one object per line, by field name. */
export const quarryCompanies = columnMapping(
  'quarry-companies',
  Object.fromEntries(IMPORTED_FIELDS.map((field) => [field, RENAMED[field] ?? field])),
);

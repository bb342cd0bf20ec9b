import { TARGET_FIELDS, type TargetField } from '../company-record.ts';
import { columnMapping } from '../mapping.ts';

/** Fields whose column bears another name; the others have their own. */
const RENAMED: Partial<Record<TargetField, string>> = {
  linked_in_url: 'linkedin_url',
  total_funding_usd: 'funding_total_usd',
};

/** Columns by which the format is known. */
export const QUARRY_COLUMNS = ['domain', 'name', 'industry_scheme', 'categories', 'source', 'as_of'];

/** Quarry's own company format: one object per line with the product's field names. */
export const quarryCompanies = columnMapping(
  'quarry-companies',
  Object.fromEntries(TARGET_FIELDS.map((field) => [field, RENAMED[field] ?? field])),
);

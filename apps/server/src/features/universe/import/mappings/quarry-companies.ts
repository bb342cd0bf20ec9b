import { TARGET_FIELDS, type TargetField } from '../company-record.ts';
import { columnMapping } from '../mapping.ts';

/** Fields whose column has a different name. */
const RENAMED: Partial<Record<TargetField, string>> = {
  linked_in_url: 'linkedin_url',
  total_funding_usd: 'funding_total_usd',
};

/** The columns that identify the format. */
export const QUARRY_COLUMNS = ['domain', 'name', 'industry_scheme', 'categories', 'source', 'as_of'];

/** Quarry's company format: one object per line, by field name. */
export const quarryCompanies = columnMapping(
  'quarry-companies',
  Object.fromEntries(TARGET_FIELDS.map((field) => [field, RENAMED[field] ?? field])),
);

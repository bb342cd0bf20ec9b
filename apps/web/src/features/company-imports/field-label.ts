import type { ImportedField } from '@quarry/contracts';
import { capitalise } from '../../lib/format.ts';

const LABELS: Partial<Record<ImportedField, string>> = {
  linked_in_url: 'LinkedIn page',
  aliases: 'Other domains',
  as_of: 'Date of the data',
  employee_count_min: 'Employees, at least',
  employee_count_max: 'Employees, at most',
  founded_year_basis: 'Source of the founded year',
  funding_as_of: 'Date of the funding',
  industry_scheme: 'Scheme of the industry',
  is_hiring: 'Is hiring',
  is_nonprofit: 'Is a non-profit',
  revenue_usd: 'Revenue (USD)',
  source_url: 'Page of the source',
  total_funding_usd: 'Total funding (USD)',
};

/** A field of an import as people read it. */
export const fieldLabel = (field: string): string =>
  Object.entries(LABELS).find(([name]) => name === field)?.[1] ?? capitalise(field.replaceAll('_', ' '));

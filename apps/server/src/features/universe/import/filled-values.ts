import type { CompanyContent, CompanyRecord } from './company-record.ts';

/** A field that a company can have a value for. */
export type FilledField = keyof CompanyContent | 'domain' | 'linked_in_url' | 'aliases';

/** The number of companies with a value, by field. */
export type FilledValues = Partial<Record<FilledField, number>>;

/** Adds the values of a company. */
export function countFilled(counts: FilledValues, { domain, linkedInId, aliases, content }: CompanyRecord): void {
  const add = (field: FilledField, value: CompanyContent[keyof CompanyContent]) => {
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) counts[field] = (counts[field] ?? 0) + 1;
  };
  add('name', content.name);
  add('domain', domain);
  add('linked_in_url', linkedInId);
  add('aliases', aliases);
  let field: keyof CompanyContent;
  for (field in content) if (field !== 'name') add(field, content[field]);
}

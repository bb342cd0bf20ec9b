import type { SchemaField } from '@quarry/contracts';

/** A data point with a name, the rest of it usual. */
export function field(fieldName: string, displayName: string, more: Partial<SchemaField> = {}): SchemaField {
  return {
    fieldName,
    displayName,
    description: '',
    type: 'String',
    isHiddenFromUser: false,
    isSystem: false,
    isMappableInIntegration: true,
    isDefaultSortField: false,
    dataBlock: { blockName: 'firmographics' },
    dataBlockField: null,
    fieldSource: 'DATA_BLOCK',
    ccmName: `firmographics/${fieldName}`,
    dynamicConfig: null,
    mappings: [],
    customColumnDef: null,
    ...more,
  };
}

/** The columns of an account: name and domain, two more, and one that nobody sees. */
export const SCHEMA: readonly SchemaField[] = [
  field('primary_domain', 'Domain'),
  field('company_name', 'Company'),
  field('industry', 'Industry'),
  field('employees', 'Employee count', { type: 'Number' }),
  field('inner', 'Inner', { isHiddenFromUser: true }),
];

import type { SchemaField } from '@quarry/contracts';

/** A dataset field: a firmographics string unless overridden. */
export function field(fieldName: string, overrides: Partial<SchemaField> = {}): SchemaField {
  return {
    fieldName,
    displayName: fieldName,
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
    ...overrides,
  };
}

/** Domain, name, two more fields and a hidden one. */
export const SCHEMA: readonly SchemaField[] = [
  field('primary_domain', { displayName: 'Domain' }),
  field('company_name', { displayName: 'Company' }),
  field('industry', { displayName: 'Industry' }),
  field('employees', { displayName: 'Employee count', type: 'Number' }),
  field('inner', { displayName: 'Inner', isHiddenFromUser: true }),
];

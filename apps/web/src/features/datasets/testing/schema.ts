import type { SchemaField } from '@quarry/contracts';

/** A data point of a dataset: a text of firmographics unless overridden. */
export function field(fieldName: string, more: Partial<SchemaField> = {}): SchemaField {
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
    ...more,
  };
}

/** The data points of an account: name and domain, two more, and a hidden one. */
export const SCHEMA: readonly SchemaField[] = [
  field('primary_domain', { displayName: 'Domain' }),
  field('company_name', { displayName: 'Company' }),
  field('industry', { displayName: 'Industry' }),
  field('employees', { displayName: 'Employee count', type: 'Number' }),
  field('inner', { displayName: 'Inner', isHiddenFromUser: true }),
];

import type { SchemaField } from '@quarry/contracts';

/** A column of a dataset for tests: a text of firmographics unless said otherwise. */
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
    ccmName: null,
    dynamicConfig: null,
    mappings: [],
    customColumnDef: null,
    ...more,
  };
}

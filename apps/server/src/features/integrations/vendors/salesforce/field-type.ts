import type { FieldType } from '@quarry/filters';
import { ALL_TYPES, type FieldShape, LISTS, NUMBERS, optionLabels } from '../field-shape.ts';
import type { NewFieldType } from '../vendor.ts';

/** Null for types whose values can't be written. */
export function shapeOf(type: string): FieldShape | null {
  switch (type) {
    case 'string':
    case 'textarea':
    case 'email':
    case 'phone':
    case 'url':
    case 'combobox':
      return 'text';
    case 'int':
    case 'long':
    case 'double':
    case 'percent':
    case 'currency':
      return 'number';
    case 'date':
    case 'datetime':
      return 'date';
    case 'boolean':
      return 'boolean';
    case 'picklist':
      return 'option';
    case 'multipicklist':
      return 'options';
    default:
      return null;
  }
}

/** The type that a field has as a data point. */
export function importedTypeOf(type: string): FieldType | null {
  switch (type) {
    case 'percent':
      return 'Percentage';
    case 'currency':
      return 'Currency';
    case 'id':
    case 'reference':
    case 'time':
      return 'String';
    default:
      return IMPORTED[shapeOf(type) ?? 'none'];
  }
}

const IMPORTED: Readonly<Record<FieldShape | 'none', FieldType | null>> = {
  text: 'String',
  number: 'Number',
  date: 'Date',
  boolean: 'Boolean',
  option: 'Picklist',
  options: 'Multipicklist',
  none: null,
};

const MAX_TEXT = 255;
const MAX_OPTIONS = 1_000;
const MAX_MULTI_OPTIONS = 500;
const MAX_DECIMALS = 6;
export const LONG_TEXT = 'LongTextArea(131072)';

/** By their names in Salesforce's set-up. */
export const NEW_FIELD_TYPES: readonly NewFieldType[] = [
  { type: 'Text(255)', label: 'Text', takes: ALL_TYPES },
  { type: LONG_TEXT, label: 'Text Area (Long)', takes: ALL_TYPES },
  { type: 'Picklist', label: 'Picklist', takes: ['Picklist'], hasOptions: true },
  { type: 'MultiselectPicklist', label: 'Picklist (Multi-Select)', takes: ['Picklist', ...LISTS], hasOptions: true },
  { type: 'Number(18,0)', label: 'Number without decimals', takes: NUMBERS },
  { type: 'Number(16,2)', label: 'Number with 2 decimals', takes: NUMBERS },
  { type: 'Percent(16,2)', label: 'Percent', takes: ['Percentage'] },
  { type: 'Currency(18,2)', label: 'Currency', takes: ['Currency'] },
  { type: 'Date', label: 'Date', takes: ['Date'] },
  { type: 'Checkbox', label: 'Checkbox', takes: ['Boolean'] },
];

/** The type of a new field, as Salesforce calls it in its set-up. */
export function newFieldType(
  type: FieldType,
  facts: { longest: number; distinct: number; isWhole: boolean; decimals: number },
): string {
  switch (type) {
    case 'String':
      return facts.longest > MAX_TEXT ? LONG_TEXT : 'Text(255)';
    case 'Picklist':
      return facts.distinct > MAX_OPTIONS ? 'Text(255)' : 'Picklist';
    case 'Multipicklist':
    case 'Array':
      return facts.distinct > MAX_MULTI_OPTIONS ? LONG_TEXT : 'MultiselectPicklist';
    case 'Number':
      if (facts.isWhole) return 'Number(18,0)';
      return facts.decimals <= 2 ? 'Number(16,2)' : `Number(18,${Math.min(facts.decimals, MAX_DECIMALS)})`;
    case 'Percentage':
      return 'Percent(16,2)';
    case 'Currency':
      return 'Currency(18,2)';
    case 'Date':
      return 'Date';
    case 'Boolean':
      return 'Checkbox';
  }
}

/** The type under which a described field has the type of the set-up. */
export const DESCRIBED_AS: Readonly<Record<string, string>> = {
  Text: 'string',
  TextArea: 'textarea',
  LongTextArea: 'textarea',
  Number: 'double',
  Percent: 'percent',
  Currency: 'currency',
  Checkbox: 'boolean',
  Date: 'date',
  DateTime: 'datetime',
  Url: 'url',
  Email: 'email',
  Phone: 'phone',
  Picklist: 'picklist',
  MultiselectPicklist: 'multipicklist',
};

const LINES = 5;

/** What describes a new field's type in Salesforce's metadata. */
export function metadataOf(type: string, options: readonly string[] | null): Record<string, unknown> {
  const [, name = '', first, second] = /^(\w+)(?:\((\d+)(?:,(\d+))?\))?$/.exec(type) ?? [];
  switch (name) {
    case 'Text':
      return { type: name, length: Number(first ?? MAX_TEXT) };
    case 'LongTextArea':
      return { type: name, length: Number(first ?? 131_072), visibleLines: LINES };
    case 'Number':
    case 'Percent':
    case 'Currency':
      return { type: name, precision: Number(first ?? 18), scale: Number(second ?? 0) };
    case 'Checkbox':
      return { type: name, defaultValue: 'false' };
    case 'Picklist':
      return { type: name, valueSet: valueSetOf(options ?? []) };
    case 'MultiselectPicklist':
      return { type: name, valueSet: valueSetOf(options ?? []), visibleLines: LINES };
    default:
      return { type: name };
  }
}

function valueSetOf(options: readonly string[]) {
  const value = optionLabels(options).map(picklistValue);
  return { restricted: false, valueSetDefinition: { sorted: false, value } };
}

/** A `;` separates the values of a field with several. */
export const picklistValue = (option: string) => ({
  valueName: option.replaceAll(';', ','),
  label: option.replaceAll(';', ','),
  default: false,
});

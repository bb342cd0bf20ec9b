import type { RecordType } from '@quarry/contracts';
import type { FieldType } from '@quarry/filters';
import { ALL_TYPES, type FieldShape, LISTS, NUMBERS } from '../field-shape.ts';
import type { NewFieldType } from '../vendor.ts';

/** Null for types whose values can't be written. */
export function shapeOf(type: string): FieldShape | null {
  switch (type) {
    case 'varchar':
    case 'varchar_auto':
    case 'text':
    case 'phone':
    case 'address':
      return 'text';
    case 'int':
    case 'double':
    case 'monetary':
      return 'number';
    case 'date':
      return 'date';
    case 'enum':
      return 'option';
    case 'set':
      return 'options';
    default:
      return null;
  }
}

const MAX_TEXT = 255;
const MAX_LONG_TEXT = 65_000;
export const maxLengthOf = (type: string): number | null =>
  shapeOf(type) !== 'text' ? null : type === 'text' ? MAX_LONG_TEXT : MAX_TEXT;

/** By their names in Pipedrive's settings. */
export const NEW_FIELD_TYPES: readonly NewFieldType[] = [
  { type: 'varchar', label: 'Text', takes: ALL_TYPES },
  { type: 'text', label: 'Large text', takes: ALL_TYPES },
  { type: 'enum', label: 'Single option', takes: ['Picklist', 'Boolean'], hasOptions: true },
  { type: 'set', label: 'Multiple options', takes: ['Picklist', ...LISTS], hasOptions: true },
  { type: 'double', label: 'Numerical', takes: NUMBERS },
  { type: 'monetary', label: 'Monetary', takes: ['Currency'] },
  { type: 'date', label: 'Date', takes: ['Date'] },
];

export function newFieldType(type: FieldType, facts: { longest: number }): string {
  switch (type) {
    case 'String':
      return facts.longest > MAX_TEXT ? 'text' : 'varchar';
    case 'Picklist':
    case 'Boolean':
      return 'enum';
    case 'Multipicklist':
    case 'Array':
      return 'text';
    case 'Number':
    case 'Percentage':
      return 'double';
    case 'Currency':
      return 'monetary';
    case 'Date':
      return 'date';
  }
}

/** Pipedrive's own fields that can be written, with the type in which requests have them. */
export const BUILT_IN: Readonly<Record<RecordType, Readonly<Record<string, string>>>> = {
  company: {
    name: 'varchar',
    website: 'varchar',
    linkedin: 'varchar',
    industry: 'enum',
    annual_revenue: 'int',
    employee_count: 'int',
    address: 'address',
  },
  contact: {
    name: 'varchar',
    emails: 'varchar',
    phones: 'phone',
    job_title: 'varchar',
    notes: 'text',
    birthday: 'date',
    postal_address: 'address',
  },
};

/** Fields of several values with one that counts: requests name them in the plural, descriptions perhaps not. */
export const LISTED: ReadonlySet<string> = new Set(['emails', 'phones']);
const SINGULAR: Readonly<Record<string, string>> = { email: 'emails', phone: 'phones' };
export const requestName = (code: string): string => SINGULAR[code] ?? code;

/** The codes of fields that customers add. */
export const isCustom = (code: string): boolean => /^[0-9a-f]{40}$/i.test(code);

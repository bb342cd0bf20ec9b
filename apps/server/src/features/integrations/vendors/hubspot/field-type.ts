import type { FieldType } from '@quarry/filters';
import { ALL_TYPES, type FieldShape, LISTS, NUMBERS } from '../field-shape.ts';
import type { NewFieldType } from '../vendor.ts';

/**
 * A property's type as Quarry names it: HubSpot's type and field type and, for numbers, the form in which they are
 * shown, such as `number/number/percentage`.
 */
export function typeOf(property: {
  type: string;
  fieldType: string;
  numberDisplayHint?: string | null | undefined;
  showCurrencySymbol?: boolean | null | undefined;
}): string {
  const type = `${property.type}/${property.fieldType}`;
  if (property.type !== 'number') return type;
  if (property.numberDisplayHint === 'percentage') return `${type}/percentage`;
  return property.showCurrencySymbol === true || property.numberDisplayHint === 'currency' ? `${type}/currency` : type;
}

/** Null for types whose values can't be written. */
export function shapeOf(fieldType: string): FieldShape | null {
  const [type, form] = fieldType.split('/');
  switch (type) {
    case 'string':
    case 'phone_number':
      return form === 'file' ? null : 'text';
    case 'number':
      return 'number';
    case 'date':
    case 'datetime':
      return 'date';
    case 'bool':
      return 'boolean';
    case 'enumeration':
      if (form === 'booleancheckbox') return 'boolean';
      return form === 'checkbox' ? 'options' : 'option';
    default:
      return null;
  }
}

/** The type that a property has as a data point. */
export function importedTypeOf(fieldType: string): FieldType | null {
  const shape = shapeOf(fieldType);
  switch (shape) {
    case null:
      return null;
    case 'text':
      return 'String';
    case 'number':
      if (fieldType.endsWith('/percentage')) return 'Percentage';
      return fieldType.endsWith('/currency') ? 'Currency' : 'Number';
    case 'date':
      return 'Date';
    case 'boolean':
      return 'Boolean';
    case 'option':
      return 'Picklist';
    case 'options':
      return 'Multipicklist';
  }
}

const MAX_TEXT = 255;
const MAX_OPTIONS = 1_000;

/** By their names in HubSpot's settings. */
export const NEW_FIELD_TYPES: readonly NewFieldType[] = [
  { type: 'string/text', label: 'Single-line text', takes: ALL_TYPES },
  { type: 'string/textarea', label: 'Multi-line text', takes: ALL_TYPES },
  { type: 'enumeration/select', label: 'Dropdown select', takes: ['Picklist'], hasOptions: true },
  { type: 'enumeration/checkbox', label: 'Multiple checkboxes', takes: ['Picklist', ...LISTS], hasOptions: true },
  { type: 'number/number', label: 'Number', takes: NUMBERS },
  { type: 'number/number/percentage', label: 'Number, shown as a percentage', takes: ['Percentage'] },
  { type: 'number/number/currency', label: 'Number, shown as a currency', takes: ['Currency'] },
  { type: 'date/date', label: 'Date picker', takes: ['Date'] },
  { type: 'bool/booleancheckbox', label: 'Single checkbox', takes: ['Boolean'] },
];

/** The type of a new property. */
export function newFieldType(type: FieldType, facts: { longest: number; distinct: number }): string {
  switch (type) {
    case 'String':
      return facts.longest > MAX_TEXT ? 'string/textarea' : 'string/text';
    case 'Picklist':
      return 'enumeration/select';
    case 'Multipicklist':
    case 'Array':
      return facts.distinct > MAX_OPTIONS ? 'string/textarea' : 'enumeration/checkbox';
    case 'Number':
      return 'number/number';
    case 'Percentage':
      return 'number/number/percentage';
    case 'Currency':
      return 'number/number/currency';
    case 'Date':
      return 'date/date';
    case 'Boolean':
      return 'bool/booleancheckbox';
  }
}

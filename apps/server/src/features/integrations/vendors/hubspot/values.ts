import { asDay, asList, asNumber, asText, isEmptyValue, plainDecimal } from '../dataset-value.ts';
import { findOption } from '../field-shape.ts';
import { plainText } from '../plain-text.ts';
import type { Converted, DatasetValue, DescribedField, Vendor } from '../vendor.ts';
import { MAX_TEXT } from './describe.ts';
import { importedTypeOf, shapeOf } from './field-type.ts';

const SEPARATOR = ';';

export const toExternal: Vendor['toExternal'] = (value, type, field) => {
  const shape = shapeOf(field.type);
  if (shape === null || !field.acceptsTypes.includes(type)) return refused('TYPE_MISMATCH');
  if (isEmptyValue(value)) return sent(null);
  switch (shape) {
    case 'text': {
      const text = asText(value, type);
      return text.length > (field.maxLength ?? MAX_TEXT) ? refused('INVALID_STRING_LENGTH') : sent(text);
    }
    case 'number': {
      const number = asNumber(value);
      return number === null ? refused('TYPE_MISMATCH') : sent(plainDecimal(number));
    }
    case 'date': {
      const day = asDay(value);
      if (day === null) return refused('INVALID_DATE');
      return sent(isInstant(field) ? `${day}T00:00:00Z` : day);
    }
    case 'boolean':
      return typeof value === 'boolean' ? sent(String(value)) : refused('INVALID_BOOLEAN');
    case 'option':
    case 'options':
      return toOptions(asList(value), field, shape === 'options');
  }
};

function toOptions(labels: readonly string[], field: DescribedField, takesSeveral: boolean): Converted {
  const chosen = labels.map((label) => findOption(field.options ?? [], label)?.value);
  const values = chosen.filter((value) => value !== undefined);
  if (values.length < chosen.length) return refused('INVALID_OPTION');
  const unique = [...new Set(values)];
  return unique.length > 1 && !takesSeveral ? refused('TYPE_MISMATCH') : sent(unique.join(SEPARATOR));
}

const sent = (value: string | null): Converted => ({ kind: 'value', value });
const refused = (code: string): Converted => ({ kind: 'refused', code });

const isInstant = (field: DescribedField) => field.type.startsWith('datetime/');

export const toDataset: Vendor['toDataset'] = (value, field): DatasetValue => {
  const type = importedTypeOf(field.type);
  const text = asStored(value);
  if (type === null) return null;
  if (text === '') return type === 'Multipicklist' ? [] : null;
  switch (type) {
    case 'Number':
    case 'Percentage':
    case 'Currency':
      return asNumber(text);
    case 'Date':
      return asDay(text);
    case 'Boolean':
      return /^(?:true|yes)$/i.test(text) ? true : /^(?:false|no)$/i.test(text) ? false : null;
    case 'Picklist':
      return labelOf(text, field);
    case 'Multipicklist':
      return valuesOf(text).map((one) => labelOf(one, field));
    default:
      return text;
  }
};

const valuesOf = (text: string) =>
  text
    .split(SEPARATOR)
    .map((value) => value.trim())
    .filter((value) => value !== '');

const labelOf = (value: string, field: DescribedField) =>
  field.options?.find((option) => option.value === value)?.label ?? value;

const asStored = (value: unknown): string => plainText(value).trim();

/** HubSpot keeps these in lower case. */
const LOWER_CASE = new Set(['domain', 'email']);

export const isSameValue: Vendor['isSameValue'] = (a, b, field) => {
  const [one, other] = [asStored(a), asStored(b)];
  if (one === other) return true;
  if (one === '' || other === '') return false;
  switch (shapeOf(field.type)) {
    case 'number':
      return Number(one) === Number(other);
    case 'date':
      return isInstant(field) ? isSameInstant(one, other) : asDay(one) !== null && asDay(one) === asDay(other);
    case 'boolean':
      return one.toLowerCase() === other.toLowerCase();
    case 'options':
      return valuesOf(one).sort().join(SEPARATOR) === valuesOf(other).sort().join(SEPARATOR);
    default:
      return LOWER_CASE.has(field.id) && one.toLowerCase() === other.toLowerCase();
  }
};

function isSameInstant(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => new Date(/^-?\d+$/.test(text) ? Number(text) : text).getTime());
  return one === other;
}

import type { FieldType } from '@quarry/filters';
import { asDay, asFraction, asList, asNumber, asPercent, asText, isEmptyValue } from '../dataset-value.ts';
import { findOption } from '../field-shape.ts';
import { plainText } from '../plain-text.ts';
import type { Converted, DatasetValue, DescribedField, Vendor } from '../vendor.ts';
import { importedTypeOf, shapeOf } from './field-type.ts';

const SEPARATOR = ';';
const MAX_EMAIL = 80;
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

export const toExternal: Vendor['toExternal'] = (value, type, field) => {
  const shape = shapeOf(field.type);
  if (shape === null || !field.acceptsTypes.includes(type)) return refused('TYPE_MISMATCH');
  if (isEmptyValue(value)) return sent(emptyFor(field));
  switch (shape) {
    case 'text':
      return toText(asText(value, type), field);
    case 'number':
      return toNumber(value, type, field);
    case 'date': {
      const day = asDay(value);
      if (day === null) return refused('TYPE_MISMATCH');
      return sent(field.type === 'datetime' ? `${day}T00:00:00Z` : day);
    }
    case 'boolean':
      return typeof value === 'boolean' ? sent(value) : refused('TYPE_MISMATCH');
    case 'option': {
      const [only, ...others] = asList(value);
      return only === undefined || others.length > 0 ? refused('TYPE_MISMATCH') : toOptions([only], field);
    }
    case 'options':
      return toOptions(asList(value), field);
  }
};

/** Checkboxes are never empty, and a required field can't be cleared. */
function emptyFor(field: DescribedField): null | false | undefined {
  if (field.type === 'boolean') return false;
  return field.isRequired ? undefined : null;
}

function toText(text: string, field: DescribedField): Converted {
  if (field.type === 'email')
    return text.length <= MAX_EMAIL && EMAIL.test(text) ? sent(text) : refused('INVALID_EMAIL_ADDRESS');
  return field.maxLength !== null && text.length > field.maxLength ? refused('STRING_TOO_LONG') : sent(text);
}

function toNumber(value: DatasetValue, type: FieldType, field: DescribedField): Converted {
  const read = asNumber(value);
  if (read === null) return refused('TYPE_MISMATCH');
  const isFraction = type === 'Percentage' || (typeof value === 'string' && value.trim().endsWith('%'));
  const number = field.type === 'percent' && isFraction ? asPercent(read) : read;
  if (isWhole(field) && !Number.isInteger(number)) return refused('TYPE_MISMATCH');
  const { digits } = field;
  if (digits === null) return sent(number);
  const rounded = Number(number.toFixed(digits.scale));
  return Math.abs(rounded) >= 10 ** (digits.precision - digits.scale)
    ? refused('NUMBER_OUTSIDE_VALID_RANGE')
    : sent(rounded);
}

const isWhole = (field: DescribedField) => field.type === 'int' || field.type === 'long';

function toOptions(labels: readonly string[], field: DescribedField): Converted {
  const values: string[] = [];
  for (const label of labels) {
    const option = findOption(field.options ?? [], label);
    if (option === undefined && field.isRestricted) return refused('INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST');
    const value = option?.value ?? label;
    if (value.length > MAX_OPTION) return refused('STRING_TOO_LONG');
    if (field.type === 'multipicklist' && value.includes(SEPARATOR)) return refused('TYPE_MISMATCH');
    values.push(value);
  }
  return sent([...new Set(values)].join(SEPARATOR));
}

const MAX_OPTION = 255;

const sent = (value: unknown): Converted => ({ kind: 'value', value });
const refused = (code: string): Converted => ({ kind: 'refused', code });

export const toDataset: Vendor['toDataset'] = (value, field): DatasetValue => {
  const type = importedTypeOf(field.type);
  if (type === null) return null;
  if (value === null || value === undefined || value === '') return type === 'Multipicklist' ? [] : null;
  switch (type) {
    case 'Number':
    case 'Currency':
      return asNumber(typeof value === 'number' ? value : plainText(value));
    case 'Percentage': {
      const percent = asNumber(typeof value === 'number' ? value : plainText(value));
      return percent === null ? null : asFraction(percent);
    }
    case 'Date':
      return asDay(value);
    case 'Boolean':
      return typeof value === 'boolean' ? value : plainText(value).toLowerCase() === 'true';
    case 'Multipicklist':
      return valuesOf(value);
    default:
      return plainText(value);
  }
};

const valuesOf = (value: unknown) =>
  plainText(value)
    .split(SEPARATOR)
    .map((one) => one.trim())
    .filter((one) => one !== '');

export const isSameValue: Vendor['isSameValue'] = (a, b, field) => {
  const [one, other] = [stored(a), stored(b)];
  if (one === other) return true;
  if (one === '' || other === '') return false;
  switch (shapeOf(field.type)) {
    case 'number': {
      const scale = field.digits?.scale ?? 15;
      return Number(one).toFixed(scale) === Number(other).toFixed(scale);
    }
    case 'date':
      return field.type === 'date' ? asDay(one) === asDay(other) : Date.parse(one) === Date.parse(other);
    case 'options':
      return valuesOf(one).sort().join(SEPARATOR) === valuesOf(other).sort().join(SEPARATOR);
    default:
      return field.type === 'email' && one.toLowerCase() === other.toLowerCase();
  }
};

/** Salesforce drops outer blanks and, in texts of one line, nothing else. */
const stored = (value: unknown): string => plainText(value).trim();

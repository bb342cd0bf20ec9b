import { z } from 'zod';
import { asDay, asList, asNumber, asText, isEmptyValue } from '../dataset-value.ts';
import { findOption } from '../field-shape.ts';
import { plainText } from '../plain-text.ts';
import type { Converted, DatasetValue, DescribedField, Vendor } from '../vendor.ts';
import { LISTED, shapeOf } from './field-type.ts';
import { listedValues } from './find.ts';

const USUAL_CURRENCY = 'USD';

export const toExternal: Vendor['toExternal'] = (value, type, field, account) => {
  const shape = shapeOf(field.type);
  if (shape === null || !field.acceptsTypes.includes(type)) return refused('TYPE_MISMATCH');
  // What is required can't be cleared.
  if (isEmptyValue(value)) return sent(field.isRequired ? undefined : null);
  switch (shape) {
    case 'text': {
      const text = asText(value, type);
      if (field.maxLength !== null && text.length > field.maxLength) return refused('VALIDATION_ERROR');
      return sent(field.type === 'address' ? { value: text } : text);
    }
    case 'number': {
      const number = asNumber(value);
      if (number === null || (field.type === 'int' && !Number.isSafeInteger(number))) return refused('TYPE_MISMATCH');
      const { currency = USUAL_CURRENCY } = account.facts;
      return sent(field.type === 'monetary' ? { value: number, currency } : number);
    }
    case 'date': {
      const day = asDay(value);
      return day === null ? refused('TYPE_MISMATCH') : sent(day);
    }
    case 'boolean':
      return refused('TYPE_MISMATCH');
    case 'option':
    case 'options':
      return toOptions(asList(value), field, shape === 'options');
  }
};

function toOptions(labels: readonly string[], field: DescribedField, takesSeveral: boolean): Converted {
  const chosen = labels.map((label) => findLabel(field, label));
  const ids = chosen.filter((id) => id !== undefined).map(Number);
  if (ids.length < chosen.length) return refused('INVALID_OPTION');
  if (takesSeveral) return sent([...new Set(ids)]);
  return new Set(ids).size > 1 ? refused('TYPE_MISMATCH') : sent(ids[0]);
}

/** By label only: an option's id is a number that a label could be, too. */
const findLabel = (field: DescribedField, label: string) => {
  const labels = (field.options ?? []).map((option) => ({
    label: option.label,
    value: option.label,
    id: option.value,
  }));
  return findOption(labels, label)?.id;
};

const sent = (value: unknown): Converted => ({ kind: 'value', value });
const refused = (code: string): Converted => ({ kind: 'refused', code });

const wrapped = z.looseObject({ value: z.unknown(), currency: z.string().nullish() });

/** What counts of a value that is an object. */
const bare = (value: unknown): unknown => {
  const read = wrapped.safeParse(value);
  return read.success ? read.data.value : value;
};

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const toDataset: Vendor['toDataset'] = (value, field): DatasetValue => {
  const shape = shapeOf(field.type);
  if (shape === null) return null;
  if (LISTED.has(field.id)) return listedValues(value)[0] ?? null;
  const one = bare(value);
  if (isNothing(one)) return shape === 'options' ? [] : null;
  switch (shape) {
    case 'number':
      return asNumber(typeof one === 'number' ? one : plainText(one));
    case 'date':
      return asDay(one);
    case 'option':
      return labelOf(one, field);
    case 'options':
      return idsOf(one).map((id) => labelOf(id, field));
    default:
      return plainText(one);
  }
};

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(plainText) : plainText(value).split(','));

const labelOf = (id: unknown, field: DescribedField) =>
  field.options?.find(({ value }) => value === plainText(id))?.label ?? plainText(id);

export const isSameValue: Vendor['isSameValue'] = (a, b, field) => {
  if (LISTED.has(field.id)) return isSameList(a, b);
  const [one, other] = [bare(a), bare(b)];
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  if (plainText(one) === plainText(other)) return isSameCurrency(a, b);
  switch (shapeOf(field.type)) {
    case 'number':
      return Number(one) === Number(other) && isSameCurrency(a, b);
    case 'date':
      return asDay(one) !== null && asDay(one) === asDay(other);
    case 'options':
      return idsOf(one).sort().join() === idsOf(other).sort().join();
    default:
      return plainText(one).trim() === plainText(other).trim();
  }
};

/** A text is the same as a list that contains it: others are not ours to judge. */
function isSameList(a: unknown, b: unknown): boolean {
  const [one, other] = [a, b].map((value) => listedValues(value).map((text) => text.toLowerCase()));
  if (one === undefined || other === undefined || one.length === 0 || other.length === 0)
    return one?.length === other?.length;
  if (typeof a === 'string') return other.includes(a.trim().toLowerCase());
  if (typeof b === 'string') return one.includes(b.trim().toLowerCase());
  return one.toSorted().join() === other.toSorted().join();
}

function isSameCurrency(a: unknown, b: unknown): boolean {
  const [one, other] = [a, b].map((value) => wrapped.safeParse(value).data?.currency ?? null);
  return one === null || other === null || one === other;
}

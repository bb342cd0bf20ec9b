import { type FieldValue, SENIORITY_NAMES } from '@quarry/contracts';
import { COUNTRY_NAMES } from '@quarry/filters';

const COUNTRY_FIELD = /(?:^|_)(?:country|countries)$/;
const SENIORITY_FIELD = /^seniorit(?:y|ies)$/;

/** The name of a data point inside its block: `jobs/count#abc` is `count`. */
export function internalName(fieldName: string): string {
  const path = fieldName.split('#', 1)[0] ?? '';
  return path.slice(path.indexOf('/') + 1);
}

function namesOf(fieldName: string): ((value: string) => string) | null {
  const name = internalName(fieldName);
  if (COUNTRY_FIELD.test(name)) return (code) => COUNTRY_NAMES[code.toUpperCase()] ?? code;
  if (SENIORITY_FIELD.test(name)) return (value) => SENIORITY_NAMES.get(value) ?? value;
  return null;
}

/** Replaces country and seniority codes by their names; other values stay as stored. */
export function readableValue(fieldName: string, value: FieldValue | undefined): FieldValue {
  if (value === undefined) return null;
  const nameOf = namesOf(fieldName);
  if (nameOf === null) return value;
  if (typeof value === 'string') return nameOf(value);
  return Array.isArray(value) ? value.map(nameOf) : value;
}

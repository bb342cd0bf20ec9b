import { createHash } from 'node:crypto';
import { plainText } from '../../../vendors/plain-text.ts';

/** A field as Pipedrive describes it. */
export interface StandInField {
  readonly field_name: string;
  readonly field_code: string;
  readonly field_type: string;
  options: { id: number; label: string }[] | null;
  readonly is_custom_field: boolean;
  readonly is_optional_response_field: boolean;
}

/** The code that Pipedrive gives a customer's field: 40 characters that nobody can guess. */
export const codeOf = (name: string): string => createHash('sha1').update(name).digest('hex');

export function standInField(
  name: string,
  type: string,
  code: string | null = null,
  labels: readonly string[] = [],
): StandInField {
  return {
    field_name: name,
    field_code: code ?? codeOf(`${name} ${type}`),
    field_type: type,
    options: labels.length === 0 ? null : labels.map((label, at) => ({ id: at + 11, label })),
    is_custom_field: code === null,
    is_optional_response_field: false,
  };
}

export const organizationFields = () => [
  standInField('Name', 'varchar', 'name'),
  standInField('Website', 'varchar', 'website'),
  standInField('LinkedIn', 'varchar', 'linkedin'),
  standInField('Industry', 'enum', 'industry', ['Technology', 'Finance', 'Retail']),
  standInField('Annual revenue', 'monetary', 'annual_revenue'),
  standInField('Employee count', 'double', 'employee_count'),
  standInField('Address', 'address', 'address'),
  standInField('Owner', 'user', 'owner_id'),
  standInField('Score', 'double'),
  standInField('Funding', 'monetary'),
  standInField('Founded', 'date'),
  standInField('Tier', 'enum', null, ['Gold', 'Silver']),
  standInField('Technologies', 'set', null, ['SAP', 'Oracle']),
];

export const personFields = () => [
  standInField('Name', 'varchar', 'name'),
  standInField('Email', 'varchar', 'email'),
  standInField('Phone', 'phone', 'phone'),
  standInField('Job title', 'varchar', 'job_title'),
  standInField('Organization', 'org', 'org_id'),
];

/** Why Pipedrive refuses the value of a customer's field; null if it takes it. */
export function findFault(field: StandInField | undefined, code: string, value: unknown): string | null {
  if (field === undefined) return `custom_fields.${code}: unknown field`;
  const expected = (what: string) => `custom_fields.${code}: expected ${what}`;
  if (value === null) return null;
  const ids = field.options?.map(({ id }) => id) ?? [];
  switch (field.field_type) {
    case 'double':
      return typeof value === 'number' ? null : expected('a number');
    case 'monetary': {
      const isAmount = typeof value === 'object' && 'value' in value && 'currency' in value;
      return isAmount && typeof value.value === 'number' ? null : expected('an object with value and currency');
    }
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? null : expected('a date');
    case 'enum':
      return typeof value === 'number' && ids.includes(value)
        ? null
        : `custom_fields.${code}: ${plainText(value)} is not an option`;
    case 'set': {
      if (!Array.isArray(value) || value.length === 0) return expected('an array of option ids or null');
      return value.every((id) => ids.includes(id)) ? null : `custom_fields.${code}: ${value.join()} are not options`;
    }
    default: {
      const max = field.field_type === 'text' ? 65_000 : 255;
      return typeof value === 'string' && value.length <= max
        ? null
        : expected(`a string of at most ${max} characters`);
    }
  }
}

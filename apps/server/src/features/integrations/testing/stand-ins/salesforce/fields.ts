import { plainText } from '../../../vendors/plain-text.ts';
/** A field as `describe` gives it, and what the stand-in checks of its values. */
export interface StandInField {
  name: string;
  label: string;
  type: string;
  length: number;
  digits: number;
  precision: number;
  scale: number;
  createable: boolean;
  updateable: boolean;
  calculated: boolean;
  autoNumber: boolean;
  deprecatedAndHidden: boolean;
  nillable: boolean;
  defaultedOnCreate: boolean;
  restrictedPicklist: boolean;
  unique: boolean;
  externalId: boolean;
  custom: boolean;
  picklistValues: { active: boolean; label: string; value: string }[];
  /** The permission of the connected user; without it the field is as if it didn't exist. */
  isVisible: boolean;
  /** In the form of the metadata, for custom fields. */
  metadata: Record<string, unknown> | null;
}

export function standInField(
  name: string,
  type: string,
  more: Partial<StandInField> & { choices?: readonly string[] } = {},
): StandInField {
  const { choices = [], ...rest } = more;
  return {
    name,
    label: name.replace(/__c$/, '').replaceAll('_', ' '),
    type,
    length: type === 'textarea' ? 32_000 : 255,
    digits: type === 'int' ? 8 : 0,
    precision: 18,
    scale: type === 'currency' ? 0 : 2,
    createable: true,
    updateable: true,
    calculated: false,
    autoNumber: false,
    deprecatedAndHidden: false,
    nillable: true,
    defaultedOnCreate: false,
    restrictedPicklist: false,
    unique: false,
    externalId: false,
    custom: name.endsWith('__c'),
    picklistValues: choices.map((value) => ({ active: true, label: value, value })),
    isVisible: true,
    metadata: null,
    ...rest,
  };
}

const readOnly = { createable: false, updateable: false };
const system = () => [
  standInField('Id', 'id', { ...readOnly, length: 18 }),
  standInField('CreatedDate', 'datetime', readOnly),
  standInField('LastModifiedDate', 'datetime', readOnly),
  standInField('SystemModstamp', 'datetime', readOnly),
  standInField('IsDeleted', 'boolean', readOnly),
  standInField('MasterRecordId', 'reference', readOnly),
  standInField('OwnerId', 'reference'),
  standInField('Phone', 'phone', { length: 40 }),
  standInField('Description', 'textarea'),
];

export const accountFields = () => [
  ...system(),
  standInField('Name', 'string', { nillable: false }),
  standInField('Website', 'url'),
  standInField('Industry', 'picklist', { choices: ['Banking', 'Retail', 'Technology'] }),
  standInField('Rating', 'picklist', { choices: ['Hot', 'Warm', 'Cold'], restrictedPicklist: true }),
  standInField('NumberOfEmployees', 'int'),
  standInField('AnnualRevenue', 'currency'),
  standInField('BillingCity', 'string', { length: 40 }),
  standInField('BillingAddress', 'address', readOnly),
  standInField('Growth__c', 'percent', { precision: 16 }),
  standInField('Is_Public__c', 'boolean', { nillable: false, defaultedOnCreate: true }),
  standInField('Renewal_Date__c', 'date'),
  standInField('Technologies__c', 'multipicklist', { choices: ['SAP', 'Oracle'], length: 4_099 }),
  standInField('Score_Formula__c', 'double', { ...readOnly, calculated: true }),
];

export const contactFields = () => [
  ...system(),
  standInField('Name', 'string', readOnly),
  standInField('FirstName', 'string', { length: 40 }),
  standInField('LastName', 'string', { length: 80, nillable: false }),
  standInField('Email', 'email', { length: 80 }),
  standInField('Title', 'string', { length: 128 }),
  standInField('AccountId', 'reference'),
];

export interface FieldProblem {
  readonly statusCode: string;
  readonly message: string;
  readonly fields: readonly string[];
}

/** Thrown in the CRM when a value has the wrong type of JSON, which refuses the whole request. */
export class UnreadableValue extends Error {}

/** Why Salesforce refuses a value; null if it takes it. */
export function findFault(field: StandInField, value: unknown, isUpdate: boolean): FieldProblem | null {
  const problem = (statusCode: string, message: string) => ({ statusCode, message, fields: [field.name] });
  if (isUpdate ? !field.updateable : !field.createable) {
    const message = `Unable to create/update fields: ${field.name}. Please check the security settings of this field and verify that it is read/write for your profile or permission set.`;
    return problem('INVALID_FIELD_FOR_INSERT_UPDATE', message);
  }
  if (value === null) {
    if (field.type === 'boolean')
      return problem('INVALID_TYPE_ON_FIELD_IN_RECORD', `${field.label}: value not of required type`);
    return field.nillable ? null : problem('REQUIRED_FIELD_MISSING', `Required fields are missing: [${field.name}]`);
  }
  checkJson(field, value);
  const text = plainText(value);
  switch (field.type) {
    case 'int':
    case 'double':
    case 'percent':
    case 'currency': {
      const whole = field.type === 'int' ? field.digits : field.precision - field.scale;
      return Math.abs(Number(value)) >= 10 ** whole
        ? problem(
            'NUMBER_OUTSIDE_VALID_RANGE',
            `${field.label}: value outside of valid range on numeric field: ${text}`,
          )
        : null;
    }
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
        ? null
        : problem('INVALID_EMAIL_ADDRESS', `${field.label}: invalid email address: ${text}`);
    case 'picklist':
    case 'multipicklist': {
      const unknown = text.split(';').find((one) => field.picklistValues.every(({ value: known }) => known !== one));
      return field.restrictedPicklist && unknown !== undefined
        ? problem(
            'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
            `${field.label}: bad value for restricted picklist field: ${unknown}`,
          )
        : null;
    }
    case 'date':
    case 'datetime':
    case 'boolean':
    case 'reference':
      return null;
    default:
      return text.length > field.length
        ? problem(
            'STRING_TOO_LONG',
            `${field.label}: data value too large: ${text.slice(0, 40)} (max length=${field.length})`,
          )
        : null;
  }
}

function checkJson(field: StandInField, value: unknown): void {
  const wanted =
    field.type === 'boolean'
      ? 'boolean'
      : ['int', 'double', 'percent', 'currency'].includes(field.type)
        ? 'number'
        : 'string';
  const isDate = field.type === 'date' || field.type === 'datetime';
  const isWhole = field.type !== 'int' || Number.isInteger(value);
  const isReadable = !isDate || /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2}))?$/.test(plainText(value));
  if (typeof value === wanted && isWhole && isReadable) return;
  throw new UnreadableValue(
    `Cannot deserialize instance of ${field.type} from ${typeof value === 'string' ? 'VALUE_STRING' : 'a'} value ${plainText(value)} or request may be missing a required field at [line:1, column:1]`,
  );
}

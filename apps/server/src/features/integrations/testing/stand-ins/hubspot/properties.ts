/** A property as HubSpot describes it. */
export interface StandInProperty {
  name: string;
  label: string;
  type: string;
  fieldType: string;
  groupName: string;
  description: string;
  options: { label: string; value: string; displayOrder: number; hidden: boolean }[];
  hasUniqueValue: boolean;
  calculated: boolean;
  hidden: boolean;
  archived: boolean;
  externalOptions: boolean;
  hubspotDefined: boolean;
  showCurrencySymbol?: boolean;
  numberDisplayHint?: string;
  modificationMetadata: { archivable: boolean; readOnlyDefinition: boolean; readOnlyValue: boolean };
}

export function standInProperty(
  name: string,
  type: string,
  fieldType: string,
  more: Partial<StandInProperty> & { choices?: readonly string[]; isReadOnly?: boolean } = {},
): StandInProperty {
  const { choices = [], isReadOnly = false, ...rest } = more;
  return {
    name,
    label: name.replaceAll('_', ' '),
    type,
    fieldType,
    groupName: 'information',
    description: '',
    options: choices.map((label, displayOrder) => ({
      label,
      value: label.toUpperCase().replaceAll(' ', '_'),
      displayOrder,
      hidden: false,
    })),
    hasUniqueValue: false,
    calculated: false,
    hidden: false,
    archived: false,
    externalOptions: false,
    hubspotDefined: true,
    modificationMetadata: { archivable: false, readOnlyDefinition: true, readOnlyValue: isReadOnly },
    ...rest,
  };
}

const shared = () => [
  standInProperty('hs_object_id', 'number', 'number', { isReadOnly: true }),
  standInProperty('createdate', 'datetime', 'date', { isReadOnly: true }),
  standInProperty('hubspot_owner_id', 'enumeration', 'select', { externalOptions: true }),
  standInProperty('phone', 'phone_number', 'phonenumber'),
  standInProperty('city', 'string', 'text'),
  standInProperty('country', 'string', 'text'),
];

export const companyProperties = () => [
  ...shared(),
  standInProperty('name', 'string', 'text'),
  standInProperty('domain', 'string', 'text'),
  standInProperty('hs_additional_domains', 'enumeration', 'checkbox'),
  standInProperty('website', 'string', 'text'),
  standInProperty('description', 'string', 'textarea'),
  standInProperty('industry', 'enumeration', 'select', { choices: ['Computer Software', 'Banking', 'Retail'] }),
  standInProperty('numberofemployees', 'number', 'number'),
  standInProperty('annualrevenue', 'number', 'number', { showCurrencySymbol: true }),
  standInProperty('founded_year', 'string', 'text'),
  standInProperty('is_public', 'bool', 'booleancheckbox'),
  standInProperty('num_associated_contacts', 'number', 'number', { isReadOnly: true }),
  standInProperty('hs_lastmodifieddate', 'datetime', 'date', { isReadOnly: true }),
];

export const contactProperties = () => [
  ...shared(),
  standInProperty('email', 'string', 'text', { hasUniqueValue: true }),
  standInProperty('hs_additional_emails', 'enumeration', 'checkbox', { isReadOnly: true }),
  standInProperty('firstname', 'string', 'text'),
  standInProperty('lastname', 'string', 'text'),
  standInProperty('jobtitle', 'string', 'text'),
  standInProperty('lastmodifieddate', 'datetime', 'date', { isReadOnly: true }),
];

export interface InvalidValue {
  readonly error: string;
  readonly name: string;
  readonly message: string;
}

const MAX_TEXT = 65_536;

/** Why HubSpot refuses a value; null if it takes it. */
export function findFault(property: StandInProperty | undefined, name: string, value: string): InvalidValue | null {
  const invalid = (error: string, message: string) => ({ error, name, message });
  if (property === undefined || property.archived) {
    return invalid('PROPERTY_DOESNT_EXIST', `Property "${name}" does not exist`);
  }
  if (property.modificationMetadata.readOnlyValue || property.calculated) {
    return invalid('READ_ONLY_VALUE', `"${name}" is a read only property; its value cannot be set.`);
  }
  if (value === '') return null;
  switch (property.type) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(value) ? null : invalid('INVALID_INTEGER', `${value} was not a valid number.`);
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
        ? null
        : invalid('INVALID_DATE', `${value} was not a valid date.`);
    case 'datetime':
      return Number.isNaN(Date.parse(value)) ? invalid('INVALID_DATE', `${value} was not a valid timestamp.`) : null;
    case 'bool':
      return value === 'true' || value === 'false' ? null : invalid('INVALID_BOOLEAN', `${value} was not a boolean.`);
    case 'enumeration': {
      if (property.externalOptions || property.name.startsWith('hs_additional')) return null;
      const values = property.fieldType === 'checkbox' ? value.split(';') : [value];
      const unknown = values.find((one) => property.options.every((option) => option.value !== one));
      return unknown === undefined
        ? null
        : invalid(
            'INVALID_OPTION',
            `${unknown} was not one of the allowed options: ${property.options.length} options`,
          );
    }
    default:
      if (value.length > MAX_TEXT) return invalid('INVALID_STRING_LENGTH', `${name} is longer than ${MAX_TEXT}.`);
      if (name === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) {
        return invalid('INVALID_EMAIL', `Email address ${value} is invalid`);
      }
      return null;
  }
}

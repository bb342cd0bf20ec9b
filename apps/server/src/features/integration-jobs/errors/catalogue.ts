import type { IntegrationType, RecordType } from '@quarry/contracts';

/** What people read about an error; some short texts name the kind of record. */
interface CatalogueText {
  readonly short: string | Readonly<Record<RecordType, string>>;
  readonly long: string;
}

const SALESFORCE: Readonly<Record<string, CatalogueText>> = {
  DUPLICATES_DETECTED: {
    short: 'Possible duplicate in Salesforce',
    long: 'A duplicate rule in your Salesforce stopped this record because a similar one exists. Merge the records or relax the rule, then sync again. Salesforce said: {originalErrorMessage}',
  },
  DUPLICATE_VALUE: {
    short: '{fieldName} must be unique',
    long: 'Another record already holds this value in {fieldName}, which allows each value once. Salesforce said: {originalErrorMessage}',
  },
  DUPLICATE_EXTERNAL_ID: {
    short: 'Two records share one Quarry id',
    long: 'More than one Salesforce record carries the same Quarry id. Clear it on all but the right one.',
  },
  ENTITY_IS_DELETED: {
    short: 'Record no longer exists',
    long: 'The record was deleted in Salesforce, so syncing it was turned off. Restore it, or send us the id of the record to use instead.',
  },
  STRING_TOO_LONG: {
    short: 'Text too long for {fieldName}',
    long: 'The text is longer than {fieldName} allows. Make the field at least 255 characters long, or map to a long text field.',
  },
  CANNOT_EXECUTE_FLOW_TRIGGER: {
    short: 'A flow in Salesforce failed',
    long: 'An automation (flow) that runs when this record is saved ended in an error. Ask your Salesforce administrator. Salesforce said: {originalErrorMessage}',
  },
  CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY: {
    short: 'A trigger in Salesforce failed',
    long: 'Custom code that runs when this record is saved ended in an error. Ask your Salesforce administrator. Salesforce said: {originalErrorMessage}',
  },
  UNABLE_TO_LOCK_ROW: {
    short: 'Record was busy',
    long: 'Something else was changing this record or its account, several times in a row. It is tried again at the next sync.',
  },
  REQUIRED_FIELD_MISSING: {
    short: '{fieldName} is required',
    long: 'Salesforce requires {fieldName} and Quarry has no value for it. Map a field to it or make it optional.',
  },
  FIELD_INTEGRITY_EXCEPTION: {
    short: '{fieldName} has a value Salesforce rejects',
    long: 'The value does not fit the rules of {fieldName} (for example a state without its country). Salesforce said: {originalErrorMessage}',
  },
  INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST: {
    short: 'Value missing in the picklist {fieldName}',
    long: '{fieldName} accepts listed values only. Add the value to the picklist in Salesforce, or lift the restriction. Salesforce said: {originalErrorMessage}',
  },
  INVALID_FIELD_FOR_INSERT_UPDATE: {
    short: "{fieldName} can't be updated",
    long: 'The connected user may not edit {fieldName}, or it is a formula. Give edit access, or remove the mapping.',
  },
  INVALID_FIELD: {
    short: '{fieldName} was not found',
    long: '{fieldName} does not exist or is hidden from the connected user. Restore it, give access, or remove the mapping.',
  },
  TOO_MANY_ENUM_VALUE: {
    short: 'Too many values for {fieldName}',
    long: 'More values were sent than the multi-select {fieldName} can hold. Use a text field instead.',
  },
  STORAGE_LIMIT_EXCEEDED: {
    short: 'Salesforce storage is full',
    long: 'Your Salesforce has no data storage left, so no records can be added. Free space or buy storage.',
  },
  FIELD_FILTER_VALIDATION_EXCEPTION: {
    short: '{fieldName} fails a lookup filter',
    long: "The value of {fieldName} is not allowed by the field's lookup filter. Salesforce said: {originalErrorMessage}",
  },
  INVALID_EMAIL_ADDRESS: {
    short: 'Invalid e-mail address',
    long: 'Salesforce does not accept the e-mail address in {fieldName}.',
  },
  FIELD_CUSTOM_VALIDATION_EXCEPTION: {
    short: 'Stopped by a validation rule',
    long: 'A validation rule in your Salesforce refused this record. Salesforce said: {originalErrorMessage}',
  },
  INSUFFICIENT_ACCESS_OR_READONLY: {
    short: 'No permission to write this record',
    long: 'The connected user may not create or edit this record. Check its profile, sharing and record type.',
  },
  INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY: {
    short: 'No permission on a linked record',
    long: 'The connected user lacks access to a record this one points to, such as its owner or account.',
  },
  JSON_PARSER_ERROR: {
    short: 'A value has the wrong type',
    long: 'Salesforce could not read a value, most likely text in a number or date field. Check the mapping of {fieldName}. Salesforce said: {originalErrorMessage}',
  },
  INVALID_CROSS_REFERENCE_KEY: {
    short: 'Linked record not found',
    long: 'A record this one points to does not exist in Salesforce (any more). Salesforce said: {originalErrorMessage}',
  },
  MALFORMED_ID: {
    short: 'Not a Salesforce id',
    long: '{fieldName} needs the id of a Salesforce record. Remove the mapping.',
  },
  NUMBER_OUTSIDE_VALID_RANGE: {
    short: 'Number too large for {fieldName}',
    long: 'The number has more digits than {fieldName} allows. Enlarge the field.',
  },
  LIMIT_EXCEEDED: {
    short: 'A Salesforce limit was reached',
    long: 'Salesforce said: {originalErrorMessage}',
  },
};

const HUBSPOT: Readonly<Record<string, CatalogueText>> = {
  CONFLICT: {
    short: { company: 'Company conflict', contact: 'Contact conflict' },
    long: 'Another HubSpot record already has this e-mail address or unique value. Merge the two in HubSpot, then sync again. HubSpot said: {originalErrorMessage}',
  },
  INVALID_OPTION: {
    short: 'Invalid option for {fieldName}',
    long: 'The value is not among the options of the dropdown {fieldName}. Add the option in HubSpot.',
  },
  INVALID_DATE: {
    short: 'Invalid date for {fieldName}',
    long: 'HubSpot could not read the value of {fieldName} as a date. Map a date field to it.',
  },
  INVALID_INTEGER: {
    short: '{fieldName} needs a whole number',
    long: 'A value that is not a whole number was sent to the number property {fieldName}. Check the mapping.',
  },
  INVALID_BOOLEAN: {
    short: '{fieldName} needs yes or no',
    long: 'Only yes or no fit the checkbox {fieldName}. Check the mapping.',
  },
  INVALID_EMAIL: {
    short: 'Invalid e-mail address',
    long: 'HubSpot does not accept the e-mail address in {fieldName}.',
  },
  INVALID_STRING_LENGTH: {
    short: 'Text too long for {fieldName}',
    long: 'The text is longer than HubSpot allows (65,536 characters; unique properties less).',
  },
  READ_ONLY_VALUE: {
    short: "{fieldName} can't be updated",
    long: '{fieldName} is calculated or set by HubSpot. Remove the mapping.',
  },
  PROPERTY_DOESNT_EXIST: {
    short: '{fieldName} does not exist',
    long: 'The property was removed or renamed in HubSpot. Create it again or remove the mapping.',
  },
  REQUIRED_PROPERTY: {
    short: '{fieldName} is required',
    long: 'Your HubSpot requires {fieldName} for this record. Map a field to it or relax the rule. HubSpot said: {originalErrorMessage}',
  },
  OBJECT_NOT_FOUND: {
    short: 'Record no longer exists',
    long: 'The record was deleted in HubSpot, so syncing it was turned off. Restore it, or send us the id of the record to use instead.',
  },
  MISSING_SCOPES: {
    short: 'Quarry lacks a permission',
    long: 'The connection lacks a permission in HubSpot. Connect HubSpot again and accept all permissions.',
  },
  VALIDATION_ERROR: {
    short: 'Validation error in {fieldName}',
    long: 'The CRM refused a value. It said: {originalErrorMessage}',
  },
};

const PIPEDRIVE: Readonly<Record<string, CatalogueText>> = {
  VALIDATION_ERROR: {
    short: 'Validation error in {fieldName}',
    long: 'The CRM refused a value. It said: {originalErrorMessage}',
  },
  ORGANIZATION_NOT_FOUND: {
    short: 'Organization not found',
    long: 'The organization was deleted or merged in Pipedrive. Restore it, or send us the id of the one to use instead.',
  },
  PERSON_NOT_FOUND: {
    short: 'Person not found',
    long: 'The person was deleted or merged in Pipedrive, so syncing them was turned off.',
  },
  FIELD_NOT_FOUND: {
    short: '{fieldName} does not exist',
    long: 'The field was removed in Pipedrive. Create it again or remove the mapping.',
  },
  INVALID_OPTION: {
    short: 'Invalid option for {fieldName}',
    long: 'The value is not among the options of {fieldName}. Add it in Pipedrive.',
  },
  FORBIDDEN: {
    short: 'No permission in Pipedrive',
    long: 'The connected user may not do this. Pipedrive said: {originalErrorMessage}',
  },
  FEATURE_LIMIT: {
    short: "Your Pipedrive plan's limit is reached",
    long: 'Pipedrive said: {originalErrorMessage}',
  },
};

const OWN: Readonly<Record<string, CatalogueText>> = {
  PICKLIST_LIMIT_EXCEEDED: {
    short: 'Too many unique values for {fieldName}',
    long: 'A picklist holds at most 1,000 different values and {fieldName} has more. Use a text field.',
  },
  TYPE_MISMATCH: {
    short: '{fieldName} has another type',
    long: "The value can't be turned into the type of {fieldName}. Change the mapping.",
  },
  FIELD_NOT_IN_CRM: {
    short: 'Mapped field does not exist in CRM',
    long: '{fieldName} is mapped but no longer in the CRM. Remove the mapping or create the field.',
  },
  ACCOUNT_NOT_CREATED: {
    short: 'Account for the contact was not created',
    long: "The contact's company could not be synced, so the contact was not sent. Fix the company's error first.",
  },
  NO_DOMAIN: {
    short: 'No valid website',
    long: "The company has no valid domain, so it can't be matched safely.",
  },
  NO_EMAIL: {
    short: 'No e-mail address',
    long: "The contact has no e-mail address, so it can't be matched safely.",
  },
  RECORD_TAKEN: {
    short: 'Another record is linked already',
    long: 'This CRM record is already linked to another Quarry record. Tell us which one is right.',
  },
  OUTCOME_UNKNOWN: {
    short: 'CRM did not answer',
    long: 'The CRM did not confirm this record. The next sync checks before it sends again.',
  },
  UNAVAILABLE: {
    short: 'CRM was not available',
    long: 'The CRM answered with errors several times. The next sync tries again. It said: {originalErrorMessage}',
  },
  WEBHOOK_REFUSED: {
    short: 'Your webhook refused the record',
    long: 'Your address answered with an error: {originalErrorMessage}',
  },
  WEBHOOK_UNREACHABLE: {
    short: 'Your webhook could not be reached',
    long: 'No answer came in time, or the address is not allowed: {originalErrorMessage}',
  },
};
const FAILED: Readonly<Record<RecordType, { readonly short: string; readonly long: string }>> = {
  company: {
    short: 'Failed to create company',
    long: 'Failed to create company. Please contact support. The CRM said: {originalErrorMessage}',
  },
  contact: {
    short: 'Failed to create contact',
    long: 'Failed to create contact. Please contact support. The CRM said: {originalErrorMessage}',
  },
};

const UNKNOWN = { short: 'Failed to create entry', long: 'Failed to create entry. {originalErrorMessage}' };

/** Several records of the CRM could be meant. */
export const MULTIPLE_MATCHES = 'MULTIPLE_MATCHES';
const SEVERAL = {
  short: 'Several CRM records match',
  long: 'More than one record in the CRM fits this one, so nothing was written. Send the ID of the desired record to support.',
};

const TEXTS: Readonly<Record<string, Readonly<Record<string, CatalogueText>>>> = {
  SF: SALESFORCE,
  HS: HUBSPOT,
  PD: PIPEDRIVE,
  GF: OWN,
};

const PREFIXES: Readonly<Record<IntegrationType, string>> = {
  SALESFORCE: 'SF',
  HUBSPOT: 'HS',
  PIPEDRIVE: 'PD',
  WEBHOOK: 'GF',
};

/** The code of an error: whoever found it, the kind of record and the suffix of the catalogue. */
export function errorCodeOf(integrationType: IntegrationType, recordType: RecordType, suffix: string): string {
  if (suffix === MULTIPLE_MATCHES) return suffix;
  const prefix = Object.hasOwn(OWN, suffix) ? 'GF' : PREFIXES[integrationType];
  return `${prefix}_${recordType.toUpperCase()}_${suffix}`;
}

const CODE = /^(SF|HS|PD|GF)_(COMPANY|CONTACT)_(.+)$/;

/** The part of a code that the CRMs' errors are known by. */
export const suffixOf = (errorCode: string): string => CODE.exec(errorCode)?.[3] ?? errorCode;

function textsOf(errorCode: string): { readonly short: string; readonly long: string } {
  if (errorCode === MULTIPLE_MATCHES) return SEVERAL;
  const [, prefix = '', kind, suffix = ''] = CODE.exec(errorCode) ?? [];
  const recordType: RecordType = kind === 'CONTACT' ? 'contact' : 'company';
  if (suffix === 'FAILED') return FAILED[recordType];
  const texts = TEXTS[prefix] ?? {};
  const found = Object.hasOwn(texts, suffix) ? texts[suffix] : undefined;
  if (found === undefined) return UNKNOWN;
  return { short: typeof found.short === 'string' ? found.short : found.short[recordType], long: found.long };
}

/** Renders what people read about an error. */
export function describeError(error: {
  readonly errorCode: string;
  readonly field: string | null;
  readonly message: string | null;
}): { readonly shortDescription: string; readonly longDescription: string } {
  const { short, long } = textsOf(error.errorCode);
  const render = (text: string) =>
    text
      .replaceAll('{fieldName}', () => error.field ?? 'a field')
      .replaceAll('{originalErrorMessage}', () => error.message ?? '')
      .trim();
  return { shortDescription: render(short), longDescription: render(long) };
}

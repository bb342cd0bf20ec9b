import type { RecordType } from '@quarry/contracts';
import { z } from 'zod';
import { typesAcceptedBy } from '../field-shape.ts';
import type { DescribedField, ExternalAccount, VendorApi } from '../vendor.ts';
import { readAnswer } from './errors.ts';
import { importedTypeOf, shapeOf } from './field-type.ts';
import { queryAll } from './query.ts';

export const objectOf = (recordType: RecordType) => (recordType === 'company' ? 'Account' : 'Contact');

/** An external id for our own key. */
export const KEY_FIELD = 'Quarry_Id__c';

const flag = z.boolean().nullish();
const described = z.looseObject({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  length: z.number().nullish(),
  digits: z.number().nullish(),
  precision: z.number().nullish(),
  scale: z.number().nullish(),
  createable: flag,
  updateable: flag,
  calculated: flag,
  autoNumber: flag,
  deprecatedAndHidden: flag,
  nillable: flag,
  defaultedOnCreate: flag,
  restrictedPicklist: flag,
  unique: flag,
  externalId: flag,
  picklistValues: z.array(z.looseObject({ active: flag, label: z.string().nullish(), value: z.string() })).nullish(),
});
type SalesforceField = z.infer<typeof described>;

const description = z.looseObject({ fields: z.array(described) });

export async function describeObject(api: VendorApi, data: string, recordType: RecordType): Promise<SalesforceField[]> {
  const path = `${data}/sobjects/${objectOf(recordType)}/describe`;
  return readAnswer(description, await api.send({ method: 'GET', path, kind: 'read' })).fields;
}

export async function describe(api: VendorApi, data: string, recordType: RecordType): Promise<DescribedField[]> {
  return (await describeObject(api, data, recordType)).map(describedOf);
}

function describedOf(field: SalesforceField): DescribedField {
  const shape = shapeOf(field.type);
  const isList = shape === 'option' || shape === 'options' || field.type === 'combobox';
  const options = isList
    ? (field.picklistValues ?? [])
        .filter(({ active }) => active !== false)
        .map(({ label, value }) => ({ label: label ?? value, value }))
    : null;
  const reason =
    reasonAgainstSync(field) ?? (shape === null ? `Fields of the type ${field.type} can't be written.` : null);
  return {
    id: field.name,
    label: field.label,
    type: field.type,
    canUseInSync: reason === null,
    reason,
    acceptsTypes: reason === null && shape !== null ? [...typesAcceptedBy(shape, options)] : [],
    importsAs: field.deprecatedAndHidden === true ? null : importedTypeOf(field.type),
    maxLength: shape === 'text' || shape === 'option' ? (field.length ?? null) : null,
    options,
    isRestricted: field.restrictedPicklist === true,
    isRequired: field.nillable === false && field.defaultedOnCreate !== true && field.type !== 'boolean',
    digits: digitsOf(field),
    isUnique: field.unique === true,
  };
}

function digitsOf(field: SalesforceField): DescribedField['digits'] {
  if (shapeOf(field.type) !== 'number') return null;
  if (field.type === 'int' || field.type === 'long') return { precision: field.digits || 9, scale: 0 };
  return field.precision ? { precision: field.precision, scale: field.scale ?? 0 } : null;
}

function reasonAgainstSync(field: SalesforceField): string | null {
  if (field.name === KEY_FIELD) return 'Quarry keeps its own id in this field.';
  if (field.deprecatedAndHidden === true) return 'This field is no longer used in Salesforce.';
  if (field.calculated === true) return 'This field is a formula.';
  if (field.autoNumber === true) return 'Salesforce numbers this field itself.';
  if (field.type === 'reference') return 'This field points to another record.';
  if (field.createable !== true || field.updateable !== true) {
    return 'The connected user may not edit this field, or Salesforce sets it itself.';
  }
  return null;
}

const resources = z.looseObject({ identity: z.string().nullish() });

export async function readAccount(api: VendorApi, data: string): Promise<ExternalAccount> {
  const { identity } = readAnswer(resources, await api.send({ method: 'GET', path: `${data}/`, kind: 'read' }));
  const [, organisationId, userId] = /\/id\/(\w+)\/(\w+)\/?$/.exec(identity ?? '') ?? [];
  const [organisation] = await queryAll(api, data, 'SELECT Id, Name FROM Organization');
  const host = new URL(api.account.apiUrl).hostname;
  return {
    id: organisationId ?? host,
    name: typeof organisation?.Name === 'string' ? organisation.Name : host,
    apiUrl: api.account.apiUrl,
    facts: {
      ...(organisationId === undefined ? {} : { organisationId }),
      ...(userId === undefined ? {} : { userId }),
    },
  };
}

/** Leads to either user interface. */
export const recordUrl = (account: ExternalAccount, id: string) => `${account.apiUrl}/${encodeURIComponent(id)}`;

const limits = z.looseObject({ DailyApiRequests: z.looseObject({ Max: z.number(), Remaining: z.number() }).nullish() });

export async function readAllowance(api: VendorApi, data: string) {
  const answer = await api.send({ method: 'GET', path: `${data}/limits`, kind: 'read' });
  const { DailyApiRequests: daily } = readAnswer(limits, answer);
  return daily ? { daily: daily.Max, remaining: daily.Remaining } : null;
}

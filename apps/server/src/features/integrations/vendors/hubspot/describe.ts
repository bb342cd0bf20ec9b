import type { RecordType } from '@quarry/contracts';
import { z } from 'zod';
import { typesAcceptedBy } from '../field-shape.ts';
import type { DescribedField, ExternalAccount, VendorApi } from '../vendor.ts';
import { readAnswer } from './errors.ts';
import { importedTypeOf, shapeOf, typeOf } from './field-type.ts';
import { KEY_PROPERTY, type ObjectType, paths } from './version.ts';

export const objectTypeOf = (recordType: RecordType): ObjectType =>
  recordType === 'company' ? 'companies' : 'contacts';

const flag = z.boolean().nullish();
export const property = z.looseObject({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  fieldType: z.string(),
  options: z
    .array(z.looseObject({ label: z.string(), value: z.string(), hidden: flag, displayOrder: z.number().nullish() }))
    .nullish(),
  calculated: flag,
  hidden: flag,
  archived: flag,
  externalOptions: flag,
  hasUniqueValue: flag,
  showCurrencySymbol: flag,
  numberDisplayHint: z.string().nullish(),
  modificationMetadata: z.looseObject({ readOnlyValue: flag }).nullish(),
});
export type Property = z.infer<typeof property>;

const properties = z.looseObject({ results: z.array(property) });

export async function describe(api: VendorApi, recordType: RecordType): Promise<DescribedField[]> {
  const answer = await api.send({ method: 'GET', path: paths.properties(objectTypeOf(recordType)), kind: 'read' });
  return readAnswer(properties, answer).results.map(describedOf);
}

/** HubSpot refuses longer texts. */
export const MAX_TEXT = 65_536;

function describedOf(found: Property): DescribedField {
  const type = typeOf(found);
  const shape = shapeOf(type);
  const options = found.type === 'enumeration' ? (found.options ?? []) : null;
  const choices = options?.map(({ label, value }) => ({ label, value })) ?? null;
  const reason =
    reasonAgainstSync(found) ?? (shape === null ? `Fields of the type ${found.type} can't be written.` : null);
  return {
    id: found.name,
    label: found.label,
    type,
    canUseInSync: reason === null,
    reason,
    acceptsTypes: reason === null && shape !== null ? [...typesAcceptedBy(shape, choices)] : [],
    importsAs: found.archived === true || found.externalOptions === true ? null : importedTypeOf(type),
    maxLength: shape === 'text' ? MAX_TEXT : null,
    options: choices,
    isRestricted: choices !== null,
    isRequired: false,
    digits: null,
    isUnique: found.hasUniqueValue === true,
  };
}

function reasonAgainstSync(found: Property): string | null {
  if (found.name === KEY_PROPERTY) return 'Quarry keeps its own id in this field.';
  if (found.archived === true) return 'This field is archived in HubSpot.';
  if (found.calculated === true) return 'HubSpot calculates this field.';
  if (found.modificationMetadata?.readOnlyValue === true) return 'This field is read-only in HubSpot.';
  if (found.hidden === true) return 'This field is hidden in HubSpot.';
  if (found.externalOptions === true) return 'The values of this field are kept elsewhere in HubSpot, such as users.';
  return null;
}

const account = z.looseObject({
  portalId: z.union([z.number(), z.string()]).transform(String),
  uiDomain: z.string().nullish(),
  timeZone: z.string().nullish(),
  companyCurrency: z.string().nullish(),
});

const UI_DOMAIN = 'app.hubspot.com';

export async function readAccount(api: VendorApi): Promise<ExternalAccount> {
  const answer = await api.send({ method: 'GET', path: paths.account, kind: 'read' });
  const { portalId, uiDomain, timeZone, companyCurrency } = readAnswer(account, answer);
  return {
    id: portalId,
    name: `Portal ${portalId}`,
    apiUrl: api.account.apiUrl,
    facts: {
      portalId,
      uiDomain: uiDomain ?? UI_DOMAIN,
      ...(isTimeZone(timeZone) ? { timeZone } : {}),
      ...(companyCurrency ? { currency: companyCurrency } : {}),
    },
  };
}

function isTimeZone(name: string | null | undefined): name is string {
  if (!name) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export function recordUrl({ facts }: ExternalAccount, recordType: RecordType, id: string): string {
  const type = recordType === 'company' ? '0-2' : '0-1';
  const domain = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(facts.uiDomain ?? '') ? facts.uiDomain : UI_DOMAIN;
  return `https://${domain}/contacts/${encodeURIComponent(facts.portalId ?? '')}/record/${type}/${encodeURIComponent(id)}`;
}

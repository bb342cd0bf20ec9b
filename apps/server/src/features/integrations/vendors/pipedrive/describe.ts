import type { RecordType } from '@quarry/contracts';
import { z } from 'zod';
import { typesAcceptedBy } from '../field-shape.ts';
import type { DescribedField, ExternalAccount, VendorApi } from '../vendor.ts';
import { readAnswer } from './errors.ts';
import { BUILT_IN, isCustom, maxLengthOf, requestName, shapeOf } from './field-type.ts';
import { COST } from './limits.ts';

/** A text field for our own key. */
export const KEY_LABEL = 'Quarry ID';
const PAGE = 500;

export const fieldsPath = (recordType: RecordType) =>
  `/api/v2/${recordType === 'company' ? 'organizationFields' : 'personFields'}`;

export const field = z.looseObject({
  field_name: z.string(),
  field_code: z.string(),
  field_type: z.string(),
  options: z.array(z.looseObject({ id: z.union([z.number(), z.string(), z.boolean()]), label: z.string() })).nullish(),
  is_custom_field: z.boolean().nullish(),
});
export type PipedriveField = z.infer<typeof field>;

const page = z.looseObject({
  data: z.array(field).nullish(),
  additional_data: z.looseObject({ next_cursor: z.string().nullish() }).nullish(),
});

export async function listFields(api: VendorApi, recordType: RecordType): Promise<PipedriveField[]> {
  const fields: PipedriveField[] = [];
  let cursor: string | null = null;
  do {
    const query: URLSearchParams = new URLSearchParams({ limit: String(PAGE), ...(cursor === null ? {} : { cursor }) });
    const path = `${fieldsPath(recordType)}?${query.toString()}`;
    const answer = await api.send({ method: 'GET', path, cost: COST.describe, kind: 'read' });
    const read: z.infer<typeof page> = readAnswer(page, answer);
    fields.push(...(read.data ?? []));
    cursor = read.additional_data?.next_cursor ?? null;
  } while (cursor !== null);
  return fields;
}

export async function describe(api: VendorApi, recordType: RecordType): Promise<DescribedField[]> {
  return (await listFields(api, recordType)).map((one) => describedOf(one, recordType));
}

function describedOf(found: PipedriveField, recordType: RecordType): DescribedField {
  const id = requestName(found.field_code);
  const builtIn = BUILT_IN[recordType][id];
  const type = builtIn ?? found.field_type;
  const shape = shapeOf(type);
  const isList = shape === 'option' || shape === 'options';
  const options = isList
    ? (found.options ?? []).map(({ id: value, label }) => ({ label, value: String(value) }))
    : null;
  const reason = reasonAgainstSync(found, builtIn !== undefined, shape !== null);
  return {
    id,
    label: found.field_name,
    type,
    canUseInSync: reason === null,
    reason,
    acceptsTypes: reason === null && shape !== null ? [...typesAcceptedBy(shape, options)] : [],
    // Fields of Pipedrive are not imported.
    importsAs: null,
    maxLength: maxLengthOf(type),
    options,
    isRestricted: isList,
    isRequired: id === 'name',
    digits: type === 'int' ? { precision: 15, scale: 0 } : null,
    isUnique: false,
  };
}

function reasonAgainstSync(found: PipedriveField, isBuiltIn: boolean, hasShape: boolean): string | null {
  if (found.field_name === KEY_LABEL && isCustom(found.field_code)) return 'Quarry keeps its own id in this field.';
  if (!isBuiltIn && !isCustom(found.field_code))
    return 'Pipedrive sets this field itself, or links other records in it.';
  return hasShape ? null : `Fields of the type ${found.field_type} can't be written.`;
}

const me = z.looseObject({
  data: z.looseObject({
    company_id: z.union([z.number(), z.string()]).transform(String),
    company_name: z.string().nullish(),
    company_domain: z.string(),
    default_currency: z.string().nullish(),
  }),
});

export async function readAccount(api: VendorApi): Promise<ExternalAccount> {
  const answer = await api.send({ method: 'GET', path: '/api/v1/users/me', cost: COST.account, kind: 'read' });
  const { data } = readAnswer(me, answer);
  return {
    id: data.company_id,
    name: data.company_name ?? data.company_domain,
    apiUrl: api.account.apiUrl,
    facts: {
      companyDomain: data.company_domain,
      ...(data.default_currency ? { currency: data.default_currency } : {}),
    },
  };
}

export function recordUrl({ apiUrl, facts }: ExternalAccount, recordType: RecordType, id: string): string {
  const { companyDomain = '' } = facts;
  const place = recordType === 'company' ? 'organization' : 'person';
  const host = /^[a-z0-9-]+$/i.test(companyDomain) ? `https://${companyDomain}.pipedrive.com` : apiUrl;
  return `${host}/${place}/${encodeURIComponent(id)}`;
}

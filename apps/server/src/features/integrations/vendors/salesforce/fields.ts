import type { RecordType } from '@quarry/contracts';
import { z } from 'zod';
import { optionLabels } from '../field-shape.ts';
import { plainText } from '../plain-text.ts';
import { type ChangeField, type NewField, type VendorApi, VendorRefusal } from '../vendor.ts';
import { describeObject, KEY_FIELD, objectOf } from './describe.ts';
import { readAnswer, readRefusal } from './errors.ts';
import { DESCRIBED_AS, LONG_TEXT, metadataOf, picklistValue } from './field-type.ts';
import { literal, queryAll } from './query.ts';

const SUFFIX = '__c';
const MAX_NAME = 40;
const KEY_LENGTH = 64;
const MAX_TEXT = 255;

export async function createField(
  api: VendorApi,
  data: string,
  recordType: RecordType,
  field: NewField,
): Promise<{ externalName: string }> {
  const name = fieldName(field.name);
  const existing = (await describeObject(api, data, recordType)).find((one) => isSameName(one.name, name));
  if (existing !== undefined) {
    if (existing.type === DESCRIBED_AS[field.type.replace(/\(.*$/, '')]) return { externalName: existing.name };
    throw new VendorRefusal({
      code: 'DUPLICATE_DEVELOPER_NAME',
      field: name,
      message: `Salesforce already has a field ${name} of the type ${existing.type}`,
    });
  }
  await createCustomField(api, data, recordType, name, {
    label: field.label.slice(0, MAX_NAME),
    description: field.description,
    ...metadataOf(field.type, field.options),
  });
  return { externalName: name };
}

export async function ensureKeyField(api: VendorApi, data: string, recordType: RecordType): Promise<string | null> {
  try {
    const existing = (await describeObject(api, data, recordType)).find(({ name }) => isSameName(name, KEY_FIELD));
    if (existing !== undefined) {
      const isUsable = existing.externalId === true && existing.unique === true && existing.createable === true;
      return isUsable ? existing.name : null;
    }
    await createCustomField(api, data, recordType, KEY_FIELD, {
      type: 'Text',
      label: 'Quarry Id',
      description: 'The id of this record in Quarry. It keeps Quarry from creating the record twice.',
      length: KEY_LENGTH,
      externalId: true,
      unique: true,
      caseSensitive: false,
    });
    return KEY_FIELD;
  } catch (error) {
    // Without the permission, records are matched by website and e-mail alone.
    if (error instanceof VendorRefusal) return null;
    throw error;
  }
}

async function createCustomField(
  api: VendorApi,
  data: string,
  recordType: RecordType,
  name: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  const fullName = `${objectOf(recordType)}.${name}`;
  const answer = await refusingClearly(() =>
    api.send({
      method: 'POST',
      path: `${data}/tooling/sobjects/CustomField`,
      body: { FullName: fullName, Metadata: metadata },
      // A second field of this name is refused, so sending it again does no harm.
      kind: 'write',
    }),
  );
  const isThere = answer.status >= 400 && readRefusal(answer.body).code === 'DUPLICATE_DEVELOPER_NAME';
  if (!isThere) await refusingClearly(async () => readAnswer(z.unknown(), answer));
  await allowForProfile(api, data, recordType, fullName);
}

/** A new field is hidden, also from us, until the profile of the connected user may see it. */
async function allowForProfile(api: VendorApi, data: string, recordType: RecordType, fullName: string): Promise<void> {
  const { userId } = api.account.facts;
  if (userId === undefined) return;
  const [user] = await queryAll(api, data, `SELECT Id, ProfileId FROM User WHERE Id = ${literal(userId)}`);
  const ofProfile = `IsOwnedByProfile = true AND ProfileId = ${literal(plainText(user?.ProfileId))}`;
  const [permissionSet] = await queryAll(api, data, `SELECT Id FROM PermissionSet WHERE ${ofProfile}`);
  if (permissionSet === undefined) return;
  const answer = await api.send({
    method: 'POST',
    path: `${data}/sobjects/FieldPermissions`,
    body: {
      ParentId: permissionSet.Id,
      SobjectType: objectOf(recordType),
      Field: fullName,
      PermissionsRead: true,
      PermissionsEdit: true,
    },
    kind: 'write',
  });
  if (answer.status >= 400 && readRefusal(answer.body).code.startsWith('DUPLICATE')) return;
  readAnswer(z.unknown(), answer);
}

/** Says which permission lacks, if one does. */
async function refusingClearly<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof VendorRefusal) || !/^INSUFFICIENT_ACCESS|^INVALID_TYPE$/.test(error.refusal.code))
      throw error;
    const message = 'The connected user needs the permission "Customize Application" in Salesforce to create fields';
    throw new VendorRefusal({ ...error.refusal, code: 'INSUFFICIENT_ACCESS_OR_READONLY', message });
  }
}

const customField = z.looseObject({ Metadata: z.record(z.string(), z.unknown()) });
const valueSet = z.looseObject({
  valueSetDefinition: z.looseObject({ value: z.array(z.looseObject({ valueName: z.string() })) }),
});

export const changeFieldOf =
  (data: string): ChangeField =>
  async (api, recordType, field, change) => {
    const refuse = (message: string) => new VendorRefusal({ code: 'INVALID_FIELD', field: field.id, message });
    if (!field.id.endsWith(SUFFIX)) throw refuse(`Salesforce lets nobody change its own field ${field.id}`);
    const developerName = field.id.slice(0, -SUFFIX.length).replace(/^\w+?__/, '');
    const where = `TableEnumOrId = ${literal(objectOf(recordType))} AND DeveloperName = ${literal(developerName)}`;
    const found = await queryAll(api, `${data}/tooling`, `SELECT Id, Metadata FROM CustomField WHERE ${where}`);
    const read = customField.safeParse(found[0]);
    if (!read.success) throw refuse(`There is no field ${field.id}`);
    const { Metadata: metadata } = read.data;
    const answer = await refusingClearly(() =>
      api.send({
        method: 'PATCH',
        path: `${data}/tooling/sobjects/CustomField/${found[0]?.Id}`,
        body: {
          Metadata: {
            ...metadata,
            ...(change.kind === 'addOptions'
              ? withOptions(metadata, change.options, refuse)
              : lengthened(metadata, refuse)),
          },
        },
        kind: 'write',
      }),
    );
    await refusingClearly(async () => readAnswer(z.unknown(), answer));
  };

function withOptions(
  metadata: Readonly<Record<string, unknown>>,
  options: readonly string[],
  refuse: (message: string) => Error,
) {
  const set = valueSet.safeParse(metadata.valueSet);
  if (!set.success) throw refuse('This picklist shares its values with others, so they are added in Salesforce');
  const { valueSetDefinition: definition } = set.data;
  const known = new Set(definition.value.map(({ valueName }) => valueName.toLowerCase()));
  const added = optionLabels(options)
    .filter((option) => !known.has(option.toLowerCase()))
    .map(picklistValue);
  return {
    valueSet: { ...set.data, valueSetDefinition: { ...definition, value: [...definition.value, ...added] } },
  };
}

function lengthened({ type, length }: Readonly<Record<string, unknown>>, refuse: (message: string) => Error) {
  if (type === 'Text' && Number(length) < MAX_TEXT) return { length: MAX_TEXT };
  const long = metadataOf(LONG_TEXT, null);
  if (type === 'Text' || type === 'TextArea') return { ...long, externalId: undefined, unique: undefined };
  if (type === 'LongTextArea' && Number(length) < Number(long.length)) return { length: long.length };
  throw refuse('This field cannot be made longer');
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The nearest name that Salesforce takes: letters, digits and single underscores, beginning with a letter. */
export function fieldName(name: string): string {
  const plain = name
    .replace(/__c$/i, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const begun = /^[A-Za-z]/.test(plain) ? plain : `Quarry_${plain}`;
  return `${begun.slice(0, MAX_NAME).replace(/_+$/, '')}${SUFFIX}`;
}

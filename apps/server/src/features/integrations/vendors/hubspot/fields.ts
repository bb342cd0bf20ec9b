import type { RecordType } from '@quarry/contracts';
import { z } from 'zod';
import { optionLabels } from '../field-shape.ts';
import { type ChangeField, type NewField, type VendorApi, VendorRefusal } from '../vendor.ts';
import { objectTypeOf, property } from './describe.ts';
import { readAnswer, readProblem } from './errors.ts';
import { typeOf } from './field-type.ts';
import { KEY_PROPERTY, type ObjectType, paths } from './version.ts';

/** New properties stand in a group of their own. */
const GROUP = { name: 'quarry', label: 'Quarry', displayOrder: -1 };

export async function createField(
  api: VendorApi,
  recordType: RecordType,
  field: NewField,
): Promise<{ externalName: string }> {
  const type = objectTypeOf(recordType);
  const name = propertyName(field.name);
  const existing = await findProperty(api, type, name);
  if (existing !== null) {
    if (typeOf(existing) === field.type) return { externalName: name };
    throw new VendorRefusal({
      code: 'VALIDATION_ERROR',
      field: name,
      message: `HubSpot already has a property ${name} of the type ${typeOf(existing)}`,
    });
  }
  await createProperty(api, type, name, field, {});
  return { externalName: name };
}

export async function ensureKeyField(api: VendorApi, recordType: RecordType): Promise<string | null> {
  const type = objectTypeOf(recordType);
  try {
    const existing = await findProperty(api, type, KEY_PROPERTY);
    if (existing !== null) return existing.hasUniqueValue === true ? KEY_PROPERTY : null;
    const key = {
      label: 'Quarry id',
      description: 'The id of this record in Quarry. It keeps Quarry from creating the record twice.',
      type: 'string/text',
      options: null,
    };
    await createProperty(api, type, KEY_PROPERTY, key, { hasUniqueValue: true });
    return KEY_PROPERTY;
  } catch (error) {
    // Without the permission, or with ten unique properties already, records are matched by domain and e-mail alone.
    if (error instanceof VendorRefusal) return null;
    throw error;
  }
}

export const changeField: ChangeField = async (api, recordType, field, change) => {
  if (change.kind === 'lengthen') {
    throw new VendorRefusal({
      code: 'INVALID_STRING_LENGTH',
      field: field.id,
      message: 'HubSpot has no longer fields',
    });
  }
  const type = objectTypeOf(recordType);
  const existing = await findProperty(api, type, field.id);
  const options = existing?.options ?? [];
  const known = new Set(options.flatMap(({ label, value }) => [label, value].map((text) => text.toLowerCase())));
  const added = change.options.filter((option) => !known.has(option.toLowerCase()));
  if (added.length === 0) return;
  const all = [
    ...options.map(({ label, value, hidden, displayOrder }, at) => ({
      label,
      value,
      hidden: hidden ?? false,
      displayOrder: displayOrder ?? at,
    })),
    ...optionsOf(added, options.length),
  ];
  await api
    .send({ method: 'PATCH', path: `${paths.properties(type)}/${field.id}`, body: { options: all }, kind: 'write' })
    .then((answer) => readAnswer(z.unknown(), answer));
};

async function findProperty(api: VendorApi, type: ObjectType, name: string) {
  const answer = await api.send({
    method: 'GET',
    path: `${paths.properties(type)}/${encodeURIComponent(name)}`,
    kind: 'read',
  });
  return answer.status === 404 ? null : readAnswer(property, answer);
}

async function createProperty(
  api: VendorApi,
  type: ObjectType,
  name: string,
  field: Omit<NewField, 'name'>,
  more: { hasUniqueValue?: boolean },
): Promise<void> {
  await createGroup(api, type);
  const [hubspotType, fieldType, look] = field.type.split('/');
  const answer = await api.send({
    method: 'POST',
    path: paths.properties(type),
    body: {
      groupName: GROUP.name,
      name,
      label: field.label,
      description: field.description,
      type: hubspotType,
      fieldType,
      ...lookOf(look),
      ...optionsFor(field),
      ...more,
    },
    // A second property of this name is refused, so sending it again does no harm.
    kind: 'write',
  });
  if (answer.status === 409 && (await findProperty(api, type, name)) !== null) return;
  readAnswer(z.unknown(), answer);
}

async function createGroup(api: VendorApi, type: ObjectType): Promise<void> {
  const answer = await api.send({
    method: 'POST',
    path: `${paths.properties(type)}/groups`,
    body: GROUP,
    kind: 'write',
  });
  if (answer.status >= 400 && !isAlreadyThere(answer.status, answer.body)) readAnswer(z.unknown(), answer);
}

const isAlreadyThere = (status: number, body: unknown) =>
  status === 409 || /already exists/i.test(readProblem(body).refusal.message);

function lookOf(look: string | undefined): { numberDisplayHint?: string; showCurrencySymbol?: boolean } {
  if (look === 'percentage') return { numberDisplayHint: 'percentage' };
  return look === 'currency' ? { showCurrencySymbol: true } : {};
}

function optionsFor({ type, options }: Omit<NewField, 'name'>): { options?: object[] } {
  if (type === 'bool/booleancheckbox') {
    return {
      options: [
        { label: 'Yes', value: 'true', displayOrder: 0, hidden: false },
        { label: 'No', value: 'false', displayOrder: 1, hidden: false },
      ],
    };
  }
  return type.startsWith('enumeration/') ? { options: optionsOf(options ?? [], 0) } : {};
}

/** A `;` separates the values of a property with several. */
const optionsOf = (labels: readonly string[], from: number) =>
  optionLabels(labels).map((label, at) => ({
    label,
    value: label.replaceAll(';', ','),
    displayOrder: from + at,
    hidden: false,
  }));

/** The nearest name that HubSpot takes: lower-case letters, digits and underscores, beginning with a letter. */
export function propertyName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return (/^[a-z]/.test(plain) ? plain : `quarry_${plain}`).slice(0, MAX_NAME).replace(/_+$/, '');
}

const MAX_NAME = 100;

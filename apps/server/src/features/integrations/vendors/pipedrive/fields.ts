import type { RecordType } from '@quarry/contracts';
import { z } from 'zod';
import { optionLabels } from '../field-shape.ts';
import { type ChangeField, type NewField, OutcomeUnknown, type VendorApi, VendorRefusal } from '../vendor.ts';
import { field, fieldsPath, KEY_LABEL, listFields } from './describe.ts';
import { readAnswer } from './errors.ts';
import { isCustom } from './field-type.ts';
import { COST } from './limits.ts';

export async function createField(
  api: VendorApi,
  recordType: RecordType,
  wanted: NewField,
): Promise<{ externalName: string }> {
  const existing = await findCustomField(api, recordType, wanted.label);
  if (existing !== undefined) {
    if (existing.field_type === wanted.type) return { externalName: existing.field_code };
    throw new VendorRefusal({
      code: 'VALIDATION_ERROR',
      field: existing.field_code,
      message: `Pipedrive already has a field "${wanted.label}" of the type ${existing.field_type}`,
    });
  }
  return { externalName: await createCustomField(api, recordType, wanted) };
}

export async function ensureKeyField(api: VendorApi, recordType: RecordType): Promise<string | null> {
  const existing = await findCustomField(api, recordType, KEY_LABEL);
  if (existing !== undefined) return existing.field_type === 'varchar' ? existing.field_code : null;
  try {
    return await createCustomField(api, recordType, { label: KEY_LABEL, type: 'varchar', options: null });
  } catch (error) {
    // Where the plan has no field left, records are matched by website and e-mail alone.
    if (error instanceof VendorRefusal) return null;
    throw error;
  }
}

export async function findCustomField(api: VendorApi, recordType: RecordType, label: string) {
  const name = label.trim().toLowerCase();
  const fields = await listFields(api, recordType);
  return fields.find((one) => isCustom(one.field_code) && one.field_name.trim().toLowerCase() === name);
}

const created = z.looseObject({ data: field });

async function createCustomField(
  api: VendorApi,
  recordType: RecordType,
  { label, type, options }: Pick<NewField, 'label' | 'type' | 'options'>,
): Promise<string> {
  // An enum without options of its own says yes or no.
  const labels = optionLabels(options ?? ['Yes', 'No']);
  const isList = type === 'enum' || type === 'set';
  const body = {
    field_name: label,
    field_type: type,
    ...(isList ? { options: labels.map((option) => ({ label: option })) } : {}),
  };
  try {
    const answer = await api.send({
      method: 'POST',
      path: fieldsPath(recordType),
      body,
      cost: COST.write,
      kind: 'create',
    });
    return readAnswer(created, answer).data.field_code;
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    // Pipedrive would take a second field of the same name.
    const existing = await findCustomField(api, recordType, label);
    if (existing === undefined) throw error;
    return existing.field_code;
  }
}

export const changeField: ChangeField = async (api, recordType, changed, change) => {
  const refuse = (message: string) => new VendorRefusal({ code: 'VALIDATION_ERROR', field: changed.id, message });
  if (change.kind === 'lengthen') throw refuse('Fields of Pipedrive cannot be made longer');
  if (!isCustom(changed.id)) throw refuse(`Pipedrive lets nobody add options to its own field ${changed.label}`);
  const fields = await listFields(api, recordType);
  const options = fields.find(({ field_code: code }) => code === changed.id)?.options ?? [];
  const known = new Set(options.map(({ label }) => label.toLowerCase()));
  const added = optionLabels(change.options).filter((label) => !known.has(label.toLowerCase()));
  if (added.length === 0) return;
  const answer = await api.send({
    method: 'POST',
    path: `${fieldsPath(recordType)}/${encodeURIComponent(changed.id)}/options`,
    body: added.map((label) => ({ label })),
    cost: COST.write,
    kind: 'write',
  });
  readAnswer(z.unknown(), answer);
};

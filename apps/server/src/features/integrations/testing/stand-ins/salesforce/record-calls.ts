import { z } from 'zod';
import { plainText } from '../../../vendors/plain-text.ts';
import type { StandInRecord } from '../records.ts';
import { type FieldProblem, findFault, UnreadableValue } from './fields.ts';
import { refuse } from './problem.ts';
import { requireField } from './queries.ts';
import { asLongId, type ObjectType, type SalesforceStandIn } from './salesforce-stand-in.ts';

const VERSION = '/services/data/v66.0';
const MAX_BATCH = 200;

const objectType = z.enum(['Account', 'Contact']);
const record = z.looseObject({ attributes: z.strictObject({ type: objectType }) });
const collection = z.strictObject({
  allOrNone: z.literal(false),
  records: z
    .array(record)
    .min(1)
    .max(MAX_BATCH)
    .refine((all) => new Set(all.map(({ attributes }) => attributes.type)).size === 1, 'One type of records a call'),
});
const updated = collection.refine(
  ({ records }) => records.every(({ id }) => typeof id === 'string'),
  'Every record has an id',
);
const unidentified = collection.refine(
  ({ records }) => records.every((one) => !('id' in one) && !('Id' in one)),
  'No record has an id',
);
const reading = z.strictObject({ ids: z.array(z.string()).min(1).max(2_000), fields: z.array(z.string()).min(1) });
const removing = z.strictObject({ ids: z.string(), allOrNone: z.literal('false') });
const ofType = z.object({ type: objectType, key: z.string().optional() });

type Result =
  | { id: string; success: true; errors: []; created?: boolean }
  | { success: false; errors: readonly FieldProblem[] };

/** The calls that read and write records in collections. */
export function addRecordCalls(salesforce: SalesforceStandIn): void {
  const { server } = salesforce;
  server.app.post(`${VERSION}/composite/sobjects`, async ({ body }) => {
    const { records } = server.accept(unidentified, body);
    return readable(() => {
      checkColumns(salesforce, records);
      return records.map((one) => insert(salesforce, one.attributes.type, valuesOf(one)));
    });
  });
  server.app.patch(`${VERSION}/composite/sobjects`, async ({ body }) => {
    const { records } = server.accept(updated, body);
    return readable(() => {
      checkColumns(salesforce, records);
      return records.map((one): Result => {
        const { id, ...values } = valuesOf(one);
        return change(salesforce, one.attributes.type, plainText(id), values);
      });
    });
  });
  server.app.patch(`${VERSION}/composite/sobjects/:type/:key`, async ({ params, body }) => {
    const { type, key = '' } = server.accept(ofType, params);
    const { records } = server.accept(unidentified, body);
    requireField(salesforce, type, key);
    if (salesforce.fields[type].get(key)?.externalId !== true)
      throw refuse(404, 'NOT_FOUND', `${key} is not an external id`);
    return readable(() => {
      checkColumns(salesforce, records);
      const seen = new Set<unknown>();
      return records.map((one): Result => {
        const values = valuesOf(one);
        if (seen.has(values[key])) return failed('DUPLICATE_VALUE', 'Duplicate external id specified', [key]);
        seen.add(values[key]);
        const [holder, ...others] = salesforce.storeOf(type).withValue(key, plainText(values[key]));
        if (others.length > 0) return failed('DUPLICATE_EXTERNAL_ID', `${key}: more than one record found`, [key]);
        const result =
          holder === undefined ? insert(salesforce, type, values) : change(salesforce, type, holder.id, values);
        return result.success ? { ...result, created: holder === undefined } : result;
      });
    });
  });
  server.app.post(`${VERSION}/composite/sobjects/:type`, async ({ params, body }) => {
    const { type } = server.accept(ofType, params);
    const { ids, fields } = server.accept(reading, body);
    for (const field of fields) requireField(salesforce, type, field);
    return ids.map((id) => {
      const found = salesforce.storeOf(type).find(asLongId(id));
      if (found === undefined || found.isDeleted) return null;
      return {
        attributes: { type },
        ...Object.fromEntries(fields.map((field) => [field, salesforce.valueOf(found, field)])),
      };
    });
  });
  server.app.delete(`${VERSION}/composite/sobjects`, async ({ query }) => {
    const ids = server.accept(removing, query).ids.split(',');
    return ids.map((id): Result => {
      const type = id.startsWith('003') ? 'Contact' : 'Account';
      const found = salesforce.storeOf(type).find(asLongId(id));
      if (found === undefined || found.isDeleted) return failed('ENTITY_IS_DELETED', 'entity is deleted', []);
      salesforce.storeOf(type).remove(found.id);
      return { id: found.id, success: true, errors: [] };
    });
  });
}

/** One value that can't be read refuses all records. */
function readable(write: () => readonly Result[]): readonly Result[] {
  try {
    return write();
  } catch (error) {
    if (error instanceof UnreadableValue) throw refuse(400, 'JSON_PARSER_ERROR', error.message);
    throw error;
  }
}

/** Unknown columns and values of the wrong type refuse the request before anything is written. */
function checkColumns(salesforce: SalesforceStandIn, records: readonly z.infer<typeof record>[]): void {
  for (const one of records) {
    const { id: _id, ...values } = valuesOf(one);
    const { type } = one.attributes;
    for (const [name, value] of Object.entries(values)) {
      requireField(salesforce, type, name);
      const field = salesforce.fields[type].get(name);
      if (field !== undefined && value !== null) findFault({ ...field, createable: true }, value, false);
    }
  }
}

function valuesOf({ attributes: _attributes, ...values }: z.infer<typeof record>): Record<string, unknown> {
  return values;
}

function insert(salesforce: SalesforceStandIn, type: ObjectType, values: Record<string, unknown>): Result {
  const required = [...salesforce.fields[type].values()].filter(
    ({ nillable, createable, defaultedOnCreate }) => !nillable && createable && !defaultedOnCreate,
  );
  const missing = required.filter(({ name }) => (values[name] ?? '') === '').map(({ name }) => name);
  if (missing.length > 0)
    return failed('REQUIRED_FIELD_MISSING', `Required fields are missing: [${missing.join(', ')}]`, missing);
  const refusal = refusalOf(salesforce, type, values, null);
  if (refusal !== null) return refusal;
  return { id: salesforce.storeOf(type).create(stored(values), 'api').id, success: true, errors: [] };
}

function change(salesforce: SalesforceStandIn, type: ObjectType, id: string, values: Record<string, unknown>): Result {
  const found = salesforce.storeOf(type).find(asLongId(id));
  if (found === undefined) return failed('INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id', []);
  if (found.isDeleted) return failed('ENTITY_IS_DELETED', 'entity is deleted', []);
  const refusal = refusalOf(salesforce, type, values, found);
  if (refusal !== null) return refusal;
  salesforce.storeOf(type).update(found.id, stored(values), 'api');
  return { id: found.id, success: true, errors: [] };
}

function refusalOf(
  salesforce: SalesforceStandIn,
  type: ObjectType,
  values: Record<string, unknown>,
  existing: StandInRecord | null,
): Result | null {
  const isLocked = salesforce.lacks.has(type === 'Account' ? 'Edit Accounts' : 'Edit Contacts');
  if (isLocked) return failed('INSUFFICIENT_ACCESS_OR_READONLY', 'insufficient access rights on object id', []);
  for (const [name, value] of Object.entries(values)) {
    const field = salesforce.fields[type].get(name);
    const fault = field === undefined ? null : findFault(field, value, existing !== null);
    if (fault !== null) return { success: false, errors: [fault] };
    if (field?.unique === true && value !== null) {
      const holder = salesforce
        .storeOf(type)
        .withValue(name, plainText(value))
        .find(({ id }) => id !== existing?.id);
      if (holder !== undefined) {
        const message = `duplicate value found: ${name} duplicates value on record with id: ${holder.id.slice(0, 15)}`;
        return failed('DUPLICATE_VALUE', message, []);
      }
    }
    if (
      name === 'AccountId' &&
      value !== null &&
      salesforce.companies.find(asLongId(plainText(value)))?.isDeleted !== false
    ) {
      return failed('INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id', ['AccountId']);
    }
  }
  const place = type === 'Account' ? 'companies' : 'contacts';
  for (const rule of salesforce.rules) {
    const broken = rule(place, { ...existing?.values, ...values });
    if (broken) return failed(broken.code, broken.message, broken.field === null ? [] : [broken.field]);
  }
  return null;
}

const failed = (statusCode: string, message: string, fields: readonly string[]): Result => ({
  success: false,
  errors: [{ statusCode, message, fields }],
});

/** Texts without outer blanks; an empty one is none. */
const stored = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const text = typeof value === 'string' ? value.trim() : value;
      return [name, text === '' ? null : text];
    }),
  );

import { z } from 'zod';
import { plainText } from '../../../vendors/plain-text.ts';
import type { StandInRecord } from '../records.ts';
import { Refused } from '../stand-in.ts';
import type { HubspotStandIn, ObjectType } from './hubspot-stand-in.ts';
import { problem } from './problem.ts';
import { findFault } from './properties.ts';

const MAX_BATCH = 100;
const MAX_ASSOCIATIONS = 2_000;

const properties = z.record(z.string(), z.string());
const trace = { objectWriteTraceId: z.string().optional() };
const inputs = <Input extends z.ZodType>(input: Input, max = MAX_BATCH) =>
  z.strictObject({ inputs: z.array(input).min(1).max(max, `At most ${max} inputs`) });
const byId = z.strictObject({ id: z.string() });
const reading = z.strictObject({
  inputs: z.array(byId).min(1).max(MAX_BATCH),
  properties: z.array(z.string()),
  propertiesWithHistory: z.array(z.string()),
  idProperty: z.string().optional(),
});
const creating = inputs(z.strictObject({ properties, associations: z.array(z.unknown()), ...trace }));
const updating = inputs(z.strictObject({ id: z.string(), idProperty: z.string().optional(), properties, ...trace }));
const associating = inputs(z.strictObject({ from: byId, to: byId }), MAX_ASSOCIATIONS);
const place = z.object({ type: z.enum(['companies', 'contacts']), id: z.string().optional() });
const listing = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  after: z.string().optional(),
  properties: z.string().default(''),
  archived: z.enum(['true', 'false']).default('false'),
});

interface Problem {
  readonly status: 'error';
  readonly category: string;
  readonly message: string;
  readonly context: Record<string, string[]>;
}
type Written = { record: StandInRecord; isNew: boolean } | { category: string; message: string; status?: number };

/** The calls that read and write records. */
export function addObjectCalls(hubspot: HubspotStandIn): void {
  const { server } = hubspot;
  const base = '/crm/objects/2026-09/:type';
  const where = (params: unknown) => server.accept(place, params);
  server.app.get(base, async ({ params, query }) => {
    const { type } = where(params);
    const { limit, after, properties: names } = server.accept(listing, query);
    const live = hubspot[type].live;
    const from = after === undefined ? 0 : Number(after);
    const next = from + limit < live.length ? { paging: { next: { after: String(from + limit) } } } : {};
    return {
      results: live.slice(from, from + limit).map((one) => shown(hubspot, type, one, names.split(','))),
      ...next,
    };
  });
  server.app.get(`${base}/:id`, async ({ params, query }) => {
    const { type, id = '' } = where(params);
    const found = hubspot[type].survivorOf(id);
    if (found === undefined) throw new Refused(404, problem('OBJECT_NOT_FOUND', 'resource not found'));
    const names = z.object({ properties: z.string().default('') }).parse(query).properties;
    return shown(hubspot, type, found, names.split(','));
  });
  server.app.post(`${base}/batch/read`, async ({ params, body }, reply) => {
    const { type } = where(params);
    const { inputs: asked, properties: names, idProperty } = server.accept(reading, body);
    const results = new Map<string, object>();
    const missing: string[] = [];
    for (const { id } of asked) {
      const found = idProperty === undefined ? hubspot[type].survivorOf(id) : byProperty(hubspot, type, idProperty, id);
      if (found === undefined) missing.push(id);
      else results.set(found.id, shown(hubspot, type, found, names));
    }
    const message = `Could not get some objects, they may be deleted or not exist. Check that ids are valid.`;
    const errors: Problem[] =
      missing.length === 0
        ? []
        : [{ status: 'error', category: 'OBJECT_NOT_FOUND', message, context: { ids: missing } }];
    return reply.code(errors.length === 0 ? 200 : 207).send(batch([...results.values()], errors));
  });
  server.app.post(`${base}/batch/create`, async ({ params, body }, reply) => {
    const { type } = where(params);
    const { inputs: items } = server.accept(creating, body);
    const answer = write(hubspot, type, items, (values) => createOne(hubspot, type, values));
    return reply.code(answer.errors === undefined ? 201 : 207).send(answer);
  });
  server.app.post(`${base}/batch/update`, async ({ params, body }, reply) => {
    const { type } = where(params);
    const { inputs: items } = server.accept(updating, body);
    refuseTwice(items);
    const answer = write(hubspot, type, items, (values, { id }) => {
      const record = hubspot[type].survivorOf(id);
      return record === undefined ? gone(id) : updateOne(hubspot, type, record, values);
    });
    return reply.code(answer.errors === undefined ? 200 : 207).send(answer);
  });
  server.app.post(`${base}/batch/upsert`, async ({ params, body }, reply) => {
    const { type } = where(params);
    const { inputs: items } = server.accept(updating, body);
    refuseTwice(items);
    const answer = write(hubspot, type, items, (values, { id, idProperty = '' }) => {
      if (hubspot.properties[type].get(idProperty)?.hasUniqueValue !== true) {
        return { category: 'VALIDATION_ERROR', message: `${idProperty} is not a unique property` };
      }
      const record = byProperty(hubspot, type, idProperty, id);
      return record === undefined
        ? createOne(hubspot, type, { ...values, [idProperty]: id })
        : updateOne(hubspot, type, record, values);
    });
    return reply.code(answer.errors === undefined ? 200 : 207).send(answer);
  });
  server.app.post(`${base}/batch/archive`, async ({ params, body }, reply) => {
    const { type } = where(params);
    for (const { id } of server.accept(inputs(byId), body).inputs) {
      if (hubspot[type].find(id) !== undefined) hubspot[type].remove(id);
    }
    return reply.code(204).send();
  });
  server.app.post('/crm/associations/2026-09/contacts/companies/batch/associate/default', async ({ body }, reply) => {
    const errors: Problem[] = [];
    const results: object[] = [];
    for (const { from, to } of server.accept(associating, body).inputs) {
      const [contact, company] = [hubspot.contacts.survivorOf(from.id), hubspot.companies.survivorOf(to.id)];
      if (contact === undefined || company === undefined) {
        const id = contact === undefined ? from.id : to.id;
        errors.push({
          status: 'error',
          category: 'OBJECT_NOT_FOUND',
          message: 'No such object',
          context: { ids: [id] },
        });
        continue;
      }
      hubspot.associations.add(`${contact.id} ${company.id}`);
      results.push({ from, to, associationSpec: { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 } });
    }
    return reply.code(errors.length === 0 ? 200 : 207).send(batch(results, errors));
  });
}

/** Writes each input. Without a trace id on every one, a single refusal refuses them all. */
function write<Input extends { properties: Record<string, string>; objectWriteTraceId?: string | undefined }>(
  hubspot: HubspotStandIn,
  type: ObjectType,
  items: readonly Input[],
  writeOne: (values: Record<string, string>, input: Input) => Written,
) {
  const traces = new Set(items.map(({ objectWriteTraceId }) => objectWriteTraceId));
  const isTraced = traces.size === items.length && !traces.has(undefined);
  const results: object[] = [];
  const errors: Problem[] = [];
  for (const item of items) {
    const written = writeOne(item.properties, item);
    if ('record' in written) {
      results.push({
        ...shown(hubspot, type, written.record, Object.keys(item.properties)),
        new: written.isNew,
        objectWriteTraceId: item.objectWriteTraceId,
      });
      continue;
    }
    const { category, message, status } = written;
    if (!isTraced) throw new Refused(status ?? 400, problem(category, message));
    errors.push({
      status: 'error',
      category,
      message,
      context: { objectWriteTraceId: [item.objectWriteTraceId ?? ''] },
    });
  }
  return batch(results, errors);
}

function createOne(hubspot: HubspotStandIn, type: ObjectType, values: Record<string, string>): Written {
  const refusal = refusalOf(hubspot, type, values, null);
  if (refusal !== null) return refusal;
  const record = hubspot[type].create(stored(values), 'api');
  if (type === 'contacts' && hubspot.makesCompaniesOfContacts) makeCompanyOf(hubspot, record);
  return { record, isNew: true };
}

function updateOne(
  hubspot: HubspotStandIn,
  type: ObjectType,
  record: StandInRecord,
  values: Record<string, string>,
): Written {
  const refusal = refusalOf(hubspot, type, values, record);
  return refusal ?? { record: hubspot[type].update(record.id, stored(values), 'api'), isNew: false };
}

function refusalOf(
  hubspot: HubspotStandIn,
  type: ObjectType,
  values: Record<string, string>,
  record: StandInRecord | null,
): { category: string; message: string; status?: number } | null {
  const known = hubspot.properties[type];
  const invalid = Object.entries(values)
    .map(([name, value]) => findFault(known.get(name), name, value))
    .filter((fault) => fault !== null);
  const broken = hubspot.rules.map((rule) => rule(type, { ...record?.values, ...values })).find((one) => one !== null);
  if (broken) invalid.push({ error: broken.code, name: broken.field ?? '', message: broken.message });
  if (invalid.length > 0) {
    const reasons = invalid.map((one) => ({ isValid: false, ...one, localizedErrorMessage: one.message }));
    return { category: 'VALIDATION_ERROR', message: `Property values were not valid: ${JSON.stringify(reasons)}` };
  }
  for (const [name, value] of Object.entries(values)) {
    if (known.get(name)?.hasUniqueValue !== true || value === '') continue;
    const holder = byProperty(hubspot, type, name, value);
    if (holder === undefined || holder.id === record?.id) continue;
    const message = `${type === 'contacts' ? 'Contact' : 'Company'} already exists. Existing ID: ${holder.id}`;
    return { category: 'CONFLICT', message, status: 409 };
  }
  return null;
}

/** Texts without outer blanks; domains and addresses in lower case; what is cleared has no value. */
function stored(values: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const text = value.trim();
      if (text === '') return [name, null];
      return [name, name === 'email' || name === 'domain' ? text.toLowerCase() : text];
    }),
  );
}

function makeCompanyOf(hubspot: HubspotStandIn, contact: StandInRecord): void {
  const domain = plainText(contact.values.email).split('@')[1];
  if (domain === undefined) return;
  const company =
    hubspot.companies.withValue('domain', domain)[0] ?? hubspot.companies.create({ domain, name: domain }, 'crm');
  hubspot.associations.add(`${contact.id} ${company.id}`);
}

function byProperty(hubspot: HubspotStandIn, type: ObjectType, name: string, value: string): StandInRecord | undefined {
  const text = value.trim();
  const [found] = hubspot[type].withValue(name, text);
  return found ?? (name === 'email' ? hubspot[type].withValue('hs_additional_emails', text)[0] : undefined);
}

function refuseTwice(items: readonly { id: string }[]): void {
  if (new Set(items.map(({ id }) => id)).size === items.length) return;
  throw new Refused(400, problem('VALIDATION_ERROR', 'Duplicate IDs found in batch input.'));
}

const gone = (id: string) => ({ category: 'OBJECT_NOT_FOUND', message: `Object not found. objectId: ${id}` });

function batch(results: readonly object[], errors: readonly Problem[]) {
  const at = new Date().toISOString();
  return {
    status: 'COMPLETE',
    results,
    ...(errors.length === 0 ? {} : { numErrors: errors.length, errors }),
    startedAt: at,
    completedAt: at,
  };
}

/** A record as an answer has it: only the properties that were asked for, all of them texts. */
export function shown(hubspot: HubspotStandIn, type: ObjectType, record: StandInRecord, names: readonly string[]) {
  const { id, values, createdAt, updatedAt } = record;
  const system: Record<string, unknown> = {
    hs_object_id: id,
    createdate: createdAt.toISOString(),
    [type === 'companies' ? 'hs_lastmodifieddate' : 'lastmodifieddate']: updatedAt.toISOString(),
  };
  if (type === 'companies' && names.includes('num_associated_contacts')) {
    const count = [...hubspot.associations].filter((pair) => pair.endsWith(` ${id}`)).length;
    system.num_associated_contacts = String(count);
  }
  const all = { ...values, ...system };
  const asked = names.filter((name) => hubspot.properties[type].has(name));
  return {
    id,
    properties: Object.fromEntries([...asked, ...Object.keys(system)].map((name) => [name, all[name] ?? null])),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    archived: false,
  };
}

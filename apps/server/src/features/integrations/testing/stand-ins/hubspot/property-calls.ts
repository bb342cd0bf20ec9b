import { z } from 'zod';
import { Refused } from '../stand-in.ts';
import type { HubspotStandIn, ObjectType } from './hubspot-stand-in.ts';
import { problem } from './problem.ts';
import { standInProperty } from './properties.ts';

const MAX_UNIQUE = 10;
const CURRENT = /^2026-0[39]$/;

const option = z.strictObject({
  label: z.string().min(1),
  value: z.string().min(1),
  displayOrder: z.number().int(),
  hidden: z.boolean(),
  description: z.string().optional(),
});
const options = z
  .array(option)
  .refine((all) => new Set(all.map(({ label }) => label)).size === all.length, 'Labels must be unique')
  .refine((all) => new Set(all.map(({ value }) => value)).size === all.length, 'Values must be unique');
const created = z.strictObject({
  groupName: z.string(),
  name: z.string().regex(/^[a-z][a-z0-9_]*$/),
  label: z.string().min(1),
  description: z.string().optional(),
  type: z.enum(['bool', 'date', 'datetime', 'enumeration', 'number', 'phone_number', 'string']),
  fieldType: z.enum([
    'booleancheckbox',
    'calculation_equation',
    'checkbox',
    'date',
    'file',
    'html',
    'number',
    'phonenumber',
    'radio',
    'select',
    'text',
    'textarea',
  ]),
  options: options.optional(),
  hasUniqueValue: z.boolean().optional(),
  displayOrder: z.number().int().optional(),
  numberDisplayHint: z
    .enum(['currency', 'duration', 'formatted', 'percentage', 'probability', 'unformatted'])
    .optional(),
  showCurrencySymbol: z.boolean().optional(),
});
/** This version knows no forms of numbers. */
const createdIn202609 = created.omit({ numberDisplayHint: true, showCurrencySymbol: true });
const changed = z.strictObject({
  label: z.string().optional(),
  description: z.string().optional(),
  options: options.optional(),
  hidden: z.boolean().optional(),
});
const group = z.strictObject({ name: z.string(), label: z.string(), displayOrder: z.number().int().optional() });
const place = z.object({
  version: z.string().regex(CURRENT),
  type: z.enum(['companies', 'contacts']),
  name: z.string().optional(),
});

const notThere = (name: string) => new Refused(404, problem('OBJECT_NOT_FOUND', `Property ${name} does not exist`));

/** The calls about the definitions of properties. */
export function addPropertyCalls(hubspot: HubspotStandIn): void {
  const { server } = hubspot;
  const shown = (version: string, found: ReturnType<typeof standInProperty>) =>
    version === '2026-03' ? found : { ...found, numberDisplayHint: undefined };
  const existing = (type: ObjectType, name: string) => {
    const found = hubspot.properties[type].get(name);
    if (found === undefined || found.archived) throw notThere(name);
    return found;
  };
  server.app.get('/crm/properties/:version/:type', async ({ params }) => {
    const { type, version } = server.accept(place, params);
    return { results: [...hubspot.properties[type].values()].map((one) => shown(version, one)) };
  });
  server.app.get('/crm/properties/:version/:type/:name', async ({ params }) => {
    const { type, version, name = '' } = server.accept(place, params);
    return shown(version, existing(type, name));
  });
  server.app.post('/crm/properties/:version/:type/groups', async ({ params, body }, reply) => {
    const { type } = server.accept(place, params);
    const { name, label } = server.accept(group, body);
    if (hubspot.groups[type].has(name)) {
      throw new Refused(409, problem('CONFLICT', `Property group with name ${name} already exists`));
    }
    hubspot.groups[type].add(name);
    return reply.code(201).send({ name, label, displayOrder: -1, archived: false });
  });
  server.app.post('/crm/properties/:version/:type', async ({ params, body }, reply) => {
    const { type, version } = server.accept(place, params);
    const wanted = server.accept(version === '2026-03' ? created : createdIn202609, body);
    const properties = hubspot.properties[type];
    if (properties.has(wanted.name)) {
      throw new Refused(409, problem('OBJECT_ALREADY_EXISTS', `A property named '${wanted.name}' already exists.`));
    }
    if (!hubspot.groups[type].has(wanted.groupName)) {
      throw new Refused(400, problem('VALIDATION_ERROR', `Property group '${wanted.groupName}' does not exist`));
    }
    const unique = [...properties.values()].filter(
      ({ hasUniqueValue, hubspotDefined }) => hasUniqueValue && !hubspotDefined,
    );
    if (wanted.hasUniqueValue === true && unique.length >= MAX_UNIQUE) {
      throw new Refused(400, problem('VALIDATION_ERROR', 'You have reached the limit of unique properties'));
    }
    const { name, type: dataType, fieldType, options: choices, ...rest } = wanted;
    const made = standInProperty(name, dataType, fieldType, {
      ...rest,
      options: (choices ?? []).map(({ label, value, displayOrder, hidden }) => ({
        label,
        value,
        displayOrder,
        hidden,
      })),
      hubspotDefined: false,
      modificationMetadata: { archivable: true, readOnlyDefinition: false, readOnlyValue: false },
    });
    properties.set(name, made);
    return reply.code(201).send(shown(version, made));
  });
  server.app.patch('/crm/properties/:version/:type/:name', async ({ params, body }) => {
    const { type, version, name = '' } = server.accept(place, params);
    const found = existing(type, name);
    const { options: choices, ...rest } = server.accept(changed, body);
    Object.assign(found, rest);
    if (choices !== undefined) found.options = choices;
    return shown(version, found);
  });
}

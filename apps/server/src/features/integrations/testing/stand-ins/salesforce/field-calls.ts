import { z } from 'zod';
import { standInField } from './fields.ts';
import { refuse } from './problem.ts';
import type { ObjectType, SalesforceStandIn } from './salesforce-stand-in.ts';
import { parseQuery } from './soql.ts';

const VERSION = '/services/data/v66.0';
const TYPES: Readonly<Record<string, string>> = {
  Text: 'string',
  TextArea: 'textarea',
  LongTextArea: 'textarea',
  Number: 'double',
  Percent: 'percent',
  Currency: 'currency',
  Checkbox: 'boolean',
  Date: 'date',
  DateTime: 'datetime',
  Url: 'url',
  Email: 'email',
  Phone: 'phone',
  Picklist: 'picklist',
  MultiselectPicklist: 'multipicklist',
};

const value = z.strictObject({ valueName: z.string().max(255), label: z.string().max(255), default: z.boolean() });
const valueSet = z.strictObject({
  restricted: z.boolean(),
  valueSetDefinition: z.strictObject({ sorted: z.boolean(), value: z.array(value).max(1_000) }),
});
const metadata = z
  .strictObject({
    type: z.string().refine((type) => type in TYPES, 'Not a type of fields'),
    label: z.string().min(1).max(40),
    description: z.string().max(1_000).optional(),
    length: z.number().int().optional(),
    visibleLines: z.number().int().optional(),
    precision: z.number().int().max(18).optional(),
    scale: z.number().int().optional(),
    defaultValue: z.string().optional(),
    externalId: z.boolean().optional(),
    unique: z.boolean().optional(),
    caseSensitive: z.boolean().optional(),
    valueSet: valueSet.optional(),
  })
  .refine(
    ({ type, length }) => type !== 'Text' || (length !== undefined && length <= 255),
    'Text has a length up to 255',
  )
  .refine(
    ({ type, length = 0, visibleLines }) =>
      type !== 'LongTextArea' || (length >= 256 && length <= 131_072 && visibleLines !== undefined),
    'LongTextArea has a length and lines',
  )
  .refine(
    ({ type, valueSet: set }) => type !== 'MultiselectPicklist' || (set?.valueSetDefinition.value.length ?? 0) <= 500,
    'A multi-select picklist has at most 500 values',
  );
const created = z.strictObject({
  FullName: z.string().regex(/^(Account|Contact)\.[A-Za-z](?:_?[A-Za-z0-9])*__c$/),
  Metadata: metadata,
});
const changed = z.strictObject({ Metadata: metadata });
const permission = z.strictObject({
  ParentId: z.string(),
  SobjectType: z.enum(['Account', 'Contact']),
  Field: z.string(),
  PermissionsRead: z.literal(true),
  PermissionsEdit: z.boolean(),
});
const place = z.object({ type: z.enum(['Account', 'Contact']) });
const asked = z.strictObject({ q: z.string() });

/** The calls about the fields of objects. */
export function addFieldCalls(salesforce: SalesforceStandIn): void {
  const { server } = salesforce;
  const mayCustomise = () => {
    if (!salesforce.lacks.has('Customize Application')) return;
    throw refuse(403, 'INSUFFICIENT_ACCESS', 'insufficient access rights on entity: CustomField');
  };
  server.app.get(`${VERSION}/sobjects/:type/describe`, async ({ params }) => {
    const { type } = server.accept(place, params);
    const visible = [...salesforce.fields[type].values()].filter(({ isVisible }) => isVisible);
    return { name: type, fields: visible.map((field) => ({ ...field, isVisible: undefined, metadata: undefined })) };
  });
  server.app.post(`${VERSION}/tooling/sobjects/CustomField`, async ({ body }, reply) => {
    mayCustomise();
    const { FullName: fullName, Metadata: wanted } = server.accept(created, body);
    const [type, name] = splitName(fullName);
    if (salesforce.fields[type].has(name)) {
      throw refuse(400, 'DUPLICATE_DEVELOPER_NAME', `There is already a field named ${name} on ${type}.`);
    }
    salesforce.fields[type].set(name, { ...fieldOf(name, wanted), isVisible: false });
    return reply.code(201).send({ id: `00N${name}`, success: true, errors: [] });
  });
  server.app.get(`${VERSION}/tooling/query`, async ({ query }) => {
    mayCustomise();
    const { where } = parseQuery(server.accept(asked, query).q);
    const parts = where !== null && 'parts' in where ? where.parts : [];
    const wanted = (name: string) =>
      parts.map((part) => (part.kind === 'compare' && part.field === name ? String(part.value) : '')).join('');
    const type = z.enum(['Account', 'Contact']).parse(wanted('TableEnumOrId'));
    const found = salesforce.fields[type].get(`${wanted('DeveloperName')}__c`);
    const records = found?.metadata ? [{ Id: `00N${type}.${found.name}`, Metadata: found.metadata }] : [];
    return { totalSize: records.length, done: true, records };
  });
  server.app.patch<{ Params: { id: string } }>(
    `${VERSION}/tooling/sobjects/CustomField/:id`,
    async ({ params, body }, reply) => {
      mayCustomise();
      const { Metadata: wanted } = server.accept(changed, body);
      const [type, name] = splitName(params.id.slice('00N'.length));
      const found = salesforce.fields[type].get(name);
      if (found === undefined) throw refuse(404, 'NOT_FOUND', 'The requested resource does not exist');
      salesforce.fields[type].set(name, { ...fieldOf(name, wanted), isVisible: found.isVisible });
      return reply.code(204).send();
    },
  );
  server.app.post(`${VERSION}/sobjects/FieldPermissions`, async ({ body }, reply) => {
    mayCustomise();
    const { SobjectType: type, Field: fullName } = server.accept(permission, body);
    const field = salesforce.fields[type].get(splitName(fullName)[1]);
    if (field === undefined) throw refuse(400, 'INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id');
    field.isVisible = true;
    return reply.code(201).send({ id: '01kA00000000001', success: true, errors: [] });
  });
}

function splitName(fullName: string): [ObjectType, string] {
  const [type, name = ''] = fullName.split('.');
  return [type === 'Contact' ? 'Contact' : 'Account', name];
}

function fieldOf(name: string, wanted: z.infer<typeof metadata>) {
  const values = wanted.valueSet?.valueSetDefinition.value ?? [];
  return standInField(name, TYPES[wanted.type] ?? 'string', {
    label: wanted.label,
    length: wanted.length ?? 255,
    precision: wanted.precision ?? 0,
    scale: wanted.scale ?? 0,
    nillable: wanted.type !== 'Checkbox',
    defaultedOnCreate: wanted.type === 'Checkbox',
    unique: wanted.unique ?? false,
    externalId: wanted.externalId ?? false,
    restrictedPicklist: wanted.valueSet?.restricted ?? false,
    picklistValues: values.map(({ valueName, label }) => ({ active: true, label, value: valueName })),
    metadata: wanted,
  });
}

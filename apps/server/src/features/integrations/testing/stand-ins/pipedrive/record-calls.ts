import { z } from 'zod';
import { plainText } from '../../../vendors/plain-text.ts';
import type { StandInRecord } from '../records.ts';
import { findFault } from './fields.ts';
import type { ObjectType, PipedriveStandIn } from './pipedrive-stand-in.ts';
import { refuse } from './problem.ts';

const MAX_IDS = 100;
const MAX_CUSTOM_FIELDS = 15;

const entry = z.strictObject({ value: z.string(), primary: z.boolean().optional(), label: z.string().optional() });
const address = z.looseObject({ value: z.string() });
const shared = {
  name: z.string().min(1),
  owner_id: z.number().int().optional(),
  visible_to: z.number().int().optional(),
  label_ids: z.array(z.number().int()).optional(),
  custom_fields: z.record(z.string().regex(/^[0-9a-f]{40}$/), z.unknown()).optional(),
};
const organization = z.strictObject({
  ...shared,
  website: z.string().nullish(),
  linkedin: z.string().nullish(),
  industry: z.number().int().nullish(),
  annual_revenue: z.number().int().nullish(),
  employee_count: z.number().int().nullish(),
  address: address.nullish(),
});
const person = z.strictObject({
  ...shared,
  org_id: z.number().int().nullish(),
  emails: z.array(entry).optional(),
  phones: z.array(entry).optional(),
  job_title: z.string().nullish(),
  notes: z.string().nullish(),
  birthday: z.string().nullish(),
  postal_address: address.nullish(),
});
const SCHEMAS = { organizations: organization, persons: person } as const;

const listed = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().optional(),
  ids: z
    .string()
    .refine((ids) => ids.split(',').length <= MAX_IDS, `At most ${MAX_IDS} ids`)
    .optional(),
  updated_since: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/, 'RFC 3339 with whole seconds')
    .optional(),
  sort_by: z.enum(['id', 'update_time', 'add_time']).default('id'),
  sort_direction: z.enum(['asc', 'desc']).default('asc'),
  custom_fields: z
    .string()
    .refine((codes) => codes.split(',').length <= MAX_CUSTOM_FIELDS, `At most ${MAX_CUSTOM_FIELDS} custom fields`)
    .optional(),
  include_fields: z.string().optional(),
});

/** The calls that read and write organizations and persons. */
export function addRecordCalls(pipedrive: PipedriveStandIn): void {
  const { server } = pipedrive;
  for (const type of ['organizations', 'persons'] as const) {
    const path = `/api/v2/${type}`;
    const store = pipedrive.storeOf(type);
    const live = (id: string): StandInRecord => {
      const found = store.find(id);
      if (found === undefined || found.isDeleted)
        throw refuse(404, `${type === 'persons' ? 'Person' : 'Organization'} not found`);
      return found;
    };
    server.app.get(path, async ({ query }) => {
      const asked = server.accept(listed, query);
      const ids = asked.ids?.split(',');
      const all = (ids === undefined ? store.live : ids.flatMap((id) => store.find(id) ?? [])).filter(
        (record) =>
          !record.isDeleted && (asked.updated_since === undefined || asSecond(record.updatedAt) >= asked.updated_since),
      );
      if (asked.sort_by === 'update_time') all.sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime());
      if (asked.sort_direction === 'desc') all.reverse();
      const from = asked.cursor === undefined ? 0 : Number(atob(asked.cursor));
      const page = all.slice(from, from + asked.limit);
      const next = from + asked.limit < all.length ? btoa(String(from + asked.limit)) : null;
      return {
        success: true,
        data: page.map((record) => shown(pipedrive, type, record, asked.custom_fields, asked.include_fields)),
        additional_data: { next_cursor: next },
      };
    });
    server.app.get<{ Params: { id: string } }>(`${path}/:id`, async ({ params }) => ({
      success: true,
      data: shown(pipedrive, type, live(params.id)),
    }));
    server.app.post(path, async ({ body }) => {
      const values = valuesOf(pipedrive, type, server.accept(SCHEMAS[type], body), null);
      return { success: true, data: shown(pipedrive, type, store.create(values, 'api')) };
    });
    server.app.patch<{ Params: { id: string } }>(`${path}/:id`, async ({ params, body }) => {
      const found = live(params.id);
      const values = valuesOf(pipedrive, type, server.accept(SCHEMAS[type].partial(), body), found);
      return { success: true, data: shown(pipedrive, type, store.update(found.id, values, 'api')) };
    });
    server.app.delete<{ Params: { id: string } }>(`${path}/:id`, async ({ params }) => {
      store.remove(live(params.id).id);
      return { success: true, data: { id: Number(params.id) } };
    });
  }
}

type Input = Readonly<Record<string, unknown>> & {
  readonly custom_fields?: Record<string, unknown> | undefined;
};

/** What is stored; throws as Pipedrive does if it takes a value not. Customers' fields are stored beside the others. */
function valuesOf(
  pipedrive: PipedriveStandIn,
  type: ObjectType,
  { custom_fields: custom = {}, ...own }: Input,
  existing: StandInRecord | null,
): Record<string, unknown> {
  const invalid = (text: string) => refuse(400, `Validation failed: ${text}`, 'ERR_SCHEMA_VALIDATION_FAILED');
  for (const [code, value] of Object.entries(custom)) {
    const fault = findFault(pipedrive.fields[type].get(code), code, value);
    if (fault !== null) throw invalid(fault);
  }
  const industries = pipedrive.fields.organizations.get('industry')?.options ?? [];
  if (typeof own.industry === 'number' && industries.every(({ id }) => id !== own.industry)) {
    throw invalid(`industry: ${own.industry} is not an option`);
  }
  if (typeof own.org_id === 'number' && pipedrive.companies.find(String(own.org_id))?.isDeleted !== false) {
    throw invalid(`org_id: ${own.org_id} was not found`);
  }
  const values = { ...own, ...custom };
  const place = type === 'organizations' ? 'companies' : 'contacts';
  for (const rule of pipedrive.rules) {
    const broken = rule(place, { ...existing?.values, ...values });
    if (broken) throw invalid(`${broken.field === null ? '' : `${broken.field}: `}${broken.message}`);
  }
  return values;
}

function shown(
  pipedrive: PipedriveStandIn,
  type: ObjectType,
  record: StandInRecord,
  customFields?: string,
  includeFields?: string,
) {
  const isCustom = (name: string) => /^[0-9a-f]{40}$/.test(name);
  const asked = customFields?.split(',');
  const codes = [...pipedrive.fields[type].keys()].filter((code) => isCustom(code) && (asked?.includes(code) ?? true));
  const counted =
    includeFields === 'people_count'
      ? { people_count: pipedrive.contacts.live.filter(({ values }) => plainText(values.org_id) === record.id).length }
      : {};
  return {
    id: Number(record.id),
    ...Object.fromEntries(Object.entries(record.values).filter(([name]) => !isCustom(name))),
    add_time: asSecond(record.createdAt),
    update_time: asSecond(record.updatedAt),
    is_deleted: false,
    custom_fields: Object.fromEntries(codes.map((code) => [code, record.values[code] ?? null])),
    ...counted,
  };
}

const asSecond = (date: Date) => date.toISOString().replace(/\.\d+Z$/, 'Z');

import { setTimeout as sleep } from 'node:timers/promises';
import type { MatchCandidate, RecordType } from '@quarry/contracts';
import { z } from 'zod';
import { batchesOf } from '../batches.ts';
import { DomainIndex } from '../domain-index.ts';
import type { ExternalRecord, FindHint, FoundRecord, Vendor, VendorApi } from '../vendor.ts';
import { KEY_LABEL } from './describe.ts';
import { readAnswer } from './errors.ts';
import { isCustom } from './field-type.ts';
import { findCustomField } from './fields.ts';
import { COST } from './limits.ts';

export const READ_BATCH = 100;
export const LIST_PAGE = 500;
/** With more, Pipedrive is asked for all of them. */
const MAX_CUSTOM_FIELDS = 15;
/** A record that was written just now may take a moment to be listed. */
const LOOK_AGAIN_MS = [0, 3_000, 7_000];
/** Clocks differ, and times of changes are whole seconds. */
const EARLIER_MS = 2 * 60_000;

export const recordsPath = (recordType: RecordType) =>
  `/api/v2/${recordType === 'company' ? 'organizations' : 'persons'}`;

export const record = z.looseObject({
  id: z.union([z.number(), z.string()]).transform(String),
  name: z.string().nullish(),
  add_time: z.string().nullish(),
  update_time: z.string().nullish(),
  is_deleted: z.boolean().nullish(),
  custom_fields: z.record(z.string(), z.unknown()).nullish(),
});
type PipedriveRecord = z.infer<typeof record>;
const page = z.looseObject({
  data: z.array(record).nullish(),
  additional_data: z.looseObject({ next_cursor: z.string().nullish() }).nullish(),
});

/** Every live record that a query names, page by page. */
async function* list(
  api: VendorApi,
  recordType: RecordType,
  fields: readonly string[],
  more: Readonly<Record<string, string>> = {},
): AsyncGenerator<readonly PipedriveRecord[]> {
  const custom = fields.filter(isCustom);
  let cursor: string | null = null;
  do {
    const query: URLSearchParams = new URLSearchParams({
      limit: String(LIST_PAGE),
      ...(custom.length > 0 && custom.length <= MAX_CUSTOM_FIELDS ? { custom_fields: custom.join(',') } : {}),
      ...more,
      ...(cursor === null ? {} : { cursor }),
    });
    const path = `${recordsPath(recordType)}?${query.toString()}`;
    const answer = await api.send({ method: 'GET', path, cost: COST.list, kind: 'read' });
    const read: z.infer<typeof page> = readAnswer(page, answer);
    yield (read.data ?? []).filter(({ is_deleted: isDeleted }) => isDeleted !== true);
    cursor = read.additional_data?.next_cursor ?? null;
  } while (cursor !== null);
}

/** Pipedrive's search costs as much as reading a thousand records, so all of them are read and compared here. */
export const find: Vendor['find'] = (api, recordType, values, hint) =>
  recordType === 'company' ? findOrganizations(api, values, hint) : findPersons(api, values);

async function findOrganizations(api: VendorApi, domains: readonly string[], { domainField }: FindHint) {
  const index = new DomainIndex(domains, 'root');
  const fields = ['website', ...(domainField === null ? [] : [domainField])];
  for await (const records of list(api, 'company', fields)) {
    for (const one of records) {
      index.add(
        foundOf(one),
        fields.map((field) => valueOf(one, field)),
      );
    }
  }
  return index.found;
}

async function findPersons(api: VendorApi, emails: readonly string[]) {
  const wanted = new Map(emails.map((email) => [email.trim().toLowerCase(), email]));
  const found = new Map<string, FoundRecord[]>();
  for await (const records of list(api, 'contact', [])) {
    for (const one of records) {
      for (const address of new Set(listedValues(valueOf(one, 'emails')).map((text) => text.toLowerCase()))) {
        const email = wanted.get(address);
        if (email !== undefined) found.set(email, [...(found.get(email) ?? []), foundOf(one)]);
      }
    }
  }
  return found;
}

export const findByKey: Vendor['findByKey'] = async (api, recordType, keys, since) => {
  const found = new Map<string, string>();
  const keyField = (await findCustomField(api, recordType, KEY_LABEL))?.field_code;
  if (keyField === undefined) return found;
  const wanted = new Set(keys);
  const changed = { updated_since: asSecond(new Date(since.getTime() - EARLIER_MS)), sort_by: 'update_time' };
  for (const waitMs of LOOK_AGAIN_MS) {
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: api.signal });
    for await (const records of list(api, recordType, [keyField], changed)) {
      for (const one of records) {
        const key = valueOf(one, keyField);
        if (typeof key === 'string' && wanted.has(key)) found.set(key, one.id);
      }
    }
    if (found.size === wanted.size) break;
  }
  return found;
};

export const read: Vendor['read'] = async (api, recordType, ids, fields) => {
  const records = new Map<string, ExternalRecord | null>(ids.map((id) => [id, null]));
  for (const batch of batchesOf([...records.keys()], READ_BATCH)) {
    for await (const found of list(api, recordType, fields, { ids: batch.join(',') })) {
      for (const one of found) records.set(one.id, recordOf(one, fields));
    }
  }
  return records;
};

export const readCandidates: Vendor['readCandidates'] = async (api, recordType, ids) => {
  const isCompany = recordType === 'company';
  const candidates: MatchCandidate[] = [];
  for (const batch of batchesOf([...new Set(ids)], READ_BATCH)) {
    const more = { ids: batch.join(','), ...(isCompany ? { include_fields: 'people_count' } : {}) };
    for await (const found of list(api, recordType, [], more)) {
      for (const one of found) {
        candidates.push({
          externalId: one.id,
          name: one.name ?? null,
          domain: isCompany ? (listedValues(one.website)[0] ?? null) : null,
          email: isCompany ? null : (listedValues(one.emails)[0] ?? null),
          createdAt: one.add_time ?? null,
          lastModifiedAt: one.update_time ?? null,
          contacts: isCompany ? Number(one.people_count ?? 0) : null,
        });
      }
    }
  }
  return candidates;
};

export const changedSince: Vendor['changedSince'] = async function* (api, recordType, since, fields) {
  const more: Record<string, string> =
    since === null ? {} : { updated_since: asSecond(since), sort_by: 'update_time', sort_direction: 'asc' };
  for await (const records of list(api, recordType, fields, more)) {
    yield records.map((one) => recordOf(one, fields));
  }
};

function recordOf(one: PipedriveRecord, fields: readonly string[]): ExternalRecord {
  return {
    id: one.id,
    createdAt: one.add_time ?? null,
    lastModifiedAt: one.update_time ?? null,
    values: Object.fromEntries(fields.map((field) => [field, valueOf(one, field) ?? null])),
  };
}

const valueOf = (one: PipedriveRecord, field: string): unknown =>
  isCustom(field) ? one.custom_fields?.[field] : one[field];

const foundOf = (one: PipedriveRecord): FoundRecord => ({
  id: one.id,
  name: one.name ?? null,
  lastModifiedAt: one.update_time ?? null,
});

const listed = z.array(z.looseObject({ value: z.string().nullish(), primary: z.boolean().nullish() }));

/** The values of a field with several, the primary one first; also of a field with one. */
export function listedValues(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  const entries = listed.safeParse(value);
  if (!entries.success) return [];
  const sorted = entries.data.toSorted((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false));
  return sorted.flatMap(({ value: text }) => (text ? [text.trim()] : []));
}

const asSecond = (date: Date) => date.toISOString().replace(/\.\d+Z$/, 'Z');

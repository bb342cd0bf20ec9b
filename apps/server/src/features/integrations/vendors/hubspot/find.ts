import type { MatchCandidate, RecordType } from '@quarry/contracts';
import { z } from 'zod';
import { batchesOf, batchesWithin } from '../batches.ts';
import { DomainIndex } from '../domain-index.ts';
import { plainText } from '../plain-text.ts';
import type { ExternalRecord, FindHint, FoundRecord, Vendor, VendorApi } from '../vendor.ts';
import { objectTypeOf } from './describe.ts';
import { readAnswer, readProblem } from './errors.ts';
import { SEARCH_LANE } from './limits.ts';
import { KEY_PROPERTY, type ObjectType, paths } from './version.ts';

export const BATCH_SIZE = 100;
const LIST_PAGE = 100;
const SEARCH_PAGE = 200;
/** A search may have 3,000 characters; its fixed parts take less than 500. */
const MAX_SEARCHED_CHARACTERS = 2_400;
const ADDITIONAL_DOMAINS = 'hs_additional_domains';
const ADDITIONAL_EMAILS = 'hs_additional_emails';

const record = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  properties: z.record(z.string(), z.unknown()).nullish(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  archived: z.boolean().nullish(),
});
type HubspotRecord = z.infer<typeof record>;
const page = z.looseObject({
  results: z.array(record),
  errors: z.array(z.unknown()).nullish(),
  paging: z.looseObject({ next: z.looseObject({ after: z.string() }).nullish() }).nullish(),
});

export const find: Vendor['find'] = async (api, recordType, values, hint) =>
  recordType === 'contact' ? findContacts(api, values) : findCompanies(api, values, hint);

/** By e-mail, which HubSpot keeps unique: reading by it shows new contacts at once, unlike a search. */
async function findContacts(api: VendorApi, emails: readonly string[]): Promise<Map<string, FoundRecord[]>> {
  const wanted = new Map(emails.map((email) => [email.trim().toLowerCase(), email]));
  const properties = ['email', ADDITIONAL_EMAILS, ...namesOf('contact')];
  const found = new Map<string, FoundRecord[]>();
  for (const batch of batchesOf([...wanted.keys()], BATCH_SIZE)) {
    for (const contact of (await readBatch(api, 'contacts', batch, properties, 'email')).results) {
      const addresses = [contact.properties?.email, ...plainText(contact.properties?.[ADDITIONAL_EMAILS]).split(';')];
      for (const address of new Set(addresses.map((text) => plainText(text).trim().toLowerCase()))) {
        const email = wanted.get(address);
        if (email !== undefined) found.set(email, [foundOf(contact, 'contact')]);
      }
    }
  }
  return found;
}

async function findCompanies(api: VendorApi, domains: readonly string[], { isMany, domainField }: FindHint) {
  const index = new DomainIndex(domains, 'host');
  const fields = ['domain', ADDITIONAL_DOMAINS, ...(domainField === null ? [] : [domainField])];
  const properties = [...fields, ...namesOf('company')];
  const pages = isMany
    ? listAll(api, 'companies', properties)
    : searchDomains(api, index.normalDomains, fields, properties);
  for await (const companies of pages) {
    for (const company of companies) {
      const addresses = fields.flatMap((field) => plainText(company.properties?.[field]).split(';'));
      index.add(foundOf(company, 'company'), addresses);
    }
  }
  return index.found;
}

async function* searchDomains(
  api: VendorApi,
  domains: readonly string[],
  fields: readonly string[],
  properties: readonly string[],
): AsyncGenerator<readonly HubspotRecord[]> {
  // Each domain stands in each group, in two spellings.
  const sizeOf = (domain: string) => fields.length * 2 * (domain.length + '"www.",'.length);
  for (const values of batchesWithin(domains, MAX_SEARCHED_CHARACTERS, sizeOf)) {
    const filterGroups = fields.map((propertyName) => ({
      filters: [{ propertyName, operator: 'IN', values: values.flatMap((domain) => [domain, `www.${domain}`]) }],
    }));
    yield* searchAll(api, 'companies', filterGroups, properties);
  }
}

interface Filter {
  readonly propertyName: string;
  readonly operator: string;
  readonly value?: string;
  readonly values?: readonly string[];
}

/** Everything that a search finds, in the order of ids: each page begins after the last id, so that no limit is met. */
async function* searchAll(
  api: VendorApi,
  type: ObjectType,
  filterGroups: readonly { filters: readonly Filter[] }[],
  properties: readonly string[],
): AsyncGenerator<readonly HubspotRecord[]> {
  let last: string | null = null;
  for (;;) {
    const after: Filter[] = last === null ? [] : [{ propertyName: 'hs_object_id', operator: 'GT', value: last }];
    const answer = await api.send({
      method: 'POST',
      path: `${paths.objects(type)}/search`,
      body: {
        filterGroups: filterGroups.map(({ filters }) => ({ filters: [...filters, ...after] })),
        properties,
        sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }],
        limit: SEARCH_PAGE,
        after: '0',
      },
      lane: SEARCH_LANE,
      kind: 'read',
    });
    const { results } = readAnswer(page, answer);
    yield results;
    last = results.at(-1)?.id ?? null;
    if (last === null || results.length < SEARCH_PAGE) return;
  }
}

async function* listAll(
  api: VendorApi,
  type: ObjectType,
  properties: readonly string[],
): AsyncGenerator<readonly HubspotRecord[]> {
  let after: string | undefined;
  do {
    const query = new URLSearchParams({
      limit: String(LIST_PAGE),
      properties: properties.join(','),
      archived: 'false',
      ...(after === undefined ? {} : { after }),
    });
    const answer = await api.send({ method: 'GET', path: `${paths.objects(type)}?${query.toString()}`, kind: 'read' });
    const { results, paging } = readAnswer(page, answer);
    yield results;
    after = paging?.next?.after;
  } while (after !== undefined);
}

export const findByKey: Vendor['findByKey'] = async (api, recordType, keys) => {
  const found = new Map<string, string>();
  for (const batch of batchesOf([...new Set(keys)], BATCH_SIZE)) {
    const { results } = await readBatch(api, objectTypeOf(recordType), batch, [KEY_PROPERTY], KEY_PROPERTY);
    for (const { id, properties } of results) found.set(plainText(properties?.[KEY_PROPERTY]), id);
  }
  return found;
};

export const read: Vendor['read'] = async (api, recordType, ids, fields) => {
  const type = objectTypeOf(recordType);
  const records = new Map<string, ExternalRecord | null>();
  for (const batch of batchesOf([...new Set(ids)], BATCH_SIZE)) {
    const { results, missing } = await readBatch(api, type, batch, fields);
    const live = new Map(results.map((found) => [found.id, found]));
    for (const id of batch) {
      const found = live.get(id) ?? (missing.has(id) ? null : await readOne(api, type, id, fields));
      records.set(id, found === null ? null : recordOf(found));
    }
  }
  return records;
};

async function readBatch(
  api: VendorApi,
  type: ObjectType,
  ids: readonly string[],
  properties: readonly string[],
  idProperty?: string,
): Promise<{ results: HubspotRecord[]; missing: Set<string> }> {
  const answer = await api.send({
    method: 'POST',
    path: `${paths.objects(type)}/batch/read`,
    body: {
      inputs: ids.map((id) => ({ id })),
      properties,
      propertiesWithHistory: [],
      ...(idProperty === undefined ? {} : { idProperty }),
    },
    kind: 'read',
  });
  const { results, errors } = readAnswer(page, answer);
  const missing = new Set((errors ?? []).flatMap((error) => readProblem(error).recordIds));
  return { results: results.filter(({ archived }) => archived !== true), missing };
}

/** A merged record answers under its new id, which the answer of a batch can't be told apart by. */
async function readOne(api: VendorApi, type: ObjectType, id: string, properties: readonly string[]) {
  const query = new URLSearchParams({ properties: properties.join(',') });
  const path = `${paths.objects(type)}/${encodeURIComponent(id)}?${query.toString()}`;
  const answer = await api.send({ method: 'GET', path, kind: 'read' });
  if (answer.status === 404) return null;
  const found = readAnswer(record, answer);
  return found.archived === true ? null : found;
}

export const readCandidates: Vendor['readCandidates'] = async (api, recordType, ids) => {
  const properties = [...namesOf(recordType), 'domain', 'email', 'num_associated_contacts'];
  const known = recordType === 'company' ? properties.filter((name) => name !== 'email') : properties.slice(0, -1);
  const found = await read(api, recordType, ids, known);
  return [...found.values()].flatMap((one): MatchCandidate[] =>
    one === null
      ? []
      : [
          {
            externalId: one.id,
            name: nameOf(one.values, recordType),
            domain: textOf(one.values.domain),
            email: textOf(one.values.email),
            createdAt: one.createdAt,
            lastModifiedAt: one.lastModifiedAt,
            contacts: recordType === 'company' ? Number(one.values.num_associated_contacts ?? 0) : null,
          },
        ],
  );
};

export const changedSince: Vendor['changedSince'] = async function* (api, recordType, since, fields) {
  const type = objectTypeOf(recordType);
  const changedAt = recordType === 'company' ? 'hs_lastmodifieddate' : 'lastmodifieddate';
  const pages =
    since === null
      ? listAll(api, type, fields)
      : searchAll(
          api,
          type,
          [{ filters: [{ propertyName: changedAt, operator: 'GTE', value: String(since.getTime()) }] }],
          fields,
        );
  for await (const results of pages) yield results.map(recordOf);
};

function recordOf({ id, createdAt, updatedAt, properties }: HubspotRecord): ExternalRecord {
  return { id, createdAt: createdAt ?? null, lastModifiedAt: updatedAt ?? null, values: properties ?? {} };
}

const namesOf = (recordType: RecordType) => (recordType === 'company' ? ['name'] : ['firstname', 'lastname']);

function foundOf(found: HubspotRecord, recordType: RecordType): FoundRecord {
  return { id: found.id, name: nameOf(found.properties ?? {}, recordType), lastModifiedAt: found.updatedAt ?? null };
}

function nameOf(values: Readonly<Record<string, unknown>>, recordType: RecordType): string | null {
  return textOf(
    namesOf(recordType)
      .map((name) => textOf(values[name]) ?? '')
      .join(' ')
      .trim(),
  );
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

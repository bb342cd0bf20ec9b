import type { MatchCandidate, RecordType } from '@quarry/contracts';
import { z } from 'zod';
import { batchesOf, batchesWithin } from '../batches.ts';
import { DomainIndex } from '../domain-index.ts';
import { plainText } from '../plain-text.ts';
import type { ExternalRecord, FindHint, FoundRecord, VendorApi } from '../vendor.ts';
import { KEY_FIELD, objectOf } from './describe.ts';
import { readAnswer } from './errors.ts';
import { containing, literalsWithin, queryAll, queryPages, type Row } from './query.ts';

export const BATCH_SIZE = 200;
export const QUERY_PAGE = 2_000;
/** The texts that one query looks for anywhere, since each is compared with every record. */
const MAX_CONTAINED_CHARACTERS = 4_000;

export async function find(
  api: VendorApi,
  data: string,
  recordType: RecordType,
  values: readonly string[],
  hint: FindHint,
): Promise<ReadonlyMap<string, readonly FoundRecord[]>> {
  return recordType === 'contact' ? findContacts(api, data, values) : findAccounts(api, data, values, hint);
}

async function findContacts(api: VendorApi, data: string, emails: readonly string[]) {
  const wanted = new Map(emails.map((email) => [email.trim().toLowerCase(), email]));
  const found = new Map<string, FoundRecord[]>();
  for (const list of literalsWithin([...wanted.keys()])) {
    const soql = `SELECT Id, Name, Email, LastModifiedDate FROM Contact WHERE Email IN (${list})`;
    for (const row of await queryAll(api, data, soql)) {
      const email = wanted.get((textOf(row.Email) ?? '').toLowerCase());
      if (email !== undefined) found.set(email, [...(found.get(email) ?? []), foundOf(row)]);
    }
  }
  return found;
}

/** `Website` is free text, so queries only narrow the accounts down. */
async function findAccounts(
  api: VendorApi,
  data: string,
  domains: readonly string[],
  { isMany, domainField }: FindHint,
) {
  const index = new DomainIndex(domains, 'root');
  const fields = ['Website', ...(domainField === null || domainField === 'Website' ? [] : [domainField])];
  const select = `SELECT ${['Id', 'Name', 'LastModifiedDate', ...fields].join(', ')} FROM Account`;
  const queries = isMany
    ? [domainField === null ? `${select} WHERE Website != null` : select]
    : [
        ...batchesWithin(index.normalDomains, MAX_CONTAINED_CHARACTERS, (text) => fields.length * (text.length + 24)),
      ].map((batch) => `${select} WHERE ${containingAny(fields, batch)}`);
  for (const soql of queries) {
    for await (const rows of queryPages(api, data, soql)) {
      for (const row of rows) {
        index.add(
          foundOf(row),
          fields.map((field) => row[field]),
        );
      }
    }
  }
  return index.found;
}

const containingAny = (fields: readonly string[], texts: readonly string[]) =>
  texts.flatMap((text) => fields.map((field) => `${field} LIKE ${containing(text)}`)).join(' OR ');

export async function findByKey(api: VendorApi, data: string, recordType: RecordType, keys: readonly string[]) {
  const found = new Map<string, string>();
  for (const list of literalsWithin(keys)) {
    const soql = `SELECT Id, ${KEY_FIELD} FROM ${objectOf(recordType)} WHERE ${KEY_FIELD} IN (${list})`;
    for (const row of await queryAll(api, data, soql)) found.set(plainText(row[KEY_FIELD]), idOf(row));
  }
  return found;
}

const rows = z.array(z.looseObject({ Id: z.string().nullish() }).nullable());
const SYSTEM_FIELDS = ['Id', 'CreatedDate', 'LastModifiedDate'];

export async function read(
  api: VendorApi,
  data: string,
  recordType: RecordType,
  ids: readonly string[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, ExternalRecord | null>> {
  const records = await readLive(api, data, recordType, ids, fields);
  const lost = [...records].filter(([, record]) => record === null).map(([id]) => id);
  const survivors = await findSurvivors(api, data, recordType, lost);
  const live = await readLive(api, data, recordType, [...new Set(survivors.values())], fields);
  for (const [id, survivor] of survivors) records.set(id, live.get(survivor) ?? null);
  return records;
}

async function readLive(
  api: VendorApi,
  data: string,
  recordType: RecordType,
  ids: readonly string[],
  fields: readonly string[],
) {
  const records = new Map<string, ExternalRecord | null>();
  const asked = [...new Set([...SYSTEM_FIELDS, ...fields])];
  for (const batch of batchesOf([...new Set(ids)], BATCH_SIZE)) {
    const answer = await api.send({
      method: 'POST',
      path: `${data}/composite/sobjects/${objectOf(recordType)}`,
      body: { ids: batch, fields: asked },
      kind: 'read',
    });
    const found = readAnswer(rows, answer);
    batch.forEach((id, at) => {
      const row = found[at] ?? null;
      records.set(id, row === null ? null : recordOf(row, fields));
    });
  }
  return records;
}

/**
 * The records that others were merged into, as long as those are in the bin: by the id that is gone, the id that took
 * its place, through any number of merges.
 */
export async function findSurvivors(
  api: VendorApi,
  data: string,
  recordType: RecordType,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const survivors = new Map<string, string>();
  let asked = new Map(ids.map((id) => [id, [id]]));
  while (asked.size > 0) {
    const next = new Map<string, string[]>();
    for (const list of literalsWithin([...asked.keys()])) {
      const soql = `SELECT Id, MasterRecordId FROM ${objectOf(recordType)} WHERE IsDeleted = true AND Id IN (${list})`;
      for (const row of await queryAll(api, data, soql, 'all')) {
        const master = textOf(row.MasterRecordId);
        if (master === null) continue;
        const origins = originsOf(asked, idOf(row));
        for (const origin of origins) survivors.set(origin, master);
        next.set(master, [...(next.get(master) ?? []), ...origins]);
      }
    }
    asked = next;
  }
  return survivors;
}

/** The same record has an id of 15 characters, and one of 18 that begins with it. */
const originsOf = (asked: ReadonlyMap<string, readonly string[]>, id: string) =>
  asked.get(id) ?? asked.get(id.slice(0, 15)) ?? [];

export async function readCandidates(api: VendorApi, data: string, recordType: RecordType, ids: readonly string[]) {
  const isCompany = recordType === 'company';
  const fields = ['Id', 'Name', 'CreatedDate', 'LastModifiedDate', isCompany ? 'Website' : 'Email'];
  const candidates: MatchCandidate[] = [];
  for (const list of literalsWithin(ids)) {
    const soql = `SELECT ${fields.join(', ')} FROM ${objectOf(recordType)} WHERE Id IN (${list})`;
    const found = await queryAll(api, data, soql);
    const perAccount = `SELECT AccountId, COUNT(Id) contacts FROM Contact WHERE AccountId IN (${list}) GROUP BY AccountId`;
    const counted = isCompany ? await queryAll(api, data, perAccount) : [];
    const counts = new Map(counted.map((row) => [plainText(row.AccountId), Number(row.contacts)]));
    for (const row of found) {
      const id = idOf(row);
      candidates.push({
        externalId: id,
        name: textOf(row.Name),
        domain: textOf(row.Website),
        email: textOf(row.Email),
        createdAt: textOf(row.CreatedDate),
        lastModifiedAt: textOf(row.LastModifiedDate),
        contacts: isCompany ? (counts.get(id) ?? 0) : null,
      });
    }
  }
  return candidates;
}

export async function* changedSince(
  api: VendorApi,
  data: string,
  recordType: RecordType,
  since: Date | null,
  fields: readonly string[],
): AsyncGenerator<readonly ExternalRecord[]> {
  const asked = [...new Set([...SYSTEM_FIELDS, ...fields])];
  const where = since === null ? '' : ` WHERE SystemModstamp >= ${since.toISOString()}`;
  const soql = `SELECT ${asked.join(', ')} FROM ${objectOf(recordType)}${where}`;
  for await (const found of queryPages(api, data, soql)) yield found.map((row) => recordOf(row, fields));
}

function recordOf(row: Row, fields: readonly string[]): ExternalRecord {
  return {
    id: idOf(row),
    createdAt: textOf(row.CreatedDate),
    lastModifiedAt: textOf(row.LastModifiedDate),
    values: Object.fromEntries(fields.map((field) => [field, row[field] ?? null])),
  };
}

const foundOf = (row: Row): FoundRecord => ({
  id: idOf(row),
  name: textOf(row.Name),
  lastModifiedAt: textOf(row.LastModifiedDate),
});

function idOf({ Id: id }: Row): string {
  if (typeof id !== 'string') throw new Error('Salesforce gave a record without an id');
  return id;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

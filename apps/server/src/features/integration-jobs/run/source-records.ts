import { ident, join, sql, uints } from '@quarry/clickhouse';
import { type FieldValue, fieldValue, type RecordType, SEGMENTS_FIELD } from '@quarry/contracts';
import { z } from 'zod';
import { rowsByIds } from '#server/features/companies/search.sql.ts';
import { normaliseEmail } from '#server/features/contacts/person-identity.ts';
import { findSuppressed } from '#server/features/contacts/suppression/suppressed-people.ts';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { TAGS_FIELD } from '#server/features/datasets/derived-nodes.ts';
import type { DatasetValue, RecordIdentity } from '#server/features/integrations/vendors/vendor.ts';
import { readCompanyNames } from '#server/features/segments/personas/contacts/company-names.ts';
import { findLeftOut } from '#server/features/segments/personas/search/find-left-out.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { readContacts } from '../plan/contact-rows.ts';
import type { PlannedRecord } from '../plan/plan-table.ts';
import type { SyncField } from '../plan/sync-fields.ts';

/** A record of the account with the values that are sent. */
export interface SourceRecord {
  readonly planned: PlannedRecord;
  readonly identity: RecordIdentity;
  /** The domain or e-mail that the CRM is searched for; null if it has none. */
  readonly matchValue: string | null;
  readonly values: ReadonlyMap<string, DatasetValue>;
}

export interface SourceChunk {
  readonly records: readonly SourceRecord[];
  /** Why records are not sent, by id. */
  readonly leftOut: ReadonlyMap<string, 'NOT_IN_DATASET' | 'SUPPRESSED'>;
}

type Stores = Pick<JobContext, 'db' | 'warehouse' | 'signal'>;

/** Reads what is sent of records now, which may be newer than what the plan saw. */
export function readSources(
  stores: Stores,
  of: { readonly clientId: string; readonly dataset: Dataset },
  recordType: RecordType,
  fields: readonly SyncField[],
  planned: readonly PlannedRecord[],
): Promise<SourceChunk> {
  return recordType === 'company'
    ? readCompanies(stores, of, fields, planned)
    : readPeople(stores, of, fields, planned);
}

const storedRow = z.object({ id: z.string(), row: z.string() });
const segmentsRow = z.object({ id: z.string(), segments: z.array(z.string()) });
const liveRow = z.object({
  __sync_id: z.string(),
  __sync_tags: z.array(z.string()),
  __sync_scores: z.array(z.number()),
});

async function readCompanies(
  { db, warehouse, signal }: Stores,
  { clientId, dataset }: { clientId: string; dataset: Dataset },
  fields: readonly SyncField[],
  planned: readonly PlannedRecord[],
): Promise<SourceChunk> {
  const ids = planned.map(({ recordId }) => recordId);
  const options = { lane: 'jobs', signal } as const;
  const live = await readLiveValues({ warehouse, signal }, dataset, fields, ids);
  const stored = await warehouse.rows(rowsByIds(dataset, ids), storedRow, options);
  const excluded = new Set(dataset.excludedIds);
  const rows = new Map<string, Readonly<Record<string, FieldValue>>>(
    stored
      .filter(({ id }) => !excluded.has(id))
      .map(({ id, row }) => [id, { ...dataset.readRow(row), ...live.get(id) }]),
  );
  const people = planned.map(({ recordId, domain }) => ({ key: recordId, email: null, personUrl: null, domain }));
  const suppressed = await db.asClient(clientId, (tx) => findSuppressed(tx, clientId, people), { readOnly: true });
  return split(planned, suppressed, (record): SourceRecord | null => {
    const row = rows.get(record.recordId);
    if (row === undefined) return null;
    const name = typeof row.name === 'string' ? row.name : record.domain;
    return {
      planned: record,
      identity: { recordType: 'company', name, domain: record.domain },
      matchValue: normaliseDomain(record.domain)?.host ?? null,
      values: valuesOf(fields, (at) => row[fields[at]?.internalName ?? ''] ?? null),
    };
  });
}

/** The values that stored rows lack, of those that are sent. */
async function readLiveValues(
  { warehouse, signal }: Pick<Stores, 'warehouse' | 'signal'>,
  dataset: Dataset,
  fields: readonly SyncField[],
  ids: readonly string[],
): Promise<Map<string, Record<string, FieldValue>>> {
  const names = new Set(fields.map(({ internalName }) => internalName));
  const options = { lane: 'jobs', signal } as const;
  const values = new Map<string, Record<string, FieldValue>>(ids.map((id) => [id, {}]));
  const scores = dataset.scores.filter(({ fieldName }) => names.has(fieldName));
  if (names.has(TAGS_FIELD) || scores.length > 0) {
    const scoreList = join(scores.map(({ fieldName }) => ident(fieldName)));
    const rows = await warehouse.rows(
      sql`SELECT toString(__company_id) AS __sync_id, __tags AS __sync_tags,
          CAST([${scoreList}] AS Array(Float64)) AS __sync_scores
        FROM ${dataset.table()} WHERE __company_id IN ${uints(ids)}`,
      liveRow,
      options,
    );
    for (const row of rows) {
      const own = values.get(row.__sync_id);
      if (own === undefined) continue;
      own[TAGS_FIELD] = row.__sync_tags;
      for (const [at, { fieldName }] of scores.entries()) own[fieldName] = row.__sync_scores[at] ?? null;
    }
  }
  const statement = names.has(SEGMENTS_FIELD) ? dataset.segmentsOf(ids) : null;
  if (statement !== null) {
    for (const { id, segments } of await warehouse.rows(statement, segmentsRow, options)) {
      const own = values.get(id);
      if (own !== undefined) own[SEGMENTS_FIELD] = segments;
    }
  }
  return values;
}

const contactValues = z.array(fieldValue);

async function readPeople(
  { db, warehouse, signal }: Stores,
  { clientId }: { clientId: string },
  fields: readonly SyncField[],
  planned: readonly PlannedRecord[],
): Promise<SourceChunk> {
  const ids = planned.map(({ recordId }) => recordId);
  const found = await db.asClient(clientId, (tx) => readContacts(tx, clientId, ids, fields), { readOnly: true });
  const rows = new Map(found.map((row) => [row.contactId, row]));
  const companyIds = [...new Set(found.map(({ companyId }) => companyId))];
  const companies = await readCompanyNames(warehouse, companyIds, { lane: 'jobs', signal });
  const people = found.map(({ contactId, email, personUrl, companyId }) => ({
    contactId,
    email,
    personUrl,
    domain: companies.get(companyId)?.domain ?? null,
  }));
  const leftOut = await db.asClient(clientId, (tx) => findLeftOut(tx, clientId, people), { readOnly: true });
  return split(planned, leftOut, (record): SourceRecord | null => {
    const row = rows.get(record.recordId);
    if (row === undefined) return null;
    const email = row.email === null ? null : normaliseEmail(row.email);
    const values = contactValues.parse(row.values);
    return {
      planned: record,
      identity: {
        recordType: 'contact',
        firstName: row.firstName ?? '',
        lastName: row.lastName ?? '',
        email: email ?? '',
      },
      matchValue: email,
      values: valuesOf(fields, (at) => values[at] ?? null),
    };
  });
}

function split(
  planned: readonly PlannedRecord[],
  suppressed: ReadonlySet<string>,
  read: (record: PlannedRecord) => SourceRecord | null,
): SourceChunk {
  const leftOut = new Map<string, 'NOT_IN_DATASET' | 'SUPPRESSED'>();
  const records = planned.flatMap((record) => {
    const source = read(record);
    if (source !== null && !suppressed.has(record.recordId)) return [source];
    leftOut.set(record.recordId, source === null ? 'NOT_IN_DATASET' : 'SUPPRESSED');
    return [];
  });
  return { records, leftOut };
}

/** The values by field, with names for ids and null for what is empty. */
function valuesOf(fields: readonly SyncField[], read: (at: number) => FieldValue): Map<string, DatasetValue> {
  return new Map(
    fields.map(({ internalName, valueNames }, at) => {
      const value = read(at);
      if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return [internalName, null];
      if (valueNames === null || !Array.isArray(value)) return [internalName, value];
      const names = value.flatMap((id) => valueNames[id] ?? []).sort();
      return [internalName, names.length === 0 ? null : names];
    }),
  );
}

import type { IntegrationType, RecordType, SyncProgress } from '@quarry/contracts';
import { sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { syncJournal, syncStatuses } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { keptMessage } from '#server/features/integrations/access/kept-message.ts';
import { errorCodeOf } from '../errors/catalogue.ts';

/** Why a record could not be synced. */
export interface RecordError {
  /** A suffix of the error catalogue. */
  readonly code: string;
  /** The field by the name that people know. */
  readonly field: string | null;
  readonly value: string | null;
  readonly message: string | null;
}

/** What became of one record in a job. */
export interface RecordResult {
  readonly recordId: string;
  readonly companyId: string;
  /** `intended`: it is not known whether it was applied. */
  readonly state: 'planned' | 'intended' | 'done' | 'refused' | 'skipped' | 'ambiguous';
  readonly action: string;
  /** Null leaves the record's status as it was. */
  readonly status: 'SUCCESS' | 'FAILED' | 'SKIPPED' | null;
  /** Null leaves the link as it was. */
  readonly externalId: string | null;
  readonly matchKey: string | null;
  readonly wasCreated: boolean;
  /** It is gone in the CRM. */
  readonly isGone: boolean;
  readonly hash: string | null;
  /** The CRM's fields that hold a value of ours. */
  readonly sentFields: readonly string[];
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly error: RecordError | null;
  readonly candidates: readonly unknown[] | null;
  /** Why it was skipped. */
  readonly reason: string | null;
}

export const EMPTY_RESULT = {
  externalId: null,
  matchKey: null,
  wasCreated: false,
  isGone: false,
  hash: null,
  sentFields: [] as readonly string[],
  before: null,
  after: null,
  error: null,
  candidates: null,
  reason: null,
} as const satisfies Partial<RecordResult>;

/** Reasons for skipping that say something about how the record stands with the connector. */
export const OWN_STATUS: ReadonlySet<string> = new Set(['UPDATE_ONLY', 'NO_EMAIL', 'ACCOUNT_NOT_SYNCED']);

const MAX_VALUE = 500;

export interface ResultsOf {
  readonly clientId: string;
  readonly integrationId: string;
  readonly integrationType: IntegrationType;
  readonly jobId: string;
  readonly recordType: RecordType;
}

/**
 * Writes intents before the request, so that a crash can't hide that it may have been applied. Returns the ids of the
 * records that may be sent: not those of people who were erased meanwhile.
 */
export function writeIntents(
  tx: Transaction,
  of: ResultsOf,
  results: readonly RecordResult[],
): Promise<ReadonlySet<string>> {
  return writeJournal(tx, of, results);
}

/** Writes what became of records, in one transaction with the job's counters. Nothing is kept of people who were erased. */
export async function writeResults(tx: Transaction, of: ResultsOf, results: readonly RecordResult[]): Promise<void> {
  await writeJournal(tx, of, results);
  await writeStatuses(
    tx,
    of,
    results.filter(({ status }) => status !== null),
  );
}

const written = z.array(z.object({ record_id: z.string() }));

/** Leaves out contacts that the account has no more, because whoever erases a person looks for traces only once. */
const isKept = (of: ResultsOf) =>
  of.recordType === 'company'
    ? sql`true`
    : sql`exists (select from ${contacts} where ${contacts.clientId} = ${of.clientId} and ${contacts.contactId} = r.record_id)`;

async function writeJournal(
  tx: Transaction,
  of: ResultsOf,
  results: readonly RecordResult[],
): Promise<ReadonlySet<string>> {
  if (results.length === 0) return new Set();
  const rows = results.map((result) => ({
    record_id: result.recordId,
    company_id: result.companyId,
    state: result.state,
    action: result.action,
    payload_hash: result.hash,
    external_id: result.externalId,
    was_created: result.wasCreated,
    before: result.before,
    after: result.after,
    reason:
      result.reason ??
      (result.error === null ? null : errorCodeOf(of.integrationType, of.recordType, result.error.code)),
  }));
  const answer = await tx.execute(sql`
    insert into ${syncJournal} (client_id, job_id, record_type, record_id, company_id, state, action, payload_hash,
      external_id, was_created, before, after, reason)
    select ${of.clientId}, ${of.jobId}, ${of.recordType}, r.*
    from jsonb_to_recordset(${jsonOf(rows)}::jsonb) as r (record_id text, company_id text, state text,
      action text, payload_hash text, external_id text, was_created boolean, before jsonb, after jsonb, reason text)
    where ${isKept(of)}
    on conflict (job_id, record_type, record_id) do update set
      state = excluded.state, action = excluded.action, payload_hash = excluded.payload_hash,
      external_id = excluded.external_id, was_created = excluded.was_created, before = excluded.before,
      after = excluded.after, reason = excluded.reason, at = now()
    returning record_id`);
  return new Set(written.parse(answer.rows).map(({ record_id }) => record_id));
}

async function writeStatuses(tx: Transaction, of: ResultsOf, results: readonly RecordResult[]): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map(({ error, ...result }) => ({
    record_id: result.recordId,
    company_id: result.companyId,
    status: result.status,
    external_id: result.externalId,
    match_key: result.matchKey,
    was_created: result.wasCreated,
    is_gone: result.isGone,
    payload_hash: result.hash,
    sent_fields: result.sentFields,
    error_code: error === null ? null : errorCodeOf(of.integrationType, of.recordType, error.code),
    error_field: error?.field ?? null,
    error_value: error?.value?.replaceAll('\0', '').slice(0, MAX_VALUE) ?? null,
    error_message: error === null || error.message === null ? null : keptMessage(error.message),
    candidates: result.candidates,
  }));
  await tx.execute(sql`
    insert into ${syncStatuses} as s (client_id, integration_id, record_type, record_id, company_id, external_id,
      match_key, was_created_by_quarry, is_sync_disabled, payload_hash, sent_fields, first_synced_at, last_synced_at,
      last_sync_attempt_at, last_job_id, last_sync_status, error_code, error_field, error_value, error_message, candidates)
    select ${of.clientId}, ${of.integrationId}, ${of.recordType}, r.record_id, r.company_id, r.external_id,
      r.match_key, r.was_created, r.is_gone, r.payload_hash,
      array(select jsonb_array_elements_text(r.sent_fields)),
      case when r.status = 'SUCCESS' then now() end, case when r.status = 'SUCCESS' then now() end,
      now(), ${of.jobId}, r.status, r.error_code, r.error_field, r.error_value, r.error_message, r.candidates
    from jsonb_to_recordset(${jsonOf(rows)}::jsonb) as r (record_id text, company_id text, status text,
      external_id text, match_key text, was_created boolean, is_gone boolean, payload_hash text, sent_fields jsonb,
      error_code text, error_field text, error_value text, error_message text, candidates jsonb)
    where ${isKept(of)}
    on conflict (integration_id, record_type, record_id) do update set
      company_id = excluded.company_id,
      external_id = coalesce(excluded.external_id, s.external_id),
      match_key = coalesce(excluded.match_key, s.match_key),
      was_created_by_quarry = s.was_created_by_quarry or excluded.was_created_by_quarry,
      is_sync_disabled = (s.is_sync_disabled and excluded.last_sync_status <> 'SUCCESS') or excluded.is_sync_disabled,
      may_create = s.may_create and excluded.last_sync_status <> 'SUCCESS',
      payload_hash = case when excluded.last_sync_status = 'SUCCESS' then excluded.payload_hash else s.payload_hash end,
      sent_fields = excluded.sent_fields,
      first_synced_at = coalesce(s.first_synced_at, excluded.first_synced_at),
      last_synced_at = coalesce(excluded.last_synced_at, s.last_synced_at),
      last_sync_attempt_at = excluded.last_sync_attempt_at,
      last_job_id = excluded.last_job_id,
      last_sync_status = excluded.last_sync_status,
      error_code = excluded.error_code, error_field = excluded.error_field, error_value = excluded.error_value,
      error_message = excluded.error_message, candidates = excluded.candidates`);
}

/** PostgreSQL stores no NUL. */
const jsonOf = (rows: unknown): string => JSON.stringify(rows).replaceAll('\\u0000', '');

export type Counts = Omit<SyncProgress, 'progress'>;

export const NO_COUNTS: Counts = {
  numAccountsToProcess: 0,
  numAccountsCreated: 0,
  numAccountsUpdated: 0,
  numAccountsFailed: 0,
  numAccountsSkipped: 0,
  numContactsToProcess: 0,
  numContactsCreated: 0,
  numContactsUpdated: 0,
  numContactsFailed: 0,
  numContactsSkipped: 0,
  numOfItemsToImport: 0,
  numOfRecordsImported: 0,
};

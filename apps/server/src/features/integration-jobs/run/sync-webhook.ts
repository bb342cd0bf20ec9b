import { AppError, type RecordType } from '@quarry/contracts';
import { and, eq, inArray } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { syncJournal } from '@quarry/postgres/tables/integrations';
import { personasOfContact, segmentsOfContact } from '#server/features/companies/contact-segments.ts';
import type { DatasetValue } from '#server/features/integrations/vendors/vendor.ts';
import { openWebhook } from '#server/features/integrations/webhook/credentials.ts';
import { type DeliveryOutcome, deliverBatch } from '#server/features/integrations/webhook/deliver-batch.ts';
import { readCompanyNames } from '#server/features/segments/personas/contacts/company-names.ts';
import type { PlannedRecord } from '../plan/plan-table.ts';
import { readStatuses, type StatusRow } from './read-statuses.ts';
import { EMPTY_RESULT, type RecordResult, type ResultsOf } from './record-result.ts';
import { readSources, type SourceRecord } from './source-records.ts';
import { skippedResult } from './sync-records.ts';
import { chunksOf, currentDataset, type SyncRun, saveResults } from './sync-run.ts';

/** The kinds of records that a webhook takes. */
export function webhookRecordTypes({ ctx, integration }: Pick<SyncRun, 'ctx' | 'integration'>): readonly RecordType[] {
  const { encryptedCredentials } = integration;
  if (encryptedCredentials === null) return [];
  const { contactsUrl } = openWebhook(ctx.secrets, encryptedCredentials);
  return contactsUrl === null ? ['company'] : ['company', 'contact'];
}

/** Sends the records of one kind to the webhook, in batches and in order. */
export async function syncWebhook(run: SyncRun, recordType: RecordType): Promise<void> {
  const { ctx, client, integration } = run;
  if (integration.encryptedCredentials === null) return;
  const { webhookBatchSize } = openWebhook(ctx.secrets, integration.encryptedCredentials);
  const of: ResultsOf = {
    clientId: client.id,
    integrationId: integration.id,
    integrationType: integration.integrationType,
    jobId: ctx.jobId,
    recordType,
  };
  const size = webhookBatchSize ?? 1;
  // The same for a batch whenever it is sent, because batches end in order and all at once.
  let number = Math.ceil((await countFinished(run, recordType)) / size);
  let isGone = false;
  // The plan is read in larger pages than single records.
  for await (const { records, end } of chunksOf(run, recordType, Math.max(size, 100 - (100 % size)))) {
    for (let at = 0; at < records.length; at += size) {
      ctx.throwIfCancelled();
      const batch = records.slice(at, at + size);
      const isLast = at + size >= records.length;
      const ended: SentBatch = isGone
        ? skipAll(batch)
        : await sendBatch(run, of, { number: number++, records: batch, isList: size > 1 });
      await saveResults(run, of, ended.results, isLast ? end : null);
      if (ended.stop === 'job') throw new AppError('CRM_REFUSED', ended.message);
      isGone ||= ended.stop === 'address';
    }
  }
}

async function countFinished({ ctx, client }: SyncRun, recordType: RecordType): Promise<number> {
  return ctx.db.asClient(
    client.id,
    (tx) => tx.$count(syncJournal, and(eq(syncJournal.jobId, ctx.jobId), eq(syncJournal.recordType, recordType))),
    { readOnly: true },
  );
}

interface SentBatch {
  readonly results: readonly RecordResult[];
  readonly stop: 'job' | 'address' | null;
  readonly message: string;
}

const skipAll = (batch: readonly PlannedRecord[]): SentBatch => ({
  results: batch.map((record) => skippedResult(record, 'ADDRESS_GONE')),
  stop: null,
  message: '',
});

async function sendBatch(
  run: SyncRun,
  of: ResultsOf,
  batch: { readonly number: number; readonly records: readonly PlannedRecord[]; readonly isList: boolean },
): Promise<SentBatch> {
  const { ctx, client, integration } = run;
  const { recordType } = of;
  const fields = run.fields[recordType];
  const dataset = await currentDataset(run);
  const from = { clientId: client.id, dataset };
  const { records, leftOut } = await readSources(ctx, from, recordType, fields, batch.records);
  const skipped = batch.records.flatMap((record) => {
    const reason = leftOut.get(record.recordId);
    return reason === undefined ? [] : [skippedResult(record, reason)];
  });
  if (records.length === 0) return { results: skipped, stop: null, message: '' };
  const ids = records.map(({ planned }) => planned.recordId);
  const statuses = await ctx.db.asClient(client.id, (tx) => readStatuses(tx, of, ids), { readOnly: true });
  const bodies =
    recordType === 'company' ? records.map((record) => companyBody(run, record)) : await contactBodies(run, records);
  const outcome = await deliverBatch(
    ctx,
    integration,
    {
      jobId: ctx.jobId,
      batch: batch.number,
      recordType,
      recordIds: ids,
      body: batch.isList ? bodies : bodies[0],
    },
    { signal: ctx.signal },
  );
  const results = records.map((record) => resultOf(record, statuses.get(record.planned.recordId), outcome));
  const stop = outcome.kind === 'ended' ? outcome.what : null;
  return { results: [...skipped, ...results], stop, message: outcome.kind === 'ended' ? outcome.message : '' };
}

function bodyOf({ fields }: SyncRun, recordType: RecordType, record: SourceRecord): Record<string, DatasetValue> {
  return Object.fromEntries(
    fields[recordType].map(({ internalName, externalName }) => [externalName, record.values.get(internalName) ?? null]),
  );
}

function companyBody(run: SyncRun, record: SourceRecord) {
  const { planned } = record;
  return { company_id: planned.recordId, domain: planned.domain, ...bodyOf(run, 'company', record) };
}

async function contactBodies(run: SyncRun, records: readonly SourceRecord[]) {
  const { ctx, client } = run;
  const ids = records.map(({ planned }) => planned.recordId);
  const companyIds = [...new Set(records.map(({ planned }) => planned.companyId))];
  const companies = await readCompanyNames(ctx.warehouse, companyIds, { lane: 'jobs', signal: ctx.signal });
  const rows = await ctx.db.asClient(
    client.id,
    (tx) =>
      tx
        .select({ id: contacts.contactId, segments: segmentsOfContact, personas: personasOfContact })
        .from(contacts)
        .where(and(eq(contacts.clientId, client.id), inArray(contacts.contactId, ids))),
    { readOnly: true },
  );
  const memberships = new Map(rows.map((row) => [row.id, row]));
  return records.map((record) => {
    const { recordId, companyId } = record.planned;
    const membership = memberships.get(recordId);
    return {
      contact_id: recordId,
      company_id: companyId,
      domain: companies.get(companyId)?.domain ?? null,
      segments: membership?.segments ?? [],
      personas: membership?.personas ?? [],
      ...bodyOf(run, 'contact', record),
    };
  });
}

function resultOf({ planned }: SourceRecord, status: StatusRow | undefined, outcome: DeliveryOutcome): RecordResult {
  const { recordId, companyId, hash } = planned;
  const isNew = status?.firstSyncedAt == null;
  const base = { ...EMPTY_RESULT, recordId, companyId, action: isNew ? 'create' : 'update', hash };
  if (outcome.kind === 'delivered') return { ...base, state: 'done', status: 'SUCCESS', wasCreated: isNew };
  const code = outcome.kind === 'refused' ? 'WEBHOOK_REFUSED' : 'WEBHOOK_UNREACHABLE';
  const error = { code, field: null, value: null, message: outcome.message };
  return { ...base, state: 'refused', status: 'FAILED', error };
}

import { AppError, type RecordType } from '@quarry/contracts';
import { type Vendor, type VendorApi, VendorUnavailable } from '#server/features/integrations/vendors/vendor.ts';
import { MULTIPLE_MATCHES } from '../errors/catalogue.ts';
import { CONTACT_HAS_LEFT } from '../plan/contact-rows.ts';
import type { PlanCursor, PlannedRecord } from '../plan/plan-table.ts';
import { HAS_LEFT } from '../plan/synced-companies.ts';
import { attachContacts, companyToAttach } from './attach-contacts.ts';
import { type MappedField, sentAfter, shown } from './convert-record.ts';
import { type Decided, type DecideInput, decide } from './decide.ts';
import { RecordFinder } from './find-records.ts';
import { readAccountStates } from './read-accounts.ts';
import { EMPTY_RESULT, OWN_STATUS, type RecordResult, type ResultsOf, writeIntents } from './record-result.ts';
import { type RecordWrite, type Sent, sendWrites } from './send-writes.ts';
import { readSources } from './source-records.ts';
import { assertSameAccount, chunksOf, currentDataset, type SyncRun, saveResults } from './sync-run.ts';

/** The connection to the CRM of a run. */
export interface CrmAccess {
  readonly vendor: Vendor;
  readonly api: VendorApi;
  /** The fields of each kind that the CRM has. */
  readonly fields: Readonly<Record<RecordType, readonly MappedField[]>>;
  /** The field of our own key; null if the CRM refuses it, and in dry runs. */
  readonly keyFields: Readonly<Record<RecordType, string | null>>;
}

/** Chunks in a row without any answer after which the run ends. */
const MAX_UNAVAILABLE = 3;

/** Sends the records of one kind that the plan has. */
export async function syncRecords(run: SyncRun, crm: CrmAccess, recordType: RecordType): Promise<void> {
  const { ctx, client, integration } = run;
  const { vendor, api } = crm;
  const of: ResultsOf = {
    clientId: client.id,
    integrationId: integration.id,
    integrationType: integration.integrationType,
    jobId: ctx.jobId,
    recordType,
  };
  const finder = new RecordFinder(run, crm, recordType, await domainFieldOf(run, crm, recordType));
  let unavailable = 0;
  const size = Math.max(100, vendor.batchSizes.update * vendor.parallelCalls[recordType]);
  for await (const { records, start, end } of chunksOf(run, recordType, size)) {
    const input: DecideInput = {
      ctx,
      clientId: client.id,
      integrationId: integration.id,
      vendor,
      api,
      recordType,
      fields: crm.fields[recordType],
      mayCreate: mayCreateOf(run, recordType),
      keyField: crm.keyFields[recordType],
      find: (values) => finder.find(values, start),
      readAccounts: (companyIds) => readAccountStates(ctx.db, of, companyIds),
      taken: null,
      existing: new Map(),
    };
    const { results, hasAnswer } = await syncChunk(run, crm, of, input, records, end);
    unavailable = hasAnswer || results === 0 ? 0 : unavailable + 1;
    if (unavailable >= MAX_UNAVAILABLE) {
      throw new AppError('CRM_REFUSED', `${vendor.label} was not available. The next sync tries again.`);
    }
  }
}

export function mayCreateOf({ integration }: SyncRun, recordType: RecordType): boolean {
  const { companiesSyncMode, contactsSyncMode } = integration.settings;
  return (recordType === 'company' ? companiesSyncMode : contactsSyncMode) === 'CREATE_AND_UPDATE';
}

/** The field of the CRM that holds our domain beside its own. */
export async function domainFieldOf(run: SyncRun, crm: CrmAccess, recordType: RecordType): Promise<string | null> {
  if (recordType === 'contact') return null;
  const dataset = await currentDataset(run);
  const field = crm.fields.company.find(({ internalName }) => dataset.columns.get(internalName)?.isDomain === true);
  return field?.externalName ?? null;
}

async function syncChunk(
  run: SyncRun,
  crm: CrmAccess,
  of: ResultsOf,
  input: DecideInput,
  planned: readonly PlannedRecord[],
  end: PlanCursor,
): Promise<{ readonly results: number; readonly hasAnswer: boolean }> {
  const { ctx, client } = run;
  const { recordType } = of;
  const dataset = await currentDataset(run);
  const sources = await readSources(ctx, { clientId: client.id, dataset }, recordType, crm.fields[recordType], planned);
  const skipped = planned.flatMap((record) => {
    const reason = sources.leftOut.get(record.recordId);
    return reason === undefined ? [] : [skippedResult(record, reason)];
  });
  let all: Decided[];
  try {
    all = await decide(input, sources.records);
  } catch (error) {
    if (!(error instanceof VendorUnavailable)) throw error;
    const failed = sources.records.map((source) => unavailableResult(source.planned, error.message));
    await saveResults(run, of, [...skipped, ...failed], end);
    return { results: failed.length, hasAnswer: false };
  }
  const intents = all.flatMap((one) => intentOf(one));
  if (intents.length > 0) {
    const intended = await ctx.db.asClient(client.id, async (tx) => {
      await ctx.saveCheckpoint(run.state, tx);
      await assertSameAccount(tx, run.integration);
      return writeIntents(tx, of, intents);
    });
    const maySend = ({ source, decision }: Decided) =>
      (decision.kind !== 'create' && decision.kind !== 'update') || intended.has(source.planned.recordId);
    skipped.push(...all.flatMap((one) => (maySend(one) ? [] : [skippedResult(one.source.planned, 'NOT_IN_DATASET')])));
    all = all.filter(maySend);
  }
  const writes = all.flatMap((one) => writeOf(one));
  const sent = new Map<string, Sent>();
  let ended: { readonly error: unknown } | null = null;
  try {
    const waits = run.waitsMs === undefined ? {} : { waitsMs: run.waitsMs };
    const sending = { vendor: crm.vendor, api: crm.api, recordType, keyField: input.keyField, ...waits };
    await sendWrites(sending, writes, (write, outcome) => sent.set(write.recordId, outcome));
    await settleExisting(input, all, sent);
    if (recordType === 'contact') await attachContacts(crm, all, sent);
  } catch (error) {
    ended = { error };
  }
  const isComplete = ended === null;
  const results = all.flatMap((one) => {
    const outcome = sent.get(one.source.planned.recordId);
    // A contact is done once it is attached; until then it stays an intent.
    const isOpen = isWritten(one) || companyToAttach(one) !== null;
    if (!isComplete && (recordType === 'contact' || outcome === undefined) && isOpen) return [];
    return [resultOf(one, outcome)];
  });
  await saveResults(run, of, [...skipped, ...results], isComplete ? end : null);
  if (ended !== null) throw ended.error;
  const answered = [...sent.values()].some((one) => one.kind !== 'unknown' && !isUnavailable(one));
  return { results: writes.length, hasAnswer: answered || writes.length === 0 };
}

const isUnavailable = (sent: Sent): boolean => sent.kind === 'refused' && sent.refusal.code === 'UNAVAILABLE';
const isWritten = ({ decision }: Decided): boolean =>
  decision.kind === 'create' || decision.kind === 'update' || decision.kind === 'created';

function writeOf({ source, decision }: Decided): RecordWrite[] {
  const base = { recordId: source.planned.recordId, matchValue: source.matchValue };
  if (decision.kind === 'create') {
    return [{ ...base, externalId: null, values: decision.after, accountId: decision.accountId }];
  }
  if (decision.kind === 'update') {
    return [{ ...base, externalId: decision.externalId, values: decision.after, accountId: null }];
  }
  return [];
}

function baseOf({ source, matchKey, status }: Decided) {
  const { recordId, companyId } = source.planned;
  return { ...EMPTY_RESULT, recordId, companyId, matchKey, sentFields: status?.sentFields ?? [] };
}

function intentOf(one: Decided): RecordResult[] {
  const { decision } = one;
  if (decision.kind !== 'create' && decision.kind !== 'update') return [];
  const isUpdate = decision.kind === 'update';
  return [
    {
      ...baseOf(one),
      state: 'intended',
      action: isUpdate ? 'update' : 'create',
      status: null,
      hash: hashOf(one),
      externalId: isUpdate ? decision.externalId : null,
      before: isUpdate ? decision.before : null,
      after: decision.after,
    },
  ];
}

function hashOf({ source: { planned } }: Decided): string {
  if (!planned.isLeaving) return planned.hash;
  return planned.recordId === planned.companyId ? HAS_LEFT : CONTACT_HAS_LEFT;
}

export function skippedResult(record: PlannedRecord, reason: string): RecordResult {
  const { recordId, companyId } = record;
  return { ...EMPTY_RESULT, recordId, companyId, state: 'skipped', action: 'skip', status: null, reason };
}

function unavailableResult({ recordId, companyId }: PlannedRecord, message: string): RecordResult {
  const error = { code: 'UNAVAILABLE', field: null, value: null, message };
  return { ...EMPTY_RESULT, recordId, companyId, state: 'refused', action: 'update', status: 'FAILED', error };
}

/** What is recorded of a decision, and of the CRM's answer to it. */
export function resultOf(one: Decided, sent: Sent | undefined): RecordResult {
  const { decision, values, status } = one;
  const base = baseOf(one);
  const hash = hashOf(one);
  const sentFields = status?.sentFields ?? [];
  // Also one that needed no write may be refused, when it is attached.
  const isRefused = sent?.kind === 'refused' || sent?.kind === 'unknown';
  switch (decision.kind) {
    case 'skip': {
      const isOwn = OWN_STATUS.has(decision.reason);
      return { ...base, state: 'skipped', action: 'skip', status: isOwn ? 'SKIPPED' : null, reason: decision.reason };
    }
    case 'ambiguous': {
      const error = { code: MULTIPLE_MATCHES, field: null, value: null, message: null };
      const { candidates } = decision;
      return { ...base, state: 'ambiguous', action: 'skip', status: 'FAILED', error, candidates };
    }
    case 'fail':
      return {
        ...base,
        state: 'refused',
        action: 'skip',
        status: 'FAILED',
        error: decision.error,
        isGone: decision.isGone,
      };
    case 'unchanged':
      if (isRefused) break;
      return {
        ...base,
        state: 'skipped',
        action: 'skip',
        status: 'SUCCESS',
        reason: 'UNCHANGED',
        externalId: decision.externalId,
        wasCreated: decision.wasCreated,
        hash,
        sentFields: sentAfter(values, sentFields, {}),
      };
    case 'created':
      if (isRefused) break;
      return {
        ...base,
        state: 'done',
        action: 'create',
        status: 'SUCCESS',
        externalId: decision.externalId,
        wasCreated: true,
        hash,
        after: decision.after,
        sentFields: sentAfter(values, sentFields, decision.after),
      };
    default:
      break;
  }
  const isCreate = decision.kind === 'create' || decision.kind === 'created';
  const before = decision.kind === 'update' ? decision.before : null;
  const after = decision.kind === 'unchanged' ? null : decision.after;
  const written = { ...base, action: isCreate ? 'create' : 'update', hash, before, after } as const;
  if (sent?.kind === 'done' && decision.kind !== 'unchanged') {
    return {
      ...written,
      state: 'done',
      status: 'SUCCESS',
      externalId: sent.id,
      // Only our creates write our key, so an upsert that found it follows one whose answer was lost.
      wasCreated: isCreate || decision.wasCreated,
      sentFields: sentAfter(values, sentFields, decision.after),
    };
  }
  if (sent?.kind === 'refused') {
    const { refusal, isGone } = sent;
    const mapped = values.find(({ field }) => field.externalName === refusal.field);
    const error = {
      code: refusal.code,
      field: mapped?.field.displayName ?? refusal.field,
      value: mapped === undefined ? null : shown(mapped.value),
      message: refusal.message,
    };
    const isOpen = isCreate && refusal.code === 'UNAVAILABLE';
    return { ...written, state: isOpen ? 'intended' : 'refused', status: 'FAILED', error, isGone: isGone && !isCreate };
  }
  const message = sent?.kind === 'unknown' ? sent.message : null;
  const error = { code: 'OUTCOME_UNKNOWN', field: null, value: null, message };
  return { ...written, state: 'intended', status: 'FAILED', error };
}

/** Records that turned out to exist already: they are linked, and get our values as an update. */
async function settleExisting(input: DecideInput, all: Decided[], sent: Map<string, Sent>): Promise<void> {
  const existing = new Map<string, string>();
  for (const [recordId, outcome] of sent) if (outcome.kind === 'exists') existing.set(recordId, outcome.id);
  if (existing.size === 0) return;
  const sources = all.filter(({ source }) => existing.has(source.planned.recordId)).map(({ source }) => source);
  const again = await decide({ ...input, existing }, sources);
  const writes = again.flatMap((one) => writeOf(one));
  for (const one of again) {
    const at = all.findIndex(({ source }) => source === one.source);
    if (at >= 0) all[at] = one;
    sent.delete(one.source.planned.recordId);
  }
  await sendWrites(input, writes, (write, outcome) => sent.set(write.recordId, outcome));
}

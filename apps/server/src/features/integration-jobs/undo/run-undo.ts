import { RECORD_TYPES, type RecordType } from '@quarry/contracts';
import { and, asc, eq, gt, inArray, sql, type Transaction } from '@quarry/postgres';
import { integrationJobs, syncJournal, syncStatuses } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { openVendorApi } from '#server/features/integrations/access/open-vendor-api.ts';
import { beginRun, endRun } from '#server/features/integrations/job-ends.ts';
import type { Vendor, VendorApi } from '#server/features/integrations/vendors/vendor.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { delayedSignal } from '../run/open-crm.ts';
import { readFinished, readIntents } from '../run/read-statuses.ts';
import { EMPTY_RESULT, NO_COUNTS, type RecordResult, type ResultsOf, writeIntents } from '../run/record-result.ts';
import { readRunState } from '../run/run-state.ts';
import { openRun } from '../run/run-sync.ts';
import { type RecordWrite, type Sent, sendWrites } from '../run/send-writes.ts';
import { assertSameAccount, type SyncRun, saveResults } from '../run/sync-run.ts';
import { decideUndo, type UndoDecision, type UndoInput, type WrittenRecord } from './decide-undo.ts';

const HOUR_MS = 3_600_000;

const undoScope = z.object({ kind: z.literal('UNDO'), isPreview: z.boolean(), archiveCreated: z.boolean() });
export type UndoScope = z.infer<typeof undoScope>;

/**
 * Restores the values that a sync overwrote and archives the records that it created, where nobody changed them since; a
 * preview only tells. It can be killed at any moment.
 */
export const integrationUndo = defineJob({
  type: 'integration-undo',
  input: z.object({}),
  concurrency: 4,
  maxAttempts: 25,
  timeoutMs: 24 * HOUR_MS,
  run: (ctx) => runUndo(ctx),
});

interface Undo {
  readonly run: SyncRun;
  readonly scope: UndoScope;
  readonly vendor: Vendor;
  readonly api: VendorApi;
  readonly undoneJobId: string;
  readonly startedAt: Date;
}

export async function runUndo(ctx: JobContext): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('An undo needs a client');
  const job = await beginRun(ctx, clientId);
  const undoneJobId = job.undoes;
  if (undoneJobId === null) throw new Error(`The job ${ctx.jobId} undoes nothing`);
  await endRun(ctx, clientId, async () => {
    const opened = await openRun(ctx, clientId, job.integrationId);
    const { counts, startedAt } = await ctx.db.asClient(clientId, (tx) => readUndone(tx, undoneJobId), {
      readOnly: true,
    });
    const run: SyncRun = { ...opened, state: { ...readRunState(null), counts: { ...NO_COUNTS, ...counts } } };
    const { vendor, api } = await openVendorApi(ctx, job.integrationId, delayedSignal(ctx.signal));
    const undo = { run, scope: undoScope.parse(job.scope), vendor, api, undoneJobId, startedAt };
    // Contacts first, so that no archived company has any.
    for (const recordType of RECORD_TYPES.toReversed()) await undoRecords(undo, recordType);
    ctx.progress(1, undefined, { ...run.state.counts });
    return { message: null, failure: null };
  });
}

async function readUndone(tx: Transaction, jobId: string) {
  const [job] = await tx.select().from(integrationJobs).where(eq(integrationJobs.jobId, jobId));
  const written = (recordType: RecordType) =>
    tx.$count(
      syncJournal,
      and(eq(syncJournal.jobId, jobId), eq(syncJournal.recordType, recordType), eq(syncJournal.state, 'done')),
    );
  return {
    startedAt: job?.startedAt ?? new Date(0),
    counts: { numAccountsToProcess: await written('company'), numContactsToProcess: await written('contact') },
  };
}

async function undoRecords(undo: Undo, recordType: RecordType): Promise<void> {
  const { run, vendor, api } = undo;
  const { ctx, client } = run;
  const described = new Map((await vendor.describe(api, recordType)).map((field) => [field.id, field]));
  const { archiveCreated } = undo.scope;
  const input: UndoInput = { vendor, api, recordType, described, archiveCreated, startedAt: undo.startedAt };
  const size = Math.max(100, vendor.batchSizes.update * vendor.parallelCalls[recordType]);
  for (let after = ''; ; ) {
    ctx.throwIfCancelled();
    const page = await ctx.db.asClient(client.id, (tx) => readWritten(tx, undo, recordType, after, size), {
      readOnly: true,
    });
    const last = page.at(-1);
    if (last === undefined) return;
    const ids = page.map(({ recordId }) => recordId);
    const finished = await ctx.db.asClient(client.id, (tx) => readFinished(tx, ctx.jobId, recordType, ids), {
      readOnly: true,
    });
    await undoChunk(
      undo,
      input,
      page.filter(({ recordId }) => !finished.has(recordId)),
    );
    after = last.recordId;
  }
}

const values = z.record(z.string(), z.unknown()).nullable();

async function readWritten(
  tx: Transaction,
  { undoneJobId }: Undo,
  recordType: RecordType,
  after: string,
  limit: number,
): Promise<WrittenRecord[]> {
  const rows = await tx
    .select()
    .from(syncJournal)
    .where(
      and(
        eq(syncJournal.jobId, undoneJobId),
        eq(syncJournal.recordType, recordType),
        eq(syncJournal.state, 'done'),
        gt(syncJournal.recordId, after),
      ),
    )
    .orderBy(asc(syncJournal.recordId))
    .limit(limit);
  const ids = rows.map(({ recordId }) => recordId);
  const writes = await tx
    .select({ recordId: syncJournal.recordId, at: sql<Date>`max(${syncJournal.at})`.mapWith(syncJournal.at) })
    .from(syncJournal)
    .where(
      and(
        inArray(syncJournal.recordId, ids.length === 0 ? [''] : ids),
        eq(syncJournal.recordType, recordType),
        eq(syncJournal.state, 'done'),
      ),
    )
    .groupBy(syncJournal.recordId);
  const lastWrites = new Map(writes.map(({ recordId, at }) => [recordId, at]));
  return rows.flatMap((row) =>
    row.externalId === null
      ? []
      : [
          {
            recordId: row.recordId,
            companyId: row.companyId,
            externalId: row.externalId,
            wasCreated: row.wasCreated && row.action === 'create',
            before: values.parse(row.before) ?? {},
            after: values.parse(row.after) ?? {},
            lastWriteAt: lastWrites.get(row.recordId) ?? row.at,
          },
        ],
  );
}

async function undoChunk(undo: Undo, input: UndoInput, records: readonly WrittenRecord[]): Promise<void> {
  if (records.length === 0) return;
  const { run, vendor, api, scope } = undo;
  const { ctx, client, integration } = run;
  const { recordType } = input;
  const of: ResultsOf = {
    clientId: client.id,
    integrationId: integration.id,
    integrationType: integration.integrationType,
    jobId: ctx.jobId,
    recordType,
  };
  const ids = records.map(({ recordId }) => recordId);
  const intents = await ctx.db.asClient(client.id, (tx) => readIntents(tx, of, ids), { readOnly: true });
  const fields = [...new Set(records.flatMap(({ after }) => Object.keys(after)))];
  const current = await vendor.read(api, recordType, [...new Set(records.map(({ externalId }) => externalId))], fields);
  const decided = records.map((record) => {
    const intent = intents.get(record.recordId);
    // What an attempt before intended may have been applied, so it is done again.
    const again = intent?.jobId === ctx.jobId ? intent : null;
    const decision: UndoDecision =
      again?.action === 'archive'
        ? { kind: 'archive' }
        : again?.action === 'restore'
          ? { kind: 'restore', now: values.parse(again.before) ?? {}, values: values.parse(again.after) ?? {} }
          : decideUndo(input, record, current.get(record.externalId) ?? null);
    return { record, decision };
  });
  const resultOf = (
    { record, decision }: (typeof decided)[number],
    state: RecordResult['state'],
    error: RecordResult['error'] = null,
  ): RecordResult => ({
    ...EMPTY_RESULT,
    recordId: record.recordId,
    companyId: record.companyId,
    externalId: record.externalId,
    state,
    action: decision.kind,
    status: null,
    before: decision.kind === 'restore' ? decision.now : null,
    after: decision.kind === 'restore' ? decision.values : null,
    reason: decision.kind === 'keep' ? decision.reason : null,
    error,
  });
  const kept = decided.filter(({ decision }) => decision.kind === 'keep').map((one) => resultOf(one, 'skipped'));
  const open = decided.filter(({ decision }) => decision.kind !== 'keep');
  if (scope.isPreview) {
    await saveResults(run, of, [...kept, ...open.map((one) => resultOf(one, 'planned'))], null);
    return;
  }
  await ctx.db.asClient(client.id, async (tx) => {
    await ctx.saveCheckpoint(run.state, tx);
    await assertSameAccount(tx, integration);
    await writeIntents(
      tx,
      of,
      open.map((one) => resultOf(one, 'intended')),
    );
  });
  const sent = new Map<string, Sent>();
  const restores = open.flatMap(({ record, decision }): RecordWrite[] => {
    if (decision.kind !== 'restore') return [];
    const { recordId, externalId } = record;
    return [{ recordId, externalId, values: decision.values, accountId: null, matchValue: null }];
  });
  await sendWrites({ vendor, api, recordType, keyField: null }, restores, (write, outcome) => {
    sent.set(write.recordId, outcome);
  });
  const archived = open.filter(({ decision }) => decision.kind === 'archive').map(({ record }) => record);
  for (let at = 0; at < archived.length; at += vendor.batchSizes.update) {
    const batch = archived.slice(at, at + vendor.batchSizes.update);
    const outcomes = await vendor.archive(
      api,
      recordType,
      batch.map(({ externalId }) => externalId),
    );
    for (const [place, { recordId }] of batch.entries()) {
      const outcome = outcomes[place];
      if (outcome?.kind === 'refused' && !outcome.isGone) {
        sent.set(recordId, { kind: 'refused', refusal: outcome.refusal, isGone: false });
      } else if (outcome?.kind === 'unknown' || outcome === undefined) {
        sent.set(recordId, { kind: 'unknown', message: null });
      } else sent.set(recordId, { kind: 'done', id: recordId, created: false });
    }
  }
  const results = open.map((one) => {
    const outcome = sent.get(one.record.recordId);
    if (outcome?.kind === 'done') return resultOf(one, 'done');
    const refusal = outcome?.kind === 'refused' ? outcome.refusal : null;
    const { code = 'OUTCOME_UNKNOWN', field = null, message = null } = refusal ?? {};
    return resultOf(one, 'refused', { code, field, value: null, message });
  });
  const done = new Set(results.filter(({ state }) => state === 'done').map(({ recordId }) => recordId));
  const restored = open.filter(({ record, decision }) => decision.kind === 'restore' && done.has(record.recordId));
  const gone = archived.filter(({ recordId }) => done.has(recordId)).map(({ recordId }) => recordId);
  await saveResults(run, of, [...kept, ...results], null, async (tx) => {
    await unlink(tx, of, gone);
    for (const { record, decision } of restored) {
      if (decision.kind === 'restore') await forgetSent(tx, of, record.recordId, Object.keys(decision.values));
    }
  });
}

const statusOf = ({ integrationId, recordType }: ResultsOf, ids: readonly string[]) =>
  and(
    eq(syncStatuses.integrationId, integrationId),
    eq(syncStatuses.recordType, recordType),
    inArray(syncStatuses.recordId, [...ids]),
  );

/** The next sync that finds a change in the record, or that somebody starts, may create it again. */
async function unlink(tx: Transaction, of: ResultsOf, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length === 0) return;
  await tx
    .update(syncStatuses)
    .set({ externalId: null, matchKey: null, wasCreatedByQuarry: false, sentFields: [] })
    .where(statusOf(of, recordIds));
}

/** What was restored is not ours any more, so it is not cleared either. */
async function forgetSent(tx: Transaction, of: ResultsOf, recordId: string, names: readonly string[]): Promise<void> {
  await tx
    .update(syncStatuses)
    .set({
      sentFields: sql`array(select unnest(${syncStatuses.sentFields}) except select unnest(${sql.param([...names])}::text[]))`,
    })
    .where(statusOf(of, [recordId]));
}

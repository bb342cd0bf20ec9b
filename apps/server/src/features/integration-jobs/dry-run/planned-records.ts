import type { StatementOptions } from '@quarry/clickhouse';
import { AppError, RECORD_TYPES, type RecordType, type SyncPlan } from '@quarry/contracts';
import { and, asc, eq, gt, type Transaction } from '@quarry/postgres';
import { syncJournal } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { readIntegration } from '#server/features/integrations/integration.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { describeError } from '../errors/catalogue.ts';
import { readRecordNames } from '../errors/record-names.ts';
import { findJob, toIntegrationJob } from '../integration-job.ts';
import { jobPlan } from '../job-plan.ts';
import { readSyncFields, type SyncFields } from '../plan/sync-fields.ts';
import { shown } from '../run/convert-record.ts';

export type JournalRow = typeof syncJournal.$inferSelect;
type PlannedRecord = SyncPlan['sample'][number];

const PAGE = 1_000;

/** A job that has a plan, with the fields that its records are described by. Throws NOT_FOUND and BAD_REQUEST. */
export async function findPlan(tx: Transaction, clientId: string, jobId: string) {
  const stored = await findJob(tx, clientId, jobId);
  const job = toIntegrationJob(stored);
  if (job.taskName !== 'Dry Run' && job.taskName !== 'Undo Preview' && job.taskName !== 'Undo') {
    throw new AppError('BAD_REQUEST', 'This job has no plan. Start a dry run.', { jobId });
  }
  const integration = await readIntegration(tx, clientId, stored.row.integrationId);
  const fields = await readSyncFields(tx, { id: clientId }, integration);
  return { job, plan: jobPlan.parse(stored.row.plan ?? {}), fields };
}
export type PlannedJob = Awaited<ReturnType<typeof findPlan>>;

type Stores = Pick<JobContext, 'db' | 'warehouse'>;

/** What would happen to records, with their names. */
export async function toPlannedRecords(
  stores: Stores,
  clientId: string,
  fields: SyncFields,
  rows: readonly JournalRow[],
  options: StatementOptions,
): Promise<PlannedRecord[]> {
  const named = new Map<JournalRow, string>();
  for (const recordType of RECORD_TYPES) {
    const own = rows.filter((row) => row.recordType === recordType);
    const ids = own.map(({ recordId }) => recordId);
    const nameOf = await readRecordNames(stores, clientId, recordType, ids, options);
    for (const row of own) named.set(row, nameOf(row.recordId).name);
  }
  return rows.map((row) => toPlannedRecord(row, named.get(row) ?? row.recordId, fields));
}

/** Every record of a plan, page by page, companies first. */
export async function* readPlannedRecords(
  ctx: Pick<JobContext, 'db' | 'warehouse' | 'signal'>,
  clientId: string,
  { job, fields }: PlannedJob,
): AsyncGenerator<readonly PlannedRecord[]> {
  const options = { lane: 'jobs', signal: ctx.signal } as const;
  for (const recordType of RECORD_TYPES) {
    for (let after = ''; ; ) {
      const rows = await ctx.db.asClient(clientId, (tx) => readPage(tx, job.id, recordType, after), { readOnly: true });
      const last = rows.at(-1);
      if (last === undefined) break;
      yield await toPlannedRecords(ctx, clientId, fields, rows, options);
      after = last.recordId;
    }
  }
}

function readPage(tx: Transaction, jobId: string, recordType: RecordType, after: string): Promise<JournalRow[]> {
  return tx
    .select()
    .from(syncJournal)
    .where(and(eq(syncJournal.jobId, jobId), eq(syncJournal.recordType, recordType), gt(syncJournal.recordId, after)))
    .orderBy(asc(syncJournal.recordId))
    .limit(PAGE);
}

const values = z.record(z.string(), z.unknown()).nullable();

function toPlannedRecord(row: JournalRow, record: string, fields: SyncFields): PlannedRecord {
  const [before, after] = [values.parse(row.before), values.parse(row.after) ?? {}];
  const changes = Object.entries(after).map(([externalName, value]) => ({
    externalName,
    displayName:
      fields[row.recordType].find((field) => field.externalName === externalName)?.displayName ?? externalName,
    before: shown(before?.[externalName] ?? null),
    after: shown(value),
  }));
  return {
    recordType: row.recordType,
    recordId: row.recordId,
    record,
    action: actionOf(row),
    externalId: row.externalId,
    reason: reasonOf(row, changes.length === 1 ? (changes[0]?.displayName ?? null) : null),
    changes,
  };
}

function actionOf({ state, action }: JournalRow): PlannedRecord['action'] {
  if (action === 'restore' || action === 'archive' || action === 'keep') return state === 'refused' ? 'fail' : action;
  if (state === 'ambiguous') return 'ambiguous';
  if (state === 'skipped') return 'skip';
  if (state === 'planned' || state === 'done') return action === 'create' ? 'create' : 'update';
  return 'fail';
}

/** Why records are left as they are. */
const REASONS: Readonly<Record<string, string>> = {
  UNCHANGED: 'The CRM has these values already.',
  UPDATE_ONLY: 'The CRM has no such record, and new ones are not created.',
  NO_EMAIL: 'The contact has no e-mail address.',
  ACCOUNT_NOT_SYNCED: 'The company of the contact is not in the CRM.',
  SYNC_DISABLED: 'The record was deleted in the CRM, so syncing it is turned off.',
  NOT_IN_DATASET: 'The record is no longer in the dataset.',
  SUPPRESSED: 'The person or domain must not be contacted.',
  NOT_LINKED: 'The record left the synced segments and is not in the CRM.',
  ADDRESS_GONE: 'The webhook’s address is gone.',
  EDITED: 'Somebody has changed the record since.',
  GONE: 'The record is no longer in the CRM.',
};

function reasonOf({ reason }: JournalRow, field: string | null): string | null {
  if (reason === null) return null;
  return REASONS[reason] ?? describeError({ errorCode: reason, field, message: null }).shortDescription;
}

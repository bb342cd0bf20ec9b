import { dropTable } from '@quarry/clickhouse';
import { RECORD_TYPES, type RecordType } from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { integrationJobs, syncJournal } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { readClient } from '#server/features/datasets/read-client.ts';
import { readIntegration } from '#server/features/integrations/integration.ts';
import { beginRun, endRun } from '#server/features/integrations/job-ends.ts';
import { VendorRefusal } from '#server/features/integrations/vendors/vendor.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import type { JobPlan } from '../job-plan.ts';
import { type JobScope, jobScope } from '../plan/job-scope.ts';
import { makePlan } from '../plan/make-plan.ts';
import { planTable } from '../plan/plan-table.ts';
import { readSyncFields } from '../plan/sync-fields.ts';
import { refreshSyncedCompanies } from '../plan/synced-companies.ts';
import { isCrm, missingMessage, openCrm } from './open-crm.ts';
import { type Counts, NO_COUNTS } from './record-result.ts';
import { readRunState } from './run-state.ts';
import { syncRecords } from './sync-records.ts';
import { currentDataset, type SyncRun } from './sync-run.ts';
import { syncWebhook, webhookRecordTypes } from './sync-webhook.ts';

const HOUR_MS = 3_600_000;

/**
 * Sends companies and contacts to a connector. It can be killed at any moment: what it had intended is looked up in the
 * CRM before it goes on. Syncs of different connectors run side by side; of one connector there is only one.
 */
export const integrationSync = defineJob({
  type: 'integration-sync',
  input: z.object({}),
  concurrency: 4,
  // Each takeover after a crash counts as an attempt.
  maxAttempts: 25,
  timeoutMs: 24 * HOUR_MS,
  run: (ctx) => runSync(ctx),
});

export async function runSync(ctx: JobContext, options: { readonly waitsMs?: readonly number[] } = {}): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('A sync needs a client');
  const job = await beginRun(ctx, clientId);
  await endRun(ctx, clientId, async () => {
    const run = await openRun(ctx, clientId, job.integrationId, options);
    const scope = jobScope.parse(job.scope);
    const result = await syncAll(run, scope);
    await settle(run, result);
    return result;
  });
}

export async function openRun(
  ctx: JobContext,
  clientId: string,
  integrationId: string,
  options: { readonly waitsMs?: readonly number[] } = {},
): Promise<SyncRun> {
  const { id, name } = await readClient(ctx, clientId);
  const read = await ctx.db.asClient(
    clientId,
    async (tx) => {
      const integration = await readIntegration(tx, clientId, integrationId);
      return { integration, fields: await readSyncFields(tx, { id: clientId }, integration) };
    },
    { readOnly: true },
  );
  return { ctx, client: { id, name }, ...read, state: readRunState(ctx.checkpoint), ...options };
}

/** The kinds of records that a sync of this connector has. */
export function recordTypesOf(run: SyncRun): readonly RecordType[] {
  const { contactsSyncMode } = run.integration.settings;
  const all: readonly RecordType[] = contactsSyncMode === 'DISABLED' ? ['company'] : RECORD_TYPES;
  if (isCrm(run)) return all;
  const taken = webhookRecordTypes(run);
  return all.filter((recordType) => taken.includes(recordType));
}

/** Finds the records to look at, unless an attempt before has. */
export async function ensurePlan(run: SyncRun, scope: JobScope): Promise<void> {
  const { ctx, client, integration, fields, state } = run;
  if (state.isPlanned) return;
  ctx.progress(0.01, 'Finding records that changed');
  const dataset = await currentDataset(run);
  const hasContacts = recordTypesOf(run).includes('contact');
  const planned = await makePlan(ctx, { client, integration, dataset, scope, fields, hasContacts });
  state.isPlanned = true;
  state.cursors = { company: null, contact: null };
  state.counts = await countJournal(run, planned);
  await ctx.db.asClient(client.id, async (tx) => {
    await ctx.saveCheckpoint(state, tx);
    await tx
      .update(integrationJobs)
      .set({ counts: { ...state.counts } })
      .where(eq(integrationJobs.jobId, ctx.jobId));
  });
}

interface SyncResult {
  readonly plan: JobPlan;
  readonly message: string | null;
  /** Why not everything was sent. */
  readonly failure: string | null;
}

async function syncAll(run: SyncRun, scope: JobScope): Promise<SyncResult> {
  const recordTypes = recordTypesOf(run);
  if (!isCrm(run)) {
    await ensurePlan(run, scope);
    for (const recordType of recordTypes) await syncWebhook(run, recordType);
    return { plan: { missing: [] }, message: null, failure: null };
  }
  // Before anything is looked for, so that a dead connection is told at once.
  const { crm, missing } = await openCrm(run, recordTypes, { isWriting: true });
  await ensurePlan(run, scope);
  const refusals: string[] = [];
  for (const recordType of recordTypes) {
    try {
      await syncRecords(run, crm, recordType);
    } catch (error) {
      if (!(error instanceof VendorRefusal)) throw error;
      refusals.push(
        `${crm.vendor.label} refused ${recordType === 'company' ? 'companies' : 'contacts'}: ${error.message}`,
      );
    }
  }
  return {
    plan: { missing: [...missing] },
    message: missingMessage(missing),
    failure: refusals.length === 0 ? null : refusals.join(' '),
  };
}

/** Records in the data plane what was sent, and counts it once more from the journal. */
async function settle(run: SyncRun, { failure }: SyncResult): Promise<void> {
  const { ctx, client, integration, state } = run;
  const planned = { companies: state.counts.numAccountsToProcess, contacts: state.counts.numContactsToProcess };
  const counts = await countJournal(run, planned);
  const synced = { clientId: client.id, clientName: client.name, integrationId: integration.id };
  await refreshSyncedCompanies(ctx, synced, { goesOn: null });
  await ctx.db.asClient(client.id, async (tx) => {
    // Before the plan is dropped, so that an attempt after a kill makes another one instead of missing it.
    await ctx.saveCheckpoint(null, tx);
    await tx
      .update(integrationJobs)
      .set({ counts: { ...counts } })
      .where(eq(integrationJobs.jobId, ctx.jobId));
  });
  await dropTable(ctx.warehouse, planTable(client.name, ctx.jobId));
  ctx.progress(failure === null ? 1 : 0.99, undefined, { ...counts });
}

const journalRow = z.object({ type: z.string(), outcome: z.string(), records: z.coerce.number() });

/** Every counter of the job, from the journal. */
async function countJournal(
  { ctx, client }: SyncRun,
  planned: { readonly companies: number; readonly contacts: number },
): Promise<Counts> {
  const { rows } = await ctx.db.asClient(
    client.id,
    (tx) =>
      tx.execute(sql`
        select ${syncJournal.recordType} as type, count(*) as records,
          case ${syncJournal.state}
            when 'done' then case when ${syncJournal.action} = 'create' then 'Created' else 'Updated' end
            when 'planned' then case when ${syncJournal.action} = 'create' then 'Created' else 'Updated' end
            when 'skipped' then 'Skipped'
            else 'Failed' end as outcome
        from ${syncJournal} where ${syncJournal.jobId} = ${ctx.jobId} group by 1, 3`),
    { readOnly: true },
  );
  const counts: Record<string, number> = {
    ...NO_COUNTS,
    numAccountsToProcess: planned.companies,
    numContactsToProcess: planned.contacts,
  };
  for (const { type, outcome, records } of z.array(journalRow).parse(rows)) {
    counts[`num${type === 'company' ? 'Accounts' : 'Contacts'}${outcome}`] = records;
  }
  return { ...NO_COUNTS, ...counts };
}

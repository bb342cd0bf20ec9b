import { dropTable } from '@quarry/clickhouse';
import type { RecordType } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { syncJournal } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { beginRun, endRun } from '#server/features/integrations/job-ends.ts';
import { openWebhook } from '#server/features/integrations/webhook/credentials.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import type { JobPlan } from '../job-plan.ts';
import { jobScope } from '../plan/job-scope.ts';
import type { PlannedRecord } from '../plan/plan-table.ts';
import { planTable } from '../plan/plan-table.ts';
import type { MappedField } from '../run/convert-record.ts';
import { type Decided, type DecideInput, decide } from '../run/decide.ts';
import { RecordFinder } from '../run/find-records.ts';
import { isCrm, type MissingField, missingMessage, openCrm } from '../run/open-crm.ts';
import { readPlannedAccounts } from '../run/read-accounts.ts';
import { readStatuses } from '../run/read-statuses.ts';
import { EMPTY_RESULT, type RecordResult, type ResultsOf } from '../run/record-result.ts';
import { readRunState } from '../run/run-state.ts';
import { ensurePlan, openRun, recordTypesOf } from '../run/run-sync.ts';
import { readSources } from '../run/source-records.ts';
import { type CrmAccess, domainFieldOf, mayCreateOf, resultOf, skippedResult } from '../run/sync-records.ts';
import { chunksOf, currentDataset, type SyncRun, saveResults } from '../run/sync-run.ts';

const HOUR_MS = 3_600_000;
const CHUNK = 500;

/** Finds out what a sync would do. It only reads from the CRM, so it starts over after a crash. */
export const integrationDryRun = defineJob({
  type: 'integration-dry-run',
  input: z.object({}),
  concurrency: 4,
  maxAttempts: 5,
  timeoutMs: 6 * HOUR_MS,
  run: (ctx) => runDryRun(ctx),
});

export async function runDryRun(
  ctx: JobContext,
  options: { readonly waitsMs?: readonly number[] } = {},
): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('A dry run needs a client');
  const job = await beginRun(ctx, clientId);
  await endRun(ctx, clientId, async () => {
    await ctx.db.asClient(clientId, (tx) => tx.delete(syncJournal).where(eq(syncJournal.jobId, ctx.jobId)));
    const run: SyncRun = { ...(await openRun(ctx, clientId, job.integrationId, options)), state: readRunState(null) };
    const scope = jobScope.parse(job.scope);
    const found = isCrm(run)
      ? await planCrm(run, () => ensurePlan(run, scope))
      : await planWebhook(run, () => ensurePlan(run, scope));
    await dropTable(ctx.warehouse, planTable(run.client.name, ctx.jobId));
    ctx.progress(1, undefined, { ...run.state.counts });
    return { plan: found.plan, message: missingMessage(found.missing), failure: null };
  });
}

interface Found {
  readonly plan: JobPlan;
  readonly missing: readonly MissingField[];
}

/** What the run would ask of the CRM. */
interface Effort {
  scans: number;
  reads: number;
  creates: number;
  updates: number;
  associations: number;
}

async function planCrm(run: SyncRun, find: () => Promise<void>): Promise<Found> {
  const recordTypes = recordTypesOf(run);
  const { crm, missing } = await openCrm(run, recordTypes, { isWriting: false });
  await find();
  const effort: Effort = { scans: 0, reads: 0, creates: 0, updates: 0, associations: 0 };
  for (const recordType of recordTypes) await planRecords(run, crm, recordType, effort);
  const { calls, tokens, seconds } = crm.vendor.estimateCalls(effort);
  const allowance = await crm.vendor.readAllowance(crm.api);
  return {
    missing,
    plan: {
      missing: [...missing],
      // A budget in tokens is spent by what calls cost.
      apiCalls: tokens > 0 ? tokens : calls,
      dailyAllowance: allowance?.daily ?? null,
      dailyRemaining: allowance?.remaining ?? null,
      estimatedSeconds: seconds,
    },
  };
}

function resultsOf({ ctx, client, integration }: SyncRun, recordType: RecordType): ResultsOf {
  return {
    clientId: client.id,
    integrationId: integration.id,
    integrationType: integration.integrationType,
    jobId: ctx.jobId,
    recordType,
  };
}

async function planRecords(run: SyncRun, crm: CrmAccess, recordType: RecordType, effort: Effort): Promise<void> {
  const { ctx, client, integration } = run;
  const of = resultsOf(run, recordType);
  const finder = new RecordFinder(run, crm, recordType, await domainFieldOf(run, crm, recordType));
  // Nothing is linked while it runs, so it remembers what earlier records would have taken.
  const taken = new Map<string, string>();
  for await (const { records, start, end } of chunksOf(run, recordType, CHUNK)) {
    const input: DecideInput = {
      ctx,
      clientId: client.id,
      integrationId: integration.id,
      vendor: crm.vendor,
      api: crm.api,
      recordType,
      fields: crm.fields[recordType],
      mayCreate: mayCreateOf(run, recordType),
      keyField: null,
      find: (values) => finder.find(values, start),
      readAccounts: (companyIds) => readPlannedAccounts(ctx.db, of, companyIds),
      taken,
      existing: new Map(),
    };
    const dataset = await currentDataset(run);
    const from = { clientId: client.id, dataset };
    const sources = await readSources(ctx, from, recordType, crm.fields[recordType], records);
    const decided = await decide(input, sources.records);
    for (const one of decided) addEffort(effort, recordType, one);
    await saveResults(
      run,
      of,
      [...skipped(records, sources.leftOut), ...decided.map((one) => plannedResult(one, input.fields))],
      end,
    );
  }
}

function addEffort(effort: Effort, recordType: RecordType, { status, decision }: Decided): void {
  if (status?.externalId == null) effort.scans += 1;
  if (decision.kind === 'create') effort.creates += 1;
  if (decision.kind === 'update') effort.updates += 1;
  if (decision.kind === 'update' || decision.kind === 'unchanged') effort.reads += 1;
  const isNewLink = decision.kind === 'create' || ('isNewLink' in decision && decision.isNewLink);
  if (recordType === 'contact' && isNewLink) effort.associations += 1;
}

const skipped = (records: readonly PlannedRecord[], leftOut: ReadonlyMap<string, string>): RecordResult[] =>
  records.flatMap((record) => {
    const reason = leftOut.get(record.recordId);
    return reason === undefined ? [] : [skippedResult(record, reason)];
  });

/** What is recorded of a decision that is not carried out; no status changes. */
function plannedResult(one: Decided, fields: readonly MappedField[]): RecordResult {
  const { decision } = one;
  const result = { ...resultOf(one, undefined), status: null };
  if (decision.kind === 'create') return { ...result, state: 'planned', error: null };
  if (decision.kind === 'update') {
    return { ...result, state: 'planned', error: null, externalId: decision.externalId };
  }
  if (decision.kind === 'fail' && decision.error.field !== null) {
    const { field, value } = decision.error;
    const mapped = fields.find(({ displayName }) => displayName === field);
    // The value that does not fit.
    return { ...result, after: { [mapped?.externalName ?? field]: value } };
  }
  return result;
}

async function planWebhook(run: SyncRun, find: () => Promise<void>): Promise<Found> {
  const { ctx, client, integration } = run;
  await find();
  let calls = 0;
  const sealed = integration.encryptedCredentials;
  const size = sealed === null ? 1 : (openWebhook(ctx.secrets, sealed).webhookBatchSize ?? 1);
  for (const recordType of recordTypesOf(run)) {
    const of = resultsOf(run, recordType);
    let sent = 0;
    for await (const { records, end } of chunksOf(run, recordType, CHUNK)) {
      const dataset = await currentDataset(run);
      const fields = run.fields[recordType];
      const sources = await readSources(ctx, { clientId: client.id, dataset }, recordType, fields, records);
      const ids = records.map(({ recordId }) => recordId);
      const statuses = await ctx.db.asClient(client.id, (tx) => readStatuses(tx, of, ids), { readOnly: true });
      const results = sources.records.map(({ planned, values }): RecordResult => {
        const { recordId, companyId, hash } = planned;
        const isNew = statuses.get(recordId)?.firstSyncedAt == null;
        const after = Object.fromEntries(
          fields.map(({ internalName, externalName }) => [externalName, values.get(internalName) ?? null]),
        );
        const action = isNew ? 'create' : 'update';
        return { ...EMPTY_RESULT, recordId, companyId, hash, state: 'planned', action, status: null, after };
      });
      sent += results.length;
      await saveResults(run, of, [...skipped(records, sources.leftOut), ...results], end);
    }
    calls += Math.ceil(sent / size);
  }
  return { missing: [], plan: { missing: [], apiCalls: calls } };
}

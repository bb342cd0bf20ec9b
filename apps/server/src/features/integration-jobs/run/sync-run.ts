import type { RecordType } from '@quarry/contracts';
import { type Database, eq, type Transaction } from '@quarry/postgres';
import { integrationJobs } from '@quarry/postgres/tables/integrations';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readClient } from '#server/features/datasets/read-client.ts';
import { ConnectionEnded } from '#server/features/integrations/access/needs-connection.ts';
import { readIntegration, type StoredIntegration } from '#server/features/integrations/integration.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import {
  cursorAt,
  nextRecords,
  type PlanCursor,
  type PlannedRecord,
  plannedRecord,
  planTable,
} from '../plan/plan-table.ts';
import type { SyncFields } from '../plan/sync-fields.ts';
import { readFinished } from './read-statuses.ts';
import { type Counts, type RecordResult, type ResultsOf, writeResults } from './record-result.ts';
import type { RunState } from './run-state.ts';

/** A sync or dry run at work. */
export interface SyncRun {
  readonly ctx: JobContext;
  readonly client: { readonly id: string; readonly name: string };
  readonly integration: StoredIntegration;
  readonly fields: SyncFields;
  /** Where it is; saved with every chunk of results. */
  readonly state: RunState;
  /** Waits before further tries; for tests. */
  readonly waitsMs?: readonly number[];
}

export async function currentDataset({ ctx, client }: Pick<SyncRun, 'ctx' | 'client'>) {
  const current = await readClient(ctx, client.id);
  const read = <T>(
    query: Parameters<Database['asClient']>[1] extends (tx: infer Tx) => unknown ? (tx: Tx) => Promise<T> : never,
  ) => ctx.db.asClient(client.id, query, { readOnly: true });
  return openDataset({ client: current, read, caches: ctx.caches });
}

const MESSAGES: Readonly<Record<RecordType, string>> = { company: 'Syncing companies', contact: 'Syncing contacts' };

/** Goes through the records of the plan that the job has not finished, chunk by chunk. */
export async function* chunksOf(
  run: SyncRun,
  recordType: RecordType,
  size: number,
): AsyncGenerator<{
  readonly records: readonly PlannedRecord[];
  readonly end: PlanCursor;
  readonly start: PlanCursor | null;
}> {
  const { ctx, client, state } = run;
  const table = planTable(client.name, ctx.jobId);
  const saved = state.cursors[recordType];
  for (let start: PlanCursor | null = saved; ; ) {
    ctx.throwIfCancelled();
    const planned: PlannedRecord[] = await ctx.warehouse.rows(
      nextRecords(table, recordType, start, size),
      plannedRecord,
      {
        lane: 'jobs',
        signal: ctx.signal,
      },
    );
    const last = planned.at(-1);
    if (last === undefined) return;
    const ids = planned.map(({ recordId }) => recordId);
    const finished = await ctx.db.asClient(client.id, (tx) => readFinished(tx, ctx.jobId, recordType, ids), {
      readOnly: true,
    });
    const end: PlanCursor = cursorAt(recordType, last);
    yield { records: planned.filter(({ recordId }) => !finished.has(recordId)), start, end };
    start = end;
  }
}

/** Saves what became of records with the counters, and the place in the plan once the chunk is complete. */
export async function saveResults(
  run: SyncRun,
  of: ResultsOf,
  results: readonly RecordResult[],
  end: PlanCursor | null,
  also: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<void> {
  const { ctx, client, state } = run;
  const { recordType } = of;
  const counts = countResults(state.counts, recordType, results);
  const cursors = end === null ? state.cursors : { ...state.cursors, [recordType]: end };
  await ctx.db.asClient(client.id, async (tx) => {
    // Throws if another worker took the job over.
    await ctx.saveCheckpoint({ ...state, counts, cursors }, tx);
    await assertSameAccount(tx, run.integration);
    await writeResults(tx, of, results);
    await also(tx);
    await tx
      .update(integrationJobs)
      .set({ counts: { ...counts }, progress: Math.floor(100 * progressOf(counts)), message: MESSAGES[recordType] })
      .where(eq(integrationJobs.jobId, ctx.jobId));
  });
  state.counts = counts;
  state.cursors = cursors;
  ctx.progress(progressOf(counts), MESSAGES[recordType], { ...counts });
}

/**
 * Throws `ConnectionEnded` if another account of the CRM was connected since the run began: what was done in the one
 * before says nothing about it.
 */
export async function assertSameAccount(
  tx: Transaction,
  { id, clientId, externalAccount }: StoredIntegration,
): Promise<void> {
  const now = await readIntegration(tx, clientId, id, 'share');
  if (now.externalAccount?.id !== externalAccount?.id) throw new ConnectionEnded(id);
}

/** Progress before and after the records: finding them, and settling what was sent. */
const BEFORE = 0.05;
const AFTER = 0.02;

function progressOf(counts: Counts): number {
  const total = counts.numAccountsToProcess + counts.numContactsToProcess;
  const done =
    counts.numAccountsCreated +
    counts.numAccountsUpdated +
    counts.numAccountsFailed +
    counts.numAccountsSkipped +
    counts.numContactsCreated +
    counts.numContactsUpdated +
    counts.numContactsFailed +
    counts.numContactsSkipped;
  return total === 0 ? 1 - AFTER : BEFORE + (1 - BEFORE - AFTER) * Math.min(1, done / total);
}

function countResults(counts: Counts, recordType: RecordType, results: readonly RecordResult[]): Counts {
  const kind = recordType === 'company' ? 'Accounts' : 'Contacts';
  const next = { ...counts };
  for (const result of results) {
    const outcome = outcomeOf(result);
    next[`num${kind}${outcome}`] += 1;
  }
  return next;
}

function outcomeOf({ state, wasCreated, action }: RecordResult): 'Created' | 'Updated' | 'Failed' | 'Skipped' {
  switch (state) {
    case 'done':
      return wasCreated && action === 'create' ? 'Created' : 'Updated';
    case 'planned':
      return action === 'create' ? 'Created' : 'Updated';
    case 'skipped':
      return 'Skipped';
    default:
      return 'Failed';
  }
}

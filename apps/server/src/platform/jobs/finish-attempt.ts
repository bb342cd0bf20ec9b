import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { announceWork } from './announce.ts';
import type { JobRow } from './claim-job.ts';
import type { AnyJobDefinition } from './define-job.ts';

/** How an attempt ended. */
export type Outcome =
  | { readonly kind: 'COMPLETE' }
  | { readonly kind: 'CANCELLED' }
  /**
   * `mayRetry` is false for errors that a retry would repeat. `error` is shown to users. A retry resumes from the
   * checkpoint, but starts over if the failed attempt had already resumed.
   */
  | { readonly kind: 'FAILED'; readonly error: string; readonly mayRetry: boolean }
  /** Stopped by a shutdown; the attempt does not count. */
  | { readonly kind: 'HANDED_BACK' }
  /** It lacked something that comes back by itself, such as disk space; the attempt does not count. */
  | { readonly kind: 'POSTPONED'; readonly error: string }
  /** It waits for something outside until then, such as another day's allowance; the attempt does not count. */
  | { readonly kind: 'PAUSED'; readonly until: Date }
  /** Its process died. */
  | { readonly kind: 'ABANDONED' };

/** The progress of a job as users see it. */
export interface JobProgress {
  readonly progress: number;
  readonly message: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

const DEFAULT_RETRY_DELAY_MS = 5_000;
const MAX_RETRY_DELAY_MS = 600_000;
const POSTPONED_SECONDS = 30;

export function retryDelayMs(definition: AnyJobDefinition<never>, attempt: number): number {
  return Math.min((definition.retryDelayMs ?? DEFAULT_RETRY_DELAY_MS) * 2 ** (attempt - 1), MAX_RETRY_DELAY_MS);
}

function nextState(definition: AnyJobDefinition<never>, row: JobRow, outcome: Outcome) {
  const now = sql`now()`;
  const isLastAttempt = row.attempt >= definition.maxAttempts;
  switch (outcome.kind) {
    case 'COMPLETE':
      return { status: 'COMPLETE', progress: 1, error: null, finishedAt: now } as const;
    case 'CANCELLED':
      return { status: 'CANCELLED', finishedAt: now } as const;
    case 'HANDED_BACK':
      return { status: 'WAITING', attempt: row.attempt - 1, runAfter: now } as const;
    case 'POSTPONED':
      return {
        status: 'WAITING',
        attempt: row.attempt - 1,
        error: outcome.error,
        // What a store wrote before it ran out of space may be damaged.
        checkpoint: null,
        runAfter: sql`now() + make_interval(secs => ${POSTPONED_SECONDS})`,
      } as const;
    case 'PAUSED':
      return { status: 'WAITING', attempt: row.attempt - 1, runAfter: outcome.until } as const;
    case 'FAILED': {
      const { error } = outcome;
      if (!outcome.mayRetry || isLastAttempt) return { status: 'ERROR', error, finishedAt: now } as const;
      const seconds = retryDelayMs(definition, row.attempt) / 1_000;
      const runAfter = sql`now() + make_interval(secs => ${seconds})`;
      // What this attempt resumed from may be the reason, such as damaged data.
      return { status: 'WAITING', error, runAfter, ...(row.checkpoint === null ? {} : { checkpoint: null }) } as const;
    }
    case 'ABANDONED': {
      if (row.cancelRequestedAt !== null) return { status: 'CANCELLED', finishedAt: now } as const;
      if (!isLastAttempt) return { status: 'WAITING', runAfter: now } as const;
      const error = `The job was given up: the process that ran it ended unexpectedly, at attempt ${row.attempt} of ${definition.maxAttempts}.`;
      return { status: 'ERROR', error, finishedAt: now } as const;
    }
  }
}

/** The row's progress columns. */
export function progressColumns({ progress, message, counts }: JobProgress) {
  return { progress: sql`greatest(${jobs.progress}, ${progress}::real)`, message, counts: { ...counts } };
}

/**
 * Writes an attempt's outcome and notifies the workers of the free slot. Returns false, without writing, if another
 * process has taken over the job.
 */
export async function finishAttempt(
  tx: Transaction,
  definition: AnyJobDefinition<never>,
  claimed: JobRow,
  outcome: Outcome,
  progress: JobProgress | null,
): Promise<boolean> {
  const written = await tx
    .update(jobs)
    .set({
      ...(progress === null ? {} : progressColumns(progress)),
      ...nextState(definition, claimed, outcome),
      workerId: null,
      leaseUntil: null,
    })
    .where(isHeldBy(claimed))
    .returning({ id: jobs.id });
  if (written.length === 0) return false;
  await announceWork(tx);
  return true;
}

/** The condition that this attempt still owns the row. */
export function isHeldBy(claimed: Pick<JobRow, 'id' | 'workerId' | 'attempt'>) {
  return and(
    eq(jobs.id, claimed.id),
    eq(jobs.status, 'PROCESSING'),
    eq(jobs.workerId, claimed.workerId ?? ''),
    eq(jobs.attempt, claimed.attempt),
  );
}

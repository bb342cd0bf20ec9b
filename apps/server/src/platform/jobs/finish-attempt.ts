import { and, type Database, eq, jobs, sql } from '@quarry/postgres';
import { announceNext, type JobRow } from './claim-job.ts';
import type { AnyJobDefinition } from './define-job.ts';
import type { Queue } from './queue.ts';

/** How an attempt ended. */
export type Outcome =
  | { readonly kind: 'COMPLETE' }
  | { readonly kind: 'CANCELLED' }
  /** `mayRetry` is false for errors that a second attempt would only repeat. `error` is shown to people. */
  | { readonly kind: 'FAILED'; readonly error: string; readonly mayRetry: boolean }
  /** Stopped for a reason that is not its own; the attempt does not count. */
  | { readonly kind: 'HANDED_BACK' };

/** What people see of an attempt's end: a last progress. */
export interface LastWords {
  readonly progress: number;
  readonly message: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

const DEFAULT_RETRY_DELAY_MS = 5_000;
const MAX_RETRY_DELAY_MS = 600_000;

function retryDelayMs(definition: AnyJobDefinition<never>, attempt: number): number {
  return Math.min((definition.retryDelayMs ?? DEFAULT_RETRY_DELAY_MS) * 2 ** (attempt - 1), MAX_RETRY_DELAY_MS);
}

/** The columns that say that nobody holds the job. */
export const UNHELD = { workerId: null, leaseUntil: null } as const;

/** What becomes of the row. */
function nextState(definition: AnyJobDefinition<never>, claimed: JobRow, outcome: Outcome) {
  if (outcome.kind === 'COMPLETE') {
    return { status: 'COMPLETE', progress: 1, error: null, finishedAt: sql`now()` } as const;
  }
  if (outcome.kind === 'CANCELLED') return { status: 'CANCELLED', finishedAt: sql`now()` } as const;
  if (outcome.kind === 'HANDED_BACK') {
    return { status: 'WAITING', attempt: claimed.attempt - 1, runAfter: sql`now()` } as const;
  }
  if (!outcome.mayRetry || claimed.attempt >= definition.maxAttempts) {
    return { status: 'ERROR', error: outcome.error, finishedAt: sql`now()` } as const;
  }
  const seconds = retryDelayMs(definition, claimed.attempt) / 1_000;
  return {
    status: 'WAITING',
    error: outcome.error,
    runAfter: sql`now() + make_interval(secs => ${seconds})`,
  } as const;
}

/**
 * Writes an attempt's end and makes room for the next job. Returns false, and writes nothing, when the job was taken
 * over by another process in the meantime.
 */
export async function finishAttempt(
  db: Database,
  queue: Queue,
  definition: AnyJobDefinition<never>,
  claimed: JobRow,
  outcome: Outcome,
  last: LastWords | null,
): Promise<boolean> {
  return db.asSystem(async (tx) => {
    const [row] = await tx
      .update(jobs)
      .set({
        ...(last === null
          ? {}
          : {
              progress: sql`greatest(${jobs.progress}, ${last.progress}::real)`,
              message: last.message ?? sql`${jobs.message}`,
              counts: { ...last.counts },
            }),
        ...nextState(definition, claimed, outcome),
        ...UNHELD,
      })
      .where(heldAs(claimed))
      .returning();
    if (row === undefined) return false;
    if (row.status === 'WAITING') {
      const delayMs = outcome.kind === 'FAILED' ? retryDelayMs(definition, claimed.attempt) : 0;
      await queue.announce(tx, definition.type, row.id, delayMs);
    }
    if (row.concurrencyKey !== null) await announceNext(tx, queue, definition.type, row.concurrencyKey);
    return true;
  });
}

/** Holds for the row as long as this very attempt owns it. */
export function heldAs(claimed: Pick<JobRow, 'id' | 'workerId' | 'attempt'>) {
  return and(
    eq(jobs.id, claimed.id),
    eq(jobs.status, 'PROCESSING'),
    eq(jobs.workerId, claimed.workerId ?? ''),
    eq(jobs.attempt, claimed.attempt),
  );
}

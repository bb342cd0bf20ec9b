import { and, eq, isNull, lt, sql, type Transaction } from '@quarry/postgres';
import { executions } from '@quarry/postgres/tables/executions';
import { ago } from './execution-limits.ts';

type Condition = ReturnType<typeof and>;

/** How an execution ended. `error` is shown to people. */
export type Outcome =
  | { readonly status: 'SUCCEEDED'; readonly output: unknown }
  | { readonly status: 'FAILED' | 'TIMED_OUT'; readonly error: string }
  | { readonly status: 'ABORTED' };

const RESTARTED = 'Quarry was restarted, please try again';

/** What becomes of executions whose process stops while they run, or is gone. */
export const CUT_OFF: Outcome = { status: 'FAILED', error: RESTARTED };

/**
 * Writes the end of those executions that `which` names and that still run. A request to abort comes first: what was
 * not wanted any more is not answered, however it ended.
 */
export async function settleExecutions(tx: Transaction, which: Condition, outcome: Outcome): Promise<void> {
  const running = and(which, eq(executions.status, 'RUNNING'));
  await tx
    .update(executions)
    .set({
      status: outcome.status,
      output: outcome.status === 'SUCCEEDED' ? outcome.output : null,
      error: 'error' in outcome ? outcome.error : null,
      ...(outcome.status === 'SUCCEEDED' ? { progress: 1 } : {}),
      finishedAt: sql`now()`,
    })
    .where(and(running, isNull(executions.abortRequestedAt)));
  await tx.update(executions).set({ status: 'ABORTED', finishedAt: sql`now()` }).where(running);
}

/** Settles those executions that `which` names and whose process is gone. */
export async function settleAbandoned(tx: Transaction, which: Condition, deadAfterMs: number): Promise<void> {
  await settleExecutions(tx, and(which, lt(executions.heartbeatAt, ago(deadAfterMs))), CUT_OFF);
}

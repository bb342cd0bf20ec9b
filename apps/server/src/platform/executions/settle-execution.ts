import { and, eq, isNull, lt, sql, type Transaction } from '@quarry/postgres';
import { executions } from '@quarry/postgres/tables/executions';
import { ago } from './execution-limits.ts';

type Condition = ReturnType<typeof and>;

/** How an execution ended. `error` is shown to users. */
export type Outcome =
  | { readonly status: 'SUCCEEDED'; readonly output: unknown }
  | { readonly status: 'FAILED' | 'TIMED_OUT'; readonly error: string }
  | { readonly status: 'ABORTED' };

const RESTARTED = 'Quarry was restarted, please try again';

/** The outcome of executions whose process stopped or died. */
export const INTERRUPTED: Outcome = { status: 'FAILED', error: RESTARTED };

/**
 * Writes the outcome of the matching executions that are still running. An abort request takes precedence over any
 * outcome.
 */
export async function settleExecutions(tx: Transaction, condition: Condition, outcome: Outcome): Promise<void> {
  const running = and(condition, eq(executions.status, 'RUNNING'));
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

/** Settles the matching executions whose process is dead. */
export async function settleAbandoned(tx: Transaction, condition: Condition, deadAfterMs: number): Promise<void> {
  await settleExecutions(tx, and(condition, lt(executions.heartbeatAt, ago(deadAfterMs))), INTERRUPTED);
}

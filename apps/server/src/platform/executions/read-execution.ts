import { AppError, type ExecutionStatus } from '@quarry/contracts';
import { and, type Database, eq, lt, sql } from '@quarry/postgres';
import { executions } from '@quarry/postgres/tables/executions';
import { ago, type ExecutionLimits } from './execution-limits.ts';
import { asOwner, type ExecutionOwner, isOwnedBy } from './owner.ts';
import { settleAbandoned } from './settle-execution.ts';

/** The state of an execution. */
export interface ExecutionState {
  readonly status: ExecutionStatus;
  /** 0 to 1; null while unknown. */
  readonly progress: number | null;
  /** The run's result as unparsed JSON; null until it SUCCEEDED. */
  readonly output: unknown;
  /** An error message for users. */
  readonly error: string | null;
}

export interface ExecutionKey {
  readonly clientId: ExecutionOwner;
  readonly kind: string;
  readonly token: string;
}

/** Reads an execution without recording a poll. Throws NOT_FOUND. */
export async function findExecution(
  db: Database,
  { clientId, kind, token }: ExecutionKey,
  limits: ExecutionLimits,
): Promise<ExecutionState & { isPollDue: boolean }> {
  const isThis = and(isOwnedBy(clientId), eq(executions.kind, kind), eq(executions.id, token));
  const columns = {
    status: executions.status,
    progress: executions.progress,
    output: executions.output,
    error: executions.error,
    abortRequestedAt: executions.abortRequestedAt,
    isPollDue: sql<boolean>`${lt(executions.polledAt, ago(limits.pollWriteMs))}`,
    isAbandoned: sql<boolean>`${lt(executions.heartbeatAt, ago(limits.deadAfterMs))}`,
  };
  const row = await asOwner(db, clientId, async (tx) => {
    const [found] = await tx.select(columns).from(executions).where(isThis);
    if (found?.status !== 'RUNNING' || !found.isAbandoned) return found;
    await settleAbandoned(tx, isThis, limits.deadAfterMs);
    const [settled] = await tx.select(columns).from(executions).where(isThis);
    return settled;
  });
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such preview. It may be too old.');
  const { progress, output, error, isPollDue } = row;
  // Its process stops at the next heartbeat, but callers see it as aborted right away.
  const status = row.status === 'RUNNING' && row.abortRequestedAt !== null ? 'ABORTED' : row.status;
  return { status, progress, output, error, isPollDue: isPollDue && status === 'RUNNING' };
}

/** Reads an execution and records the poll, at most every few seconds. Throws NOT_FOUND. */
export async function readExecution(db: Database, key: ExecutionKey, limits: ExecutionLimits): Promise<ExecutionState> {
  const { isPollDue, ...state } = await findExecution(db, key, limits);
  if (isPollDue) {
    await asOwner(db, key.clientId, (tx) =>
      tx.update(executions).set({ polledAt: sql`now()` }).where(eq(executions.id, key.token)),
    );
  }
  return state;
}

/** Requests an abort. Returns false if the execution does not exist or has ended. */
export async function requestAbort(db: Database, { clientId, kind, token }: ExecutionKey): Promise<boolean> {
  const updated = await asOwner(db, clientId, (tx) =>
    tx
      .update(executions)
      .set({ abortRequestedAt: sql`coalesce(${executions.abortRequestedAt}, now())` })
      .where(
        and(isOwnedBy(clientId), eq(executions.kind, kind), eq(executions.id, token), eq(executions.status, 'RUNNING')),
      )
      .returning({ id: executions.id }),
  );
  return updated.length > 0;
}

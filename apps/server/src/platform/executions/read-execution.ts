import { AppError, type ExecutionStatus } from '@quarry/contracts';
import { and, type Database, eq, lt, sql } from '@quarry/postgres';
import { executions } from '@quarry/postgres/tables/executions';
import { ago, type ExecutionLimits } from './execution-limits.ts';
import { settleAbandoned } from './settle-execution.ts';

/** Where an execution stands. */
export interface ExecutionState {
  readonly status: ExecutionStatus;
  /** 0 to 1; null while it is unknown. */
  readonly progress: number | null;
  /** What the run returned, as JSON; null until it SUCCEEDED. To be parsed by whoever asked. */
  readonly output: unknown;
  /** What went wrong, for people. */
  readonly error: string | null;
}

/** Which execution: its account, its kind and its token. */
export interface ExecutionKey {
  readonly clientId: string;
  readonly kind: string;
  readonly token: string;
}

/** Reads an execution without noting that somebody waits for it. Throws NOT_FOUND. */
export async function findExecution(
  db: Database,
  { clientId, kind, token }: ExecutionKey,
  limits: ExecutionLimits,
): Promise<ExecutionState & { isPollDue: boolean }> {
  const which = and(eq(executions.clientId, clientId), eq(executions.kind, kind), eq(executions.id, token));
  const columns = {
    status: executions.status,
    progress: executions.progress,
    output: executions.output,
    error: executions.error,
    abortRequestedAt: executions.abortRequestedAt,
    isPollDue: sql<boolean>`${lt(executions.polledAt, ago(limits.notePollMs))}`,
    isAbandoned: sql<boolean>`${lt(executions.heartbeatAt, ago(limits.deadAfterMs))}`,
  };
  const row = await db.asClient(clientId, async (tx) => {
    const [found] = await tx.select(columns).from(executions).where(which);
    if (found?.status !== 'RUNNING' || !found.isAbandoned) return found;
    await settleAbandoned(tx, which, limits.deadAfterMs);
    const [settled] = await tx.select(columns).from(executions).where(which);
    return settled;
  });
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such preview. It may be too old.');
  const { progress, output, error, isPollDue } = row;
  // Its process stops at its next look; for those who asked it is over already.
  const status = row.status === 'RUNNING' && row.abortRequestedAt !== null ? 'ABORTED' : row.status;
  return { status, progress, output, error, isPollDue: isPollDue && status === 'RUNNING' };
}

/** Reads an execution and notes, every few seconds, that somebody waits for it. Throws NOT_FOUND. */
export async function readExecution(db: Database, key: ExecutionKey, limits: ExecutionLimits): Promise<ExecutionState> {
  const { isPollDue, ...state } = await findExecution(db, key, limits);
  if (isPollDue) {
    await db.asClient(key.clientId, (tx) =>
      tx.update(executions).set({ polledAt: sql`now()` }).where(eq(executions.id, key.token)),
    );
  }
  return state;
}

/** Asks an execution to end. Returns false when there is none, or it is over. */
export async function requestAbort(db: Database, { clientId, kind, token }: ExecutionKey): Promise<boolean> {
  const asked = await db.asClient(clientId, (tx) =>
    tx
      .update(executions)
      .set({ abortRequestedAt: sql`coalesce(${executions.abortRequestedAt}, now())` })
      .where(
        and(
          eq(executions.clientId, clientId),
          eq(executions.kind, kind),
          eq(executions.id, token),
          eq(executions.status, 'RUNNING'),
        ),
      )
      .returning({ id: executions.id }),
  );
  return asked.length > 0;
}

import { AppError } from '@quarry/contracts';
import { and, count, type Database, desc, eq, gt, lt, ne, or, sql } from '@quarry/postgres';
import { executions } from '@quarry/postgres/tables/executions';
import { ago, type ExecutionLimits } from './execution-limits.ts';
import { settleAbandoned } from './settle-execution.ts';

/** A request for work that takes seconds. */
export interface ExecutionRequest {
  readonly clientId: string;
  /** The kind of work; results are read under the same kind. */
  readonly kind: string;
  /** Equal for equal requests of one kind and account. */
  readonly inputHash: string;
  readonly requestedBy: string;
  readonly timeoutMs: number;
  /** How long a result is reused for equal requests. */
  readonly resultTtlMs: number;
  /** Limit on the account's running executions. */
  readonly maxConcurrent: number;
}

/** Finds a fresh result of an equal request, or creates a row for this one. Throws TOO_MANY_REQUESTS. */
export async function beginExecution(
  db: Database,
  request: ExecutionRequest,
  limits: ExecutionLimits,
): Promise<{ readonly token: string; readonly hasResult: boolean }> {
  const { clientId, kind, inputHash, requestedBy, resultTtlMs, maxConcurrent } = request;
  return db.asClient(clientId, async (tx) => {
    const [fresh] = await tx
      .select({ id: executions.id })
      .from(executions)
      .where(
        and(
          eq(executions.clientId, clientId),
          eq(executions.kind, kind),
          eq(executions.inputHash, inputHash),
          eq(executions.status, 'SUCCEEDED'),
          gt(executions.createdAt, ago(resultTtlMs)),
        ),
      )
      .orderBy(desc(executions.createdAt))
      .limit(1);
    if (fresh !== undefined) return { token: fresh.id, hasResult: true };
    // Without the lock, two processes could count at once and exceed the limit.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`executions ${clientId}`}, 0))`);
    await settleAbandoned(tx, eq(executions.clientId, clientId), limits.deadAfterMs);
    const [running] = await tx
      .select({ number: count() })
      .from(executions)
      .where(and(eq(executions.clientId, clientId), eq(executions.status, 'RUNNING')));
    if ((running?.number ?? 0) >= maxConcurrent) {
      throw new AppError(
        'TOO_MANY_REQUESTS',
        'This account has too many previews running. Please wait until one has finished.',
        { mostRunning: maxConcurrent, retryAfterSeconds: 2 },
      );
    }
    const [created] = await tx
      .insert(executions)
      .values({ clientId, kind, inputHash, requestedBy })
      .returning({ id: executions.id });
    if (created === undefined) throw new Error('The execution was not recorded');
    return { token: created.id, hasResult: false };
  });
}

/** Deletes old executions of every account. */
export async function sweepExecutions(db: Database, limits: ExecutionLimits): Promise<void> {
  await db.asSystem((tx) =>
    tx
      .delete(executions)
      .where(
        and(
          lt(executions.createdAt, ago(limits.retentionMs)),
          or(ne(executions.status, 'RUNNING'), lt(executions.heartbeatAt, ago(limits.deadAfterMs))),
        ),
      ),
  );
}

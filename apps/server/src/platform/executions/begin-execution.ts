import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@quarry/contracts';
import { and, type Database, desc, eq, gt, lt, ne, or, sql, type Transaction } from '@quarry/postgres';
import { executions } from '@quarry/postgres/tables/executions';
import { ago, type ExecutionLimits } from './execution-limits.ts';
import { asOwner, type ExecutionOwner, isOwnedBy } from './owner.ts';
import { settleAbandoned } from './settle-execution.ts';

/** A request for work that takes seconds. */
export interface ExecutionRequest {
  readonly clientId: ExecutionOwner;
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

/** The token of a fresh result of an equal request, or null. */
export async function findFreshResult(
  db: Database,
  request: Pick<ExecutionRequest, 'clientId' | 'kind' | 'inputHash' | 'resultTtlMs'>,
): Promise<string | null> {
  const { clientId, kind, inputHash, resultTtlMs } = request;
  const [fresh] = await asOwner(
    db,
    clientId,
    (tx) =>
      tx
        .select({ id: executions.id })
        .from(executions)
        .where(
          and(
            isOwnedBy(clientId),
            eq(executions.kind, kind),
            eq(executions.inputHash, inputHash),
            eq(executions.status, 'SUCCEEDED'),
            gt(executions.createdAt, ago(resultTtlMs)),
          ),
        )
        .orderBy(desc(executions.createdAt))
        .limit(1),
    { readOnly: true },
  );
  return fresh?.id ?? null;
}

export const tooManyExecutions = ({ maxConcurrent }: ExecutionRequest): AppError =>
  new AppError('TOO_MANY_REQUESTS', 'Too many previews are running. Please wait until one has finished.', {
    mostRunning: maxConcurrent,
    retryAfterSeconds: 2,
  });

const LOCK_ATTEMPTS = 100;
const LOCK_RETRY_MS = 20;

/** Creates the row of an execution and returns its token. Throws TOO_MANY_REQUESTS. */
export async function beginExecution(
  db: Database,
  request: ExecutionRequest,
  limits: ExecutionLimits,
): Promise<string> {
  for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
    const token = await asOwner(db, request.clientId, (tx) => tryBegin(tx, request, limits));
    if (token !== null) return token;
    await sleep(LOCK_RETRY_MS * (0.5 + Math.random()));
  }
  throw tooManyExecutions(request);
}

/** Returns null while another request of the account is being counted, rather than hold a connection and wait. */
async function tryBegin(tx: Transaction, request: ExecutionRequest, limits: ExecutionLimits): Promise<string | null> {
  const { clientId, kind, inputHash, requestedBy, maxConcurrent } = request;
  // Without the lock, two requests could count at once and exceed the limit.
  const { rows } = await tx.execute<{ isLocked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`executions ${clientId ?? 'of staff'}`}, 0)) as "isLocked"`,
  );
  if (rows[0]?.isLocked !== true) return null;
  await settleAbandoned(tx, isOwnedBy(clientId), limits.deadAfterMs);
  const running = await tx.$count(executions, and(isOwnedBy(clientId), eq(executions.status, 'RUNNING')));
  if (running >= maxConcurrent) throw tooManyExecutions(request);
  const [created] = await tx
    .insert(executions)
    .values({ clientId, kind, inputHash, requestedBy })
    .returning({ id: executions.id });
  if (created === undefined) throw new Error('The execution was not recorded');
  return created.id;
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

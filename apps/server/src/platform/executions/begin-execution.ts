import { AppError } from '@quarry/contracts';
import { and, count, type Database, desc, eq, gt, lt, ne, or, sql } from '@quarry/postgres';
import { executions } from '@quarry/postgres/tables/executions';
import { ago, type ExecutionLimits } from './execution-limits.ts';
import { settleAbandoned } from './settle-execution.ts';

/** A question that takes seconds. */
export interface Question {
  readonly clientId: string;
  /** What is asked; answers are read under the same kind. */
  readonly kind: string;
  /** Equal for equal questions of one kind and account. */
  readonly inputHash: string;
  /** Who asked, for display. */
  readonly requestedBy: string;
  readonly timeoutMs: number;
  /** An answer to the same question is given again while it is younger than this. */
  readonly reuseForMs: number;
  /** How many questions of the account may be worked on at once. */
  readonly mostRunning: number;
}

/** The token of a question, and whether it has an answer already. */
export interface Begun {
  readonly token: string;
  readonly isAnswered: boolean;
}

/** Finds an answer to the same question or makes a row for it. Throws TOO_MANY_REQUESTS. */
export async function beginExecution(db: Database, question: Question, limits: ExecutionLimits): Promise<Begun> {
  const { clientId, kind, inputHash, requestedBy } = question;
  return db.asClient(clientId, async (tx) => {
    const [answered] = await tx
      .select({ id: executions.id })
      .from(executions)
      .where(
        and(
          eq(executions.clientId, clientId),
          eq(executions.kind, kind),
          eq(executions.inputHash, inputHash),
          eq(executions.status, 'SUCCEEDED'),
          gt(executions.createdAt, ago(question.reuseForMs)),
        ),
      )
      .orderBy(desc(executions.createdAt))
      .limit(1);
    if (answered !== undefined) return { token: answered.id, isAnswered: true };
    // Two processes that count what runs must not both find room.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`executions ${clientId}`}, 0))`);
    await settleAbandoned(tx, eq(executions.clientId, clientId), limits.deadAfterMs);
    const [running] = await tx
      .select({ number: count() })
      .from(executions)
      .where(and(eq(executions.clientId, clientId), eq(executions.status, 'RUNNING')));
    if ((running?.number ?? 0) >= question.mostRunning) {
      throw new AppError(
        'TOO_MANY_REQUESTS',
        'This account already has as many previews under way as it can. Please wait until one has finished.',
        { mostRunning: question.mostRunning, retryAfterSeconds: 2 },
      );
    }
    const [made] = await tx
      .insert(executions)
      .values({ clientId, kind, inputHash, requestedBy })
      .returning({ id: executions.id });
    if (made === undefined) throw new Error('The execution was not recorded');
    return { token: made.id, isAnswered: false };
  });
}

/** Forgets the old executions of every account, also of those that ask nothing any more. */
export async function sweepExecutions(db: Database, limits: ExecutionLimits): Promise<void> {
  await db.asSystem((tx) =>
    tx
      .delete(executions)
      .where(
        and(
          lt(executions.createdAt, ago(limits.keepMs)),
          or(ne(executions.status, 'RUNNING'), lt(executions.heartbeatAt, ago(limits.deadAfterMs))),
        ),
      ),
  );
}

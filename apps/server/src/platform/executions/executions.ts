import { AppError, type ExecutionStatus } from '@quarry/contracts';
import type { Database } from '@quarry/postgres';
import type { Logger } from 'pino';
import { keepWatch, settledWithin } from '#server/platform/work/watch.ts';
import { beginExecution, type Question, sweepExecutions } from './begin-execution.ts';
import { EXECUTION_LIMITS, type ExecutionLimits } from './execution-limits.ts';
import { beat } from './heartbeat.ts';
import { type ExecutionState, findExecution, readExecution, requestAbort } from './read-execution.ts';
import { type Run, type RunningExecution, runExecution } from './run-execution.ts';

export type { ExecutionControl } from './run-execution.ts';

/**
 * Questions that take seconds, such as previews: started, asked about by token, aborted. The process that took the
 * question works on it; every process on the database can answer for it and end it.
 */
export interface Executions {
  /**
   * Answers the token of a fresh answer to the same question, or begins to work on it in the background. A question
   * that still runs is never shared, so that one person's abort does not end another's. Throws TOO_MANY_REQUESTS.
   */
  start(question: Question, run: Run): Promise<string>;
  /** Where an execution stands. Asking keeps it alive. Throws NOT_FOUND, also for other accounts' tokens. */
  read(clientId: string, kind: string, token: string): Promise<ExecutionState>;
  /** Ends an execution; one that is over stays as it is. Answers its state. Throws NOT_FOUND. */
  abort(clientId: string, kind: string, token: string): Promise<ExecutionStatus>;
  /** How many runs this process works on. */
  running(): number;
  /** Takes no more questions, ends those that run and waits for that, at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/** Old rows are looked for at most this often, by each process. */
const SWEEP_EVERY_MS = 600_000;

/** Sets up the questions that take seconds. */
export function createExecutions(parts: {
  readonly db: Database;
  readonly log: Logger;
  readonly limits?: Partial<ExecutionLimits>;
}): Executions {
  const { db, log } = parts;
  const limits: ExecutionLimits = { ...EXECUTION_LIMITS, ...parts.limits };
  const running = new Map<string, RunningExecution>();
  let isStopping = false;
  let lastSweepAt = Number.NEGATIVE_INFINITY;
  const heartbeat = keepWatch({
    everyMs: limits.heartbeatMs,
    look: () => beat(db, [...running.values()], limits),
    onError: (error) => log.warn({ err: error }, 'the running executions could not be looked after'),
  });

  async function sweep(): Promise<void> {
    if (performance.now() - lastSweepAt < SWEEP_EVERY_MS) return;
    lastSweepAt = performance.now();
    await sweepExecutions(db, limits);
  }

  return {
    async start(question, run) {
      if (isStopping) throw new AppError('UNAVAILABLE', 'Quarry is being restarted, please try again');
      await sweep();
      const { token, isAnswered } = await beginExecution(db, question, limits);
      if (isAnswered) return token;
      const execution = runExecution({ db, log, question, token, run });
      running.set(token, execution);
      void execution.settled.then(() => running.delete(token));
      if (isStopping) execution.stop('SHUTDOWN');
      return token;
    },
    read: (clientId, kind, token) => readExecution(db, { clientId, kind, token }, limits),
    async abort(clientId, kind, token) {
      const key = { clientId, kind, token };
      const here = (await requestAbort(db, key)) ? running.get(token) : undefined;
      // Elsewhere, its own process sees the request at its next look.
      here?.stop('CANCELLED');
      await here?.settled;
      return (await findExecution(db, key, limits)).status;
    },
    running: () => running.size,
    async stop(graceMs = 5_000) {
      isStopping = true;
      const all = [...running.values()];
      for (const execution of all) execution.stop('SHUTDOWN');
      const ends = all.flatMap(({ settled, finished }) => [settled, finished]);
      if (!(await settledWithin(ends, graceMs))) {
        log.warn({ executions: all.map(({ token }) => token) }, 'executions did not end in time');
      }
      await heartbeat.stop();
    },
  };
}

import { AppError, type ExecutionStatus } from '@quarry/contracts';
import type { Database } from '@quarry/postgres';
import type { Logger } from 'pino';
import { startPeriodicTask } from '#server/platform/work/periodic-task.ts';
import { settledWithin } from '#server/platform/work/run-work.ts';
import {
  beginExecution,
  type ExecutionRequest,
  findFreshResult,
  sweepExecutions,
  tooManyExecutions,
} from './begin-execution.ts';
import { EXECUTION_LIMITS, type ExecutionLimits } from './execution-limits.ts';
import { sendHeartbeats } from './heartbeat.ts';
import type { ExecutionOwner } from './owner.ts';
import { type ExecutionState, findExecution, readExecution, requestAbort } from './read-execution.ts';
import { type Run, type RunningExecution, runExecution } from './run-execution.ts';

export type { ExecutionControl } from './run-execution.ts';

/**
 * Work that takes seconds, such as previews: started, polled by token, aborted. It runs in the process that started it;
 * any process on the database can read or abort it.
 */
export interface Executions {
  /**
   * Starts the work in the background, or returns the token of a fresh result of an equal request. A running execution
   * is never shared, so one person's abort does not end another's. Throws TOO_MANY_REQUESTS.
   */
  start(request: ExecutionRequest, run: Run): Promise<string>;
  /** The token of a fresh result of an equal request; null if there is none. */
  find(request: Pick<ExecutionRequest, 'clientId' | 'kind' | 'inputHash' | 'resultTtlMs'>): Promise<string | null>;
  /** Reads the state, which keeps the execution alive. Throws NOT_FOUND, also for other owners' tokens. */
  read(clientId: ExecutionOwner, kind: string, token: string): Promise<ExecutionState>;
  /** Aborts an execution unless it has ended, and returns its status. Throws NOT_FOUND. */
  abort(clientId: ExecutionOwner, kind: string, token: string): Promise<ExecutionStatus>;
  /** Number of executions running in this process. */
  running(): number;
  /** Refuses new requests, stops the running executions and waits for them, at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

const SWEEP_EVERY_MS = 600_000;

export function createExecutions(parts: {
  readonly db: Database;
  readonly log: Logger;
  readonly limits?: Partial<ExecutionLimits>;
}): Executions {
  const { db, log } = parts;
  const limits: ExecutionLimits = { ...EXECUTION_LIMITS, ...parts.limits };
  const running = new Map<string, RunningExecution>();
  /** The accounts of the requests that are being recorded, once per request. */
  const starting: ExecutionOwner[] = [];
  let isStopping = false;
  let lastSweepAt = Number.NEGATIVE_INFINITY;
  const heartbeat = startPeriodicTask({
    everyMs: limits.heartbeatMs,
    run: () => sendHeartbeats(db, [...running.values()], limits),
    onError: (error) => log.warn({ err: error }, 'the heartbeat of the running executions failed'),
  });

  async function sweep(): Promise<void> {
    if (performance.now() - lastSweepAt < SWEEP_EVERY_MS) return;
    lastSweepAt = performance.now();
    await sweepExecutions(db, limits);
  }

  /** Refuses what exceeds the limit within this process before it costs a transaction. */
  async function begin(request: ExecutionRequest): Promise<string> {
    const { clientId } = request;
    const own = [...[...running.values()].map((execution) => execution.clientId), ...starting];
    if (own.filter((each) => each === clientId).length >= request.maxConcurrent) throw tooManyExecutions(request);
    starting.push(clientId);
    try {
      return await beginExecution(db, request, limits);
    } finally {
      starting.splice(starting.indexOf(clientId), 1);
    }
  }

  return {
    async start(request, run) {
      if (isStopping) throw new AppError('UNAVAILABLE', 'Quarry is being restarted, please try again');
      await sweep();
      const result = await findFreshResult(db, request);
      if (result !== null) return result;
      const token = await begin(request);
      const execution = runExecution({ db, log, request, token, run });
      running.set(token, execution);
      void execution.settled.then(() => running.delete(token));
      if (isStopping) execution.stop('SHUTDOWN');
      return token;
    },
    find: (request) => findFreshResult(db, request),
    read: (clientId, kind, token) => readExecution(db, { clientId, kind, token }, limits),
    async abort(clientId, kind, token) {
      const key = { clientId, kind, token };
      // An execution in another process is stopped by that process's next heartbeat.
      const local = (await requestAbort(db, key)) ? running.get(token) : undefined;
      local?.stop('CANCELLED');
      await local?.settled;
      return (await findExecution(db, key, limits)).status;
    },
    running: () => running.size,
    async stop(graceMs = 5_000) {
      isStopping = true;
      const all = [...running.values()];
      for (const execution of all) execution.stop('SHUTDOWN');
      const endings = all.flatMap(({ settled, finished }) => [settled, finished]);
      if (!(await settledWithin(endings, graceMs))) {
        log.warn({ executions: all.map(({ token }) => token) }, 'executions did not end in time');
      }
      await heartbeat.stop();
    },
  };
}

import { type Database, eq } from '@quarry/postgres';
import { executions } from '@quarry/postgres/tables/executions';
import type { Logger } from 'pino';
import { toAppError } from '#server/platform/errors.ts';
import { advance, type Ending, type RunningWork, runWork } from '#server/platform/work/run-work.ts';
import type { ExecutionRequest } from './begin-execution.ts';
import { asOwner, type ExecutionOwner } from './owner.ts';
import { INTERRUPTED, type Outcome, settleExecutions } from './settle-execution.ts';

/** Passed to the run. */
export interface ExecutionControl {
  /** Aborts on cancel, on timeout and when the process stops. */
  readonly signal: AbortSignal;
  /** Reports progress, 0 to 1; lower values are ignored. May be called often. */
  progress(fraction: number): void;
}

/** The work of an execution. Its result is stored as JSON. */
export type Run = (control: ExecutionControl) => Promise<unknown>;

/** An execution in this process. */
export interface RunningExecution extends Pick<RunningWork<unknown>, 'stop' | 'finished'> {
  readonly token: string;
  readonly clientId: ExecutionOwner;
  /** 0 to 1; null before the first report. */
  progress(): number | null;
  /** Resolves when the outcome is written. Never rejects. */
  readonly settled: Promise<void>;
}

/** Runs an execution whose row exists, and writes the outcome to it. */
export function runExecution(parts: {
  readonly db: Database;
  readonly log: Logger;
  readonly request: ExecutionRequest;
  readonly token: string;
  readonly run: Run;
}): RunningExecution {
  const { db, request, token } = parts;
  const { clientId, kind, timeoutMs } = request;
  const log = parts.log.child({ executionId: token, executionKind: kind, clientId });
  let progress: number | null = null;
  const { stop, ending, finished } = runWork(
    (signal) =>
      parts.run({
        signal,
        progress(fraction) {
          progress = advance(progress ?? 0, fraction);
        },
      }),
    // Callers don't wait for a run that ignores its signal.
    { timeoutMs, graceMs: 0 },
  );

  const outcomeOf = (result: Ending<unknown>): Outcome | null => {
    if (result.kind === 'DONE') return { status: 'SUCCEEDED', output: result.value };
    if (result.kind === 'FAILED') {
      const appError = toAppError(result.error);
      if (appError.status >= 500) log.error({ err: result.error }, 'an execution failed');
      return { status: 'FAILED', error: appError.message };
    }
    switch (result.reason) {
      case 'CANCELLED':
        return { status: 'ABORTED' };
      case 'TIMED_OUT':
        return { status: 'TIMED_OUT', error: `This took longer than ${Math.ceil(timeoutMs / 1_000)} s` };
      case 'SHUTDOWN':
        return INTERRUPTED;
      case 'LOST':
        return null;
    }
  };
  const write = (outcome: Outcome): Promise<void> =>
    asOwner(db, clientId, (tx) => settleExecutions(tx, eq(executions.id, token), outcome));

  const settle = async (): Promise<void> => {
    const outcome = outcomeOf(await ending);
    if (outcome === null) return;
    try {
      await write(outcome);
    } catch (error) {
      log.error({ err: error }, 'the outcome of an execution could not be written');
      if (outcome.status !== 'SUCCEEDED') return;
      // The database may have rejected the result itself.
      await write({ status: 'FAILED', error: toAppError(error).message }).catch((failure: unknown) =>
        // The missing heartbeat will settle it.
        log.error({ err: failure }, 'the failure of an execution could not be written'),
      );
    }
  };
  return { token, clientId, progress: () => progress, stop, settled: settle(), finished };
}

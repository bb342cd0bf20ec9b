import { type Database, eq, executions } from '@quarry/postgres';
import type { Logger } from 'pino';
import { toAppError } from '#server/platform/errors.ts';
import type { Question } from './begin-execution.ts';
import { CUT_OFF, type Outcome, settleExecutions } from './settle-execution.ts';

/** Why a run is asked to end: nobody waits for it, its time is over, the process stops, or its row says it is over. */
export type StopReason = 'UNWANTED' | 'TIMED_OUT' | 'SHUTDOWN' | 'LOST';

/** The reason of a run's aborted signal. */
export class ExecutionStopped extends Error {
  readonly reason: StopReason;
  constructor(reason: StopReason) {
    super(`The execution was stopped: ${reason}`);
    this.name = 'ExecutionStopped';
    this.reason = reason;
  }
}

/** What a run receives. */
export interface ExecutionControl {
  /** Aborts when the answer is not wanted any more, when the time is over, and when the process stops. */
  readonly signal: AbortSignal;
  /** Shows how far the run is, 0 to 1; never falls. May be called often. */
  progress(fraction: number): void;
}

/** Does the work of an execution; what it returns is kept as JSON. */
export type Run = (control: ExecutionControl) => Promise<unknown>;

/** An execution that this process works on. */
export interface RunningExecution {
  readonly token: string;
  readonly clientId: string;
  /** 0 to 1; null before the run has said anything. */
  progress(): number | null;
  /** Asks the run to end. The first reason counts. */
  stop(reason: StopReason): void;
  /** Settles, never with an error, once the row says how the run ended. */
  readonly settled: Promise<void>;
  /** Settles, never with an error, once the run itself has ended too. */
  readonly ended: Promise<void>;
}

function outcomeOfStop(reason: StopReason, timeoutMs: number): Outcome | null {
  switch (reason) {
    case 'UNWANTED':
      return { status: 'ABORTED' };
    case 'TIMED_OUT':
      return { status: 'TIMED_OUT', error: `This took longer than ${Math.ceil(timeoutMs / 1_000)} s` };
    case 'SHUTDOWN':
      return CUT_OFF;
    case 'LOST':
      return null;
  }
}

/** Starts the work of an execution whose row exists, and writes its end there. */
export function runExecution(parts: {
  readonly db: Database;
  readonly log: Logger;
  readonly question: Question;
  readonly token: string;
  readonly run: Run;
}): RunningExecution {
  const { db, question, token } = parts;
  const { clientId, kind, timeoutMs } = question;
  const log = parts.log.child({ executionId: token, executionKind: kind, clientId });
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (reason: StopReason): void => {
    if (!signal.aborted) controller.abort(new ExecutionStopped(reason));
  };
  let progress: number | null = null;
  const control: ExecutionControl = {
    signal,
    progress(fraction) {
      if (Number.isFinite(fraction)) progress = Math.max(progress ?? 0, Math.min(Math.max(fraction, 0), 1));
    },
  };
  const work = Promise.resolve().then(() => parts.run(control));
  // A run that does not notice its signal keeps nobody waiting.
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const timeout = setTimeout(() => stop('TIMED_OUT'), timeoutMs);

  const outcome = async (): Promise<Outcome | null> => {
    try {
      return { status: 'SUCCEEDED', output: await Promise.race([work, stopped]) };
    } catch (error) {
      if (signal.reason instanceof ExecutionStopped) return outcomeOfStop(signal.reason.reason, timeoutMs);
      const shown = toAppError(error);
      if (shown.status >= 500) log.error({ err: error }, 'an execution failed');
      return { status: 'FAILED', error: shown.message };
    } finally {
      clearTimeout(timeout);
    }
  };
  const write = (ending: Outcome): Promise<void> =>
    db.asClient(clientId, (tx) => settleExecutions(tx, eq(executions.id, token), ending));

  const settle = async (): Promise<void> => {
    const ending = await outcome();
    if (ending === null) return;
    try {
      await write(ending);
    } catch (error) {
      log.error({ err: error }, 'the end of an execution could not be written');
      if (ending.status !== 'SUCCEEDED') return;
      // The answer itself may be what the database refuses.
      await write({ status: 'FAILED', error: toAppError(error).message }).catch((again: unknown) =>
        // Its silence will end it.
        log.error({ err: again }, 'the failure of an execution could not be written'),
      );
    }
  };
  const settled = settle();
  const ended = Promise.allSettled([settled, work]).then(() => undefined);
  return { token, clientId, progress: () => progress, stop, settled, ended };
}

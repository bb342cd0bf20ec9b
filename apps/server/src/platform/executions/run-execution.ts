import { type Database, eq } from '@quarry/postgres';
import { executions } from '@quarry/postgres/tables/executions';
import type { Logger } from 'pino';
import { toAppError } from '#server/platform/errors.ts';
import { advance, type Ending, type RunningWork, runWork } from '#server/platform/work/run-work.ts';
import type { Question } from './begin-execution.ts';
import { CUT_OFF, type Outcome, settleExecutions } from './settle-execution.ts';

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
export interface RunningExecution extends Pick<RunningWork<unknown>, 'stop' | 'finished'> {
  readonly token: string;
  readonly clientId: string;
  /** 0 to 1; null before the run has said anything. */
  progress(): number | null;
  /** Never rejects. Resolves when the row says how the run ended. */
  readonly settled: Promise<void>;
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
  let progress: number | null = null;
  const { stop, ending, finished } = runWork(
    (signal) =>
      parts.run({
        signal,
        progress(fraction) {
          progress = advance(progress ?? 0, fraction);
        },
      }),
    // A run that does not notice its signal keeps nobody waiting.
    { timeoutMs, noticeMs: 0 },
  );

  const outcomeOf = (end: Ending<unknown>): Outcome | null => {
    if (end.kind === 'DONE') return { status: 'SUCCEEDED', output: end.value };
    if (end.kind === 'FAILED') {
      const shown = toAppError(end.error);
      if (shown.status >= 500) log.error({ err: end.error }, 'an execution failed');
      return { status: 'FAILED', error: shown.message };
    }
    switch (end.reason) {
      case 'CANCELLED':
        return { status: 'ABORTED' };
      case 'TIMED_OUT':
        return { status: 'TIMED_OUT', error: `This took longer than ${Math.ceil(timeoutMs / 1_000)} s` };
      case 'SHUTDOWN':
        return CUT_OFF;
      case 'LOST':
        return null;
    }
  };
  const write = (outcome: Outcome): Promise<void> =>
    db.asClient(clientId, (tx) => settleExecutions(tx, eq(executions.id, token), outcome));

  const settle = async (): Promise<void> => {
    const outcome = outcomeOf(await ending);
    if (outcome === null) return;
    try {
      await write(outcome);
    } catch (error) {
      log.error({ err: error }, 'the end of an execution could not be written');
      if (outcome.status !== 'SUCCEEDED') return;
      // The answer itself may be what the database refuses.
      await write({ status: 'FAILED', error: toAppError(error).message }).catch((again: unknown) =>
        // Its silence will end it.
        log.error({ err: again }, 'the failure of an execution could not be written'),
      );
    }
  };
  return { token, clientId, progress: () => progress, stop, settled: settle(), finished };
}

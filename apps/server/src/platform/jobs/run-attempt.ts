import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, jobs, sql, type Transaction } from '@quarry/postgres';
import type { Logger } from 'pino';
import { findAppError } from '#server/platform/errors.ts';
import type { JobRow } from './claim-job.ts';
import { type AnyJobDefinition, type Enqueue, type JobControl, JobStopped, type StopReason } from './define-job.ts';
import { heldAs, type LastWords, type Outcome } from './finish-attempt.ts';

const PROGRESS_INTERVAL_MS = 500;
/** How long a stopped run may take to notice. */
const NOTICE_MS = 30_000;

/** An attempt that runs in this process. */
export interface RunningAttempt {
  readonly claimed: JobRow;
  /** Asks the run to end. The first reason counts. */
  stop(reason: StopReason): void;
  /** Settles, never with an error, when the attempt is over. Null when the job belongs to somebody else by now. */
  readonly ended: Promise<{ outcome: Outcome; last: LastWords | null } | null>;
}

/** A stopped run that did not notice in time. */
class Unresponsive extends Error {}

/** What people may read of an error: its message if it was written for them. */
function publicMessage(error: unknown, jobId: string): string {
  return findAppError(error)?.message ?? `An internal error ended the job. The log names it as ${jobId}.`;
}

function outcomeOf(error: unknown, signal: AbortSignal, claimed: JobRow, timeoutMs: number): Outcome | null {
  if (!(signal.reason instanceof JobStopped)) {
    const known = findAppError(error);
    const isFinal = known !== null && known.status < 500 && known.status !== 429;
    return { kind: 'FAILED', error: publicMessage(error, claimed.id), mayRetry: !isFinal };
  }
  const { reason } = signal.reason;
  if (reason === 'LEASE_LOST') return null;
  if (reason === 'CANCELLED') return { kind: 'CANCELLED' };
  if (reason === 'SHUTDOWN') return { kind: 'HANDED_BACK' };
  return { kind: 'FAILED', error: `The job took longer than ${Math.ceil(timeoutMs / 1_000)} s.`, mayRetry: false };
}

/** Starts the run of a claimed job. */
export function runAttempt<Deps>(parts: {
  definition: AnyJobDefinition<Deps>;
  claimed: JobRow;
  deps: Deps;
  db: Database;
  log: Logger;
  enqueue: Enqueue;
}): RunningAttempt {
  const { definition, claimed, deps, db } = parts;
  const log = parts.log.child({
    jobId: claimed.id,
    jobType: claimed.type,
    clientId: claimed.clientId,
    attempt: claimed.attempt,
  });
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (reason: StopReason) => {
    if (!signal.aborted) controller.abort(new JobStopped(reason));
  };

  let last: LastWords = { progress: claimed.progress, message: claimed.message, counts: claimed.counts };
  let isDirty = false;
  const writeProgress = async (): Promise<void> => {
    if (!isDirty) return;
    isDirty = false;
    await db.asSystem((tx) =>
      tx
        .update(jobs)
        .set({
          progress: sql`greatest(${jobs.progress}, ${last.progress}::real)`,
          message: last.message,
          counts: { ...last.counts },
        })
        .where(heldAs(claimed)),
    );
  };
  const progressTimer = setInterval(() => {
    writeProgress().catch((error: unknown) => log.warn({ err: error }, 'the progress of a job could not be written'));
  }, PROGRESS_INTERVAL_MS);
  const timeout = setTimeout(() => stop('TIMED_OUT'), definition.timeoutMs);

  const control: JobControl = {
    jobId: claimed.id,
    clientId: claimed.clientId,
    signal,
    attempt: claimed.attempt,
    checkpoint: claimed.checkpoint,
    async saveCheckpoint(value, tx) {
      const write = (within: Transaction) =>
        within.update(jobs).set({ checkpoint: value }).where(heldAs(claimed)).returning({ id: jobs.id });
      const saved = await (tx === undefined ? db.asSystem(write) : write(tx));
      if (saved.length > 0) return;
      stop('LEASE_LOST');
      throw new JobStopped('LEASE_LOST');
    },
    progress(fraction, message, counts) {
      const bounded = Number.isFinite(fraction) ? Math.min(Math.max(fraction, 0), 1) : 0;
      last = {
        progress: Math.max(last.progress, bounded),
        message: message ?? last.message,
        counts: counts ?? last.counts,
      };
      isDirty = true;
    },
    throwIfCancelled: () => signal.throwIfAborted(),
    db,
    log,
    enqueue: parts.enqueue,
  };

  /** A run that ignores its signal does not hold up its queue for ever. */
  const unresponsive = async (done: AbortSignal): Promise<never> => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await sleep(NOTICE_MS, undefined, { signal: done });
    throw new Unresponsive('A stopped job did not end in time');
  };

  const attempt = async (): Promise<{ outcome: Outcome; last: LastWords | null } | null> => {
    const done = new AbortController();
    try {
      const input = definition.input.parse(claimed.input);
      const giveUp = unresponsive(done.signal);
      giveUp.catch(() => undefined);
      await Promise.race([definition.run({ ...deps, ...control }, input), giveUp]);
      return signal.reason instanceof JobStopped && signal.reason.reason === 'LEASE_LOST'
        ? null
        : { outcome: { kind: 'COMPLETE' }, last };
    } catch (error) {
      const isStop = signal.aborted && !(error instanceof Unresponsive);
      if (!isStop) log.error({ err: error }, 'a job failed');
      const outcome = outcomeOf(error, signal, claimed, definition.timeoutMs);
      return outcome === null ? null : { outcome, last };
    } finally {
      done.abort();
      clearTimeout(timeout);
      clearInterval(progressTimer);
    }
  };
  return { claimed, stop, ended: attempt() };
}

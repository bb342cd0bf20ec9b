import { type Database, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { Logger } from 'pino';
import { lacksDiskSpace } from '#server/platform/disk-space.ts';
import { findAppError, toAppError } from '#server/platform/errors.ts';
import { advance, type Ending, runWork, type StopReason, WorkStopped } from '#server/platform/work/run-work.ts';
import { type JobRow, LEASE_SECONDS } from './claim-job.ts';
import type { AnyJobDefinition, JobControl } from './define-job.ts';
import { enqueueJob } from './enqueue-job.ts';
import { isHeldBy, type JobProgress, type Outcome, progressColumns } from './finish-attempt.ts';
import { JobPause } from './job-pause.ts';

const PROGRESS_INTERVAL_MS = 500;
/** How long a run may take to end after a stop. */
const STOP_GRACE_MS = 30_000;

/** An attempt in this process. */
export interface RunningAttempt {
  readonly claimed: JobRow;
  /** Asks the run to stop. The first reason counts. */
  stop(reason: StopReason): void;
  /** Extends the local lease. Without it, the run is stopped when the lease expires. */
  renewed(): void;
  /** Never rejects. `outcome` is null if another process has taken over the job. */
  readonly ended: Promise<{ readonly outcome: Outcome | null; readonly progress: JobProgress }>;
}

function outcomeOf(ending: Ending<void>, claimed: JobRow, timeoutMs: number): Outcome | null {
  if (ending.kind === 'DONE') return { kind: 'COMPLETE' };
  if (ending.kind === 'FAILED') {
    if (ending.error instanceof JobPause) return { kind: 'PAUSED', until: ending.error.until };
    if (lacksDiskSpace(ending.error)) return { kind: 'POSTPONED', error: toAppError(ending.error).message };
    const appError = findAppError(ending.error);
    // What is damaged may be the job's own unfinished work, so it starts over once.
    const isDamage = appError?.errorCode === 'DATA_DAMAGED' && claimed.checkpoint === null;
    const isFinal = appError !== null && (appError.status < 500 || isDamage) && appError.status !== 429;
    const error = appError?.message ?? `An internal error ended the job. The log names it as ${claimed.id}.`;
    return { kind: 'FAILED', error, mayRetry: !isFinal };
  }
  switch (ending.reason) {
    case 'CANCELLED':
      return { kind: 'CANCELLED' };
    case 'SHUTDOWN':
      return { kind: 'HANDED_BACK' };
    case 'TIMED_OUT':
      return {
        kind: 'FAILED',
        error: `The job took longer than ${Math.ceil(timeoutMs / 1_000)} s.`,
        mayRetry: false,
      };
    case 'LOST':
      return null;
  }
}

export function runAttempt<Deps>(parts: {
  definition: AnyJobDefinition<Deps>;
  claimed: JobRow;
  deps: Deps;
  db: Database;
  log: Logger;
  /** Rejects if the disk lacks space for a job that needs some. */
  assertRoom: () => Promise<void>;
}): RunningAttempt {
  const { definition, claimed, deps, db } = parts;
  const { id: jobId, type: jobType, clientId, attempt, checkpoint } = claimed;
  const log = parts.log.child({ jobId, jobType, clientId, attempt });

  let progress: JobProgress = claimed;
  let isDirty = false;
  const writeProgress = async (): Promise<void> => {
    if (!isDirty) return;
    isDirty = false;
    await db.asSystem((tx) => tx.update(jobs).set(progressColumns(progress)).where(isHeldBy(claimed)));
  };

  const control = (signal: AbortSignal): JobControl => ({
    jobId,
    clientId,
    signal,
    attempt,
    checkpoint,
    async saveCheckpoint(value, tx) {
      const write = (within: Transaction) =>
        within.update(jobs).set({ checkpoint: value }).where(isHeldBy(claimed)).returning({ id: jobs.id });
      const saved = await (tx === undefined ? db.asSystem(write) : write(tx));
      if (saved.length > 0) return;
      work.stop('LOST');
      throw new WorkStopped('LOST');
    },
    progress(fraction, message, counts) {
      progress = {
        progress: advance(progress.progress, fraction),
        message: message ?? progress.message,
        counts: counts ?? progress.counts,
      };
      isDirty = true;
    },
    throwIfCancelled: () => signal.throwIfAborted(),
    db,
    log,
    enqueue: enqueueJob,
  });

  const work = runWork(
    async (signal) => {
      if (definition.needsDiskSpace === true) await parts.assertRoom();
      await definition.run({ ...deps, ...control(signal) }, definition.input.parse(claimed.input));
    },
    { timeoutMs: definition.timeoutMs, graceMs: STOP_GRACE_MS },
  );
  const progressTimer = setInterval(() => {
    writeProgress().catch((error: unknown) => log.warn({ err: error }, 'the progress of a job could not be written'));
  }, PROGRESS_INTERVAL_MS);
  const lease = setTimeout(() => work.stop('LOST'), LEASE_SECONDS * 1_000);

  const ended = work.ending.then((ending) => {
    clearInterval(progressTimer);
    clearTimeout(lease);
    if (ending.kind === 'FAILED' && !(ending.error instanceof JobPause))
      log.error({ err: ending.error }, 'a job failed');
    if (ending.kind === 'STOPPED' && ending.isAbandoned) log.error('a stopped job did not end in time');
    return { outcome: outcomeOf(ending, claimed, definition.timeoutMs), progress };
  });
  return { claimed, stop: work.stop, renewed: () => lease.refresh(), ended };
}

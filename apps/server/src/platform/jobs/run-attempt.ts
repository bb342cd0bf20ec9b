import { type Database, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { Logger } from 'pino';
import { findAppError } from '#server/platform/errors.ts';
import { advance, type Ending, runWork, type StopReason, WorkStopped } from '#server/platform/work/run-work.ts';
import { type JobRow, LEASE_SECONDS } from './claim-job.ts';
import type { AnyJobDefinition, JobControl } from './define-job.ts';
import { enqueueJob } from './enqueue-job.ts';
import { heldAs, type Outcome, type Standing, shown } from './finish-attempt.ts';

const PROGRESS_INTERVAL_MS = 500;
/** How long a stopped run may take to notice. */
const NOTICE_MS = 30_000;

/** An attempt that runs in this process. */
export interface RunningAttempt {
  readonly claimed: JobRow;
  /** Asks the run to end. The first reason counts. */
  stop(reason: StopReason): void;
  /** Notes that the lease was renewed. Without that the run is stopped when the lease is over. */
  renewed(): void;
  /** Never rejects. `outcome` is null if another process has the job by now. */
  readonly ended: Promise<{ readonly outcome: Outcome | null; readonly standing: Standing }>;
}

function outcomeOf(ending: Ending<void>, jobId: string, timeoutMs: number): Outcome | null {
  if (ending.kind === 'DONE') return { kind: 'COMPLETE' };
  if (ending.kind === 'FAILED') {
    const known = findAppError(ending.error);
    const isFinal = known !== null && known.status < 500 && known.status !== 429;
    const error = known?.message ?? `An internal error ended the job. The log names it as ${jobId}.`;
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

/** Starts the run of a claimed job. */
export function runAttempt<Deps>(parts: {
  definition: AnyJobDefinition<Deps>;
  claimed: JobRow;
  deps: Deps;
  db: Database;
  log: Logger;
}): RunningAttempt {
  const { definition, claimed, deps, db } = parts;
  const { id: jobId, type: jobType, clientId, attempt, checkpoint } = claimed;
  const log = parts.log.child({ jobId, jobType, clientId, attempt });

  let standing: Standing = claimed;
  let isDirty = false;
  const writeProgress = async (): Promise<void> => {
    if (!isDirty) return;
    isDirty = false;
    await db.asSystem((tx) => tx.update(jobs).set(shown(standing)).where(heldAs(claimed)));
  };

  const control = (signal: AbortSignal): JobControl => ({
    jobId,
    clientId,
    signal,
    attempt,
    checkpoint,
    async saveCheckpoint(value, tx) {
      const write = (within: Transaction) =>
        within.update(jobs).set({ checkpoint: value }).where(heldAs(claimed)).returning({ id: jobs.id });
      const saved = await (tx === undefined ? db.asSystem(write) : write(tx));
      if (saved.length > 0) return;
      work.stop('LOST');
      throw new WorkStopped('LOST');
    },
    progress(fraction, message, counts) {
      standing = {
        progress: advance(standing.progress, fraction),
        message: message ?? standing.message,
        counts: counts ?? standing.counts,
      };
      isDirty = true;
    },
    throwIfCancelled: () => signal.throwIfAborted(),
    db,
    log,
    enqueue: enqueueJob,
  });

  const work = runWork(
    (signal) => definition.run({ ...deps, ...control(signal) }, definition.input.parse(claimed.input)),
    { timeoutMs: definition.timeoutMs, noticeMs: NOTICE_MS },
  );
  const progressTimer = setInterval(() => {
    writeProgress().catch((error: unknown) => log.warn({ err: error }, 'the progress of a job could not be written'));
  }, PROGRESS_INTERVAL_MS);
  const lease = setTimeout(() => work.stop('LOST'), LEASE_SECONDS * 1_000);

  const ended = work.ending.then((ending) => {
    clearInterval(progressTimer);
    clearTimeout(lease);
    if (ending.kind === 'FAILED') log.error({ err: ending.error }, 'a job failed');
    if (ending.kind === 'STOPPED' && ending.isAbandoned) log.error('a stopped job did not end in time');
    return { outcome: outcomeOf(ending, jobId, definition.timeoutMs), standing };
  });
  return { claimed, stop: work.stop, renewed: () => lease.refresh(), ended };
}

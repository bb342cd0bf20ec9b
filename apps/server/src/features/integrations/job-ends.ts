import { once } from 'node:events';
import { AppError } from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { integrationJobs } from '@quarry/postgres/tables/integrations';
import { findAppError } from '#server/platform/errors.ts';
import { JobPause } from '#server/platform/jobs/job-pause.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { settledWithin, WorkStopped } from '#server/platform/work/run-work.ts';
import { keptMessage } from './access/kept-message.ts';
import { ConnectionEnded } from './access/needs-connection.ts';
import { VendorRefusal, VendorUnavailable } from './vendors/vendor.ts';

/** Shows a job as running, and returns its row. */
export async function beginRun(ctx: JobContext, clientId: string) {
  return ctx.db.asClient(clientId, async (tx) => {
    // Throws if another worker took the job over.
    await ctx.saveCheckpoint(ctx.checkpoint, tx);
    const [row] = await tx.select().from(integrationJobs).where(eq(integrationJobs.jobId, ctx.jobId)).for('update');
    if (row === undefined) throw new Error(`The job ${ctx.jobId} is not recorded`);
    await tx
      .update(integrationJobs)
      .set({ status: 'IN_PROGRESS', startedAt: row.startedAt ?? new Date(), pausedUntil: null, message: null })
      .where(eq(integrationJobs.jobId, ctx.jobId));
    return row;
  });
}

/** Longer than it takes until a job learns that another process cancelled it. */
const CANCEL_MS = 10_000;

/**
 * What people read if it ends the job. A call that the CRM forbids as a whole would be forbidden again, so that one does;
 * a CRM that did not answer may answer the next attempt.
 */
function worded(error: unknown): unknown {
  if (error instanceof VendorUnavailable) return new AppError('UNAVAILABLE', error.message);
  if (!(error instanceof VendorRefusal)) return error;
  const { code, message } = error.refusal;
  return new AppError('CRM_REFUSED', `The CRM said: ${keptMessage(message)}`, { code });
}

export interface RunEnd {
  /** What it found out, for those who read it; parsed by them. */
  readonly plan?: object;
  readonly message: string | null;
  /** Why not everything was done; null if it was. */
  readonly failure: string | null;
  /** Written together with the end. */
  readonly settle?: (tx: Transaction) => Promise<void>;
}

/**
 * Runs the work of a job, and records how it ended where people see it. An attempt that the queue will repeat
 * does not count as ended; the last attempt ends as the queue decides.
 */
export async function endRun(ctx: JobContext, clientId: string, work: () => Promise<RunEnd>): Promise<void> {
  type Ending = Partial<typeof integrationJobs.$inferInsert>;
  const record = (values: Ending) =>
    ctx.db.asClient(clientId, (tx) =>
      tx.update(integrationJobs).set(values).where(eq(integrationJobs.jobId, ctx.jobId)),
    );
  const ended = () => ({ finishedAt: new Date(), pausedUntil: null });
  let result: RunEnd;
  try {
    result = await work();
  } catch (thrown) {
    // This process learns within seconds that the job was cancelled.
    if (thrown instanceof ConnectionEnded && !ctx.signal.aborted) {
      await settledWithin([once(ctx.signal, 'abort')], CANCEL_MS);
    }
    const error = worded(thrown);
    const reason: unknown = ctx.signal.aborted ? ctx.signal.reason : error;
    if (reason instanceof WorkStopped) {
      if (reason.reason === 'CANCELLED') await record({ ...ended(), status: 'CANCELLED' });
      if (reason.reason === 'TIMED_OUT') {
        await record({ ...ended(), status: 'FAILED', message: 'The job took too long.' });
      }
    } else if (error instanceof JobPause) {
      await record({ pausedUntil: error.until, message: error.message });
    } else {
      const known = findAppError(error);
      const isFinal = known !== null && known.status < 500 && known.status !== 429;
      if (isFinal) await record({ ...ended(), status: 'FAILED', message: known.message });
    }
    throw error;
  }
  const { plan = {}, message, failure, settle } = result;
  await ctx.db.asClient(clientId, async (tx) => {
    await settle?.(tx);
    // Throws if another worker took the job over.
    await ctx.saveCheckpoint(null, tx);
    await tx
      .update(integrationJobs)
      .set({
        ...ended(),
        status: failure === null ? 'COMPLETE' : 'FAILED',
        message: failure ?? message,
        progress: 100,
        plan,
      })
      .where(eq(integrationJobs.jobId, ctx.jobId));
  });
}

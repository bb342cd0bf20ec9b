import { and, type Database, inArray, jobs, lt, ne, or, sql } from '@quarry/postgres';
import type { Logger } from 'pino';
import { announceNext } from './claim-job.ts';
import type { AnyJobDefinition } from './define-job.ts';
import { UNHELD } from './finish-attempt.ts';
import type { Queue } from './queue.ts';

/** What one sweep looks after. */
export interface SweepScope {
  readonly definitions: ReadonlyMap<string, AnyJobDefinition<never>>;
  readonly queue: Queue;
  readonly workerId: string;
  readonly log: Logger;
}

const BATCH = 200;

/**
 * Gives the jobs of dead workers back to the queue, or up when they were begun too often. Without `isOnlyWorker`
 * a worker counts as dead when its lease is over; with it, every other worker does.
 */
export async function takeOverAbandoned(db: Database, scope: SweepScope, isOnlyWorker: boolean): Promise<void> {
  const types = [...scope.definitions.keys()];
  if (types.length === 0) return;
  await db.asSystem(async (tx) => {
    const abandoned = await tx
      .select()
      .from(jobs)
      .where(
        and(
          inArray(jobs.type, types),
          sql`${jobs.status} = 'PROCESSING'`,
          isOnlyWorker
            ? or(ne(jobs.workerId, scope.workerId), lt(jobs.leaseUntil, sql`now()`))
            : lt(jobs.leaseUntil, sql`now()`),
        ),
      )
      .limit(BATCH)
      .for('update', { skipLocked: true });
    for (const job of abandoned) {
      const maxAttempts = scope.definitions.get(job.type)?.maxAttempts ?? 1;
      scope.log.warn(
        { jobId: job.id, jobType: job.type, attempt: job.attempt, worker: job.workerId },
        'a job was abandoned by its process',
      );
      const isCancelled = job.cancelRequestedAt !== null;
      const isGivenUp = !isCancelled && job.attempt >= maxAttempts;
      const state = isCancelled
        ? ({ status: 'CANCELLED', finishedAt: sql`now()` } as const)
        : isGivenUp
          ? ({
              status: 'ERROR',
              error: `The job was given up: the process that ran it ended unexpectedly, at attempt ${job.attempt} of ${maxAttempts}.`,
              finishedAt: sql`now()`,
            } as const)
          : ({ status: 'WAITING', runAfter: sql`now()` } as const);
      await tx
        .update(jobs)
        .set({ ...state, ...UNHELD })
        .where(sql`${jobs.id} = ${job.id}`);
      if (state.status === 'WAITING') await scope.queue.announce(tx, job.type, job.id);
      else if (job.concurrencyKey !== null) await announceNext(tx, scope.queue, job.type, job.concurrencyKey);
    }
  });
}

/**
 * Announces again, per limit, the job that has been due longest. A message is lost when a process dies between taking
 * it and beginning the job.
 */
export async function announceForgotten(db: Database, scope: SweepScope, dueForSeconds: number): Promise<void> {
  const types = [...scope.definitions.keys()];
  if (types.length === 0) return;
  await db.asSystem(async (tx) => {
    const forgotten = await tx
      .selectDistinctOn([jobs.type, jobs.concurrencyKey], { id: jobs.id, type: jobs.type })
      .from(jobs)
      .where(
        and(
          inArray(jobs.type, types),
          sql`${jobs.status} = 'WAITING'`,
          lt(jobs.runAfter, sql`now() - make_interval(secs => ${dueForSeconds})`),
        ),
      )
      .orderBy(jobs.type, jobs.concurrencyKey, jobs.createdAt)
      .limit(BATCH);
    for (const { id, type } of forgotten) await scope.queue.announce(tx, type, id);
  });
}

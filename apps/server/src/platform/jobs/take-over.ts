import { and, type Database, eq, inArray, lt, ne, or, sql } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { Logger } from 'pino';
import type { AnyJobDefinition } from './define-job.ts';
import { finishAttempt } from './finish-attempt.ts';

const BATCH = 200;

/**
 * Gives the jobs of dead workers back to the queue, or up if they were begun too often. A worker counts as dead when
 * its lease is over; with `isOnlyWorker`, every worker but this one does.
 */
export async function takeOverAbandoned(parts: {
  readonly db: Database;
  readonly definitions: ReadonlyMap<string, AnyJobDefinition<never>>;
  readonly workerId: string;
  readonly log: Logger;
  readonly isOnlyWorker: boolean;
}): Promise<void> {
  const { definitions, workerId, log } = parts;
  if (definitions.size === 0) return;
  await parts.db.asSystem(async (tx) => {
    const isLapsed = lt(jobs.leaseUntil, sql`now()`);
    const abandoned = await tx
      .select()
      .from(jobs)
      .where(
        and(
          inArray(jobs.type, [...definitions.keys()]),
          eq(jobs.status, 'PROCESSING'),
          parts.isOnlyWorker ? or(ne(jobs.workerId, workerId), isLapsed) : isLapsed,
        ),
      )
      .limit(BATCH)
      .for('update', { skipLocked: true });
    for (const job of abandoned) {
      const definition = definitions.get(job.type);
      if (definition === undefined) continue;
      const { id, type, attempt, workerId: worker } = job;
      log.warn({ jobId: id, jobType: type, attempt, worker }, 'a job was abandoned by its process');
      await finishAttempt(tx, definition, job, { kind: 'ABANDONED' }, null);
    }
  });
}

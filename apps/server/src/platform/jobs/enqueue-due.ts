import { and, type Database, eq, gt, isNull, sql } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { AnyJobDefinition } from './define-job.ts';
import { enqueueJob } from './enqueue-job.ts';

/** A recurring job of the installation. */
export interface Schedule {
  readonly definition: Pick<AnyJobDefinition<never>, 'type' | 'input' | 'concurrency'>;
  readonly everyMs: number;
  readonly input: unknown;
  /** By this process's clock. */
  dueAt: number;
}

/** The next multiple of `everyMs`, the same in every process. */
export function nextDue(everyMs: number): number {
  return (Math.floor(Date.now() / everyMs) + 1) * everyMs;
}

/** Enqueues the due jobs, unless the last one is unfinished or another process was first. */
export async function enqueueDue(db: Database, schedules: readonly Schedule[]): Promise<void> {
  for (const schedule of schedules) {
    if (Date.now() < schedule.dueAt) continue;
    const { definition, everyMs, input } = schedule;
    schedule.dueAt = nextDue(everyMs);
    await db.asSystem(async (tx) => {
      // Otherwise a job that another process enqueues and ends at this moment would be seen by neither check.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`schedule ${definition.type}`}, 0))`);
      const isRecent = gt(jobs.createdAt, sql`now() - make_interval(secs => ${everyMs / 2_000})`);
      const recent = await tx
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(isNull(jobs.clientId), eq(jobs.type, definition.type), isRecent))
        .limit(1);
      if (recent.length === 0) await enqueueJob(tx, definition, null, input, { singletonKey: 'schedule' });
    });
  }
}

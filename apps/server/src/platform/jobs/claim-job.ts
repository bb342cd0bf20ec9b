import { and, type Database, eq, sql } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { AnyJobDefinition } from './define-job.ts';

/** A worker that does not renew its leases for this long counts as dead, and its jobs as abandoned. */
export const LEASE_SECONDS = 30;

export const newLease = () => sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** A job row. */
export type JobRow = typeof jobs.$inferSelect;

/** Jobs of one type with the same key share one limit. */
export function concurrencyKey({ concurrency }: Pick<AnyJobDefinition<never>, 'concurrency'>, clientId: string | null) {
  return concurrency === 'per-client' ? (clientId ?? 'installation') : 'all';
}

/** Maximum number of running jobs per type and key, across all processes. */
export function concurrencyLimit({ concurrency }: Pick<AnyJobDefinition<never>, 'concurrency'>): number {
  return typeof concurrency === 'number' ? concurrency : 1;
}

/**
 * Claims the longest-waiting job of the given types whose concurrency limit is not reached and that has nothing to wait
 * for, and starts an attempt. Returns null if there is none.
 */
export async function claimJob(
  db: Database,
  definitions: readonly AnyJobDefinition<never>[],
  workerId: string,
): Promise<JobRow | null> {
  const types = definitions.map((definition) => ({
    type: definition.type,
    max: concurrencyLimit(definition),
    waits_for: definition.waitsFor ?? [],
  }));
  return db.asSystem(async (tx) => {
    // Without the lock, two processes could count at once and exceed a limit. The clock is read after the wait for the
    // lock: `now()` is the start of the transaction, before the job that made room had ended.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('claim a job', 0))`);
    const next = sql`(
      select waiting.id
      from jobs waiting
      join jsonb_to_recordset(${JSON.stringify(types)}::jsonb) as claimable(type text, max int, waits_for text[]) using (type)
      left join (
        select type, concurrency_key, count(*) as number
        from jobs
        where status = 'PROCESSING'
        group by type, concurrency_key
      ) running using (type, concurrency_key)
      where waiting.status = 'WAITING' and waiting.run_after <= clock_timestamp()
        and coalesce(running.number, 0) < claimable.max
        and not exists (
          select from jobs first
          where first.type = any(claimable.waits_for) and first.status in ('WAITING', 'PROCESSING')
            and first.client_id = waiting.client_id
        )
      order by waiting.created_at
      limit 1
    )`;
    const [claimed] = await tx
      .update(jobs)
      .set({
        status: 'PROCESSING',
        attempt: sql`${jobs.attempt} + 1`,
        workerId,
        leaseUntil: newLease(),
        startedAt: sql`coalesce(${jobs.startedAt}, clock_timestamp())`,
        error: null,
      })
      .where(and(eq(jobs.id, next), eq(jobs.status, 'WAITING')))
      .returning();
    return claimed ?? null;
  });
}

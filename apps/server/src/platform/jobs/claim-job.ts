import { and, type Database, eq, sql } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { AnyJobDefinition } from './define-job.ts';

/** A process that stays silent this long is taken for dead, and its jobs for abandoned. */
export const LEASE_SECONDS = 30;

/** The time until which a worker that speaks now holds its jobs. */
export const newLease = () => sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** A job row. */
export type JobRow = typeof jobs.$inferSelect;

/** Jobs of one type with the same key share the limit. */
export function concurrencyKey({ concurrency }: Pick<AnyJobDefinition<never>, 'concurrency'>, clientId: string | null) {
  return concurrency === 'per-client' ? (clientId ?? 'installation') : 'all';
}

/** How many jobs of one type and key run at once, over all processes. */
export function concurrencyLimit({ concurrency }: Pick<AnyJobDefinition<never>, 'concurrency'>): number {
  return typeof concurrency === 'number' ? concurrency : 1;
}

/**
 * Begins an attempt of the job that has waited longest among those of the given kinds whose limit leaves room. Returns
 * null if there is none.
 */
export async function claimJob(
  db: Database,
  definitions: readonly AnyJobDefinition<never>[],
  workerId: string,
): Promise<JobRow | null> {
  const kinds = definitions.map((definition) => ({ type: definition.type, most: concurrencyLimit(definition) }));
  return db.asSystem(async (tx) => {
    // Two processes that count the running jobs of one key must not both find room. The clock is read after the wait for
    // the lock: `now()` stands still from the start of the transaction, before the job that made room had ended.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('claim a job', 0))`);
    const next = sql`(
      select waiting.id
      from jobs waiting
      join jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as kind(type text, most int) using (type)
      left join (
        select type, concurrency_key, count(*) as number
        from jobs
        where status = 'PROCESSING'
        group by type, concurrency_key
      ) running using (type, concurrency_key)
      where waiting.status = 'WAITING' and waiting.run_after <= clock_timestamp() and coalesce(running.number, 0) < kind.most
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

import { and, asc, count, type Database, eq, jobs, lte, sql, type Transaction } from '@quarry/postgres';
import type { AnyJobDefinition } from './define-job.ts';
import type { Queue } from './queue.ts';

/** A process that stays silent this long is taken for dead, and its jobs for abandoned. */
export const LEASE_SECONDS = 30;

/** The time until which a worker that speaks now holds its jobs. */
export const newLease = () => sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** A job row. */
export type JobRow = typeof jobs.$inferSelect;

/** The key under which jobs share a limit, with the limit. */
export function concurrencyOf(
  definition: Pick<AnyJobDefinition<never>, 'concurrency'>,
  clientId: string | null,
): { key: string; limit: number } {
  const { concurrency } = definition;
  if (concurrency === 'per-client') return { key: clientId ?? 'installation', limit: 1 };
  return { key: 'all', limit: concurrency === 'global' ? 1 : concurrency };
}

/** Two processes that count the running jobs of one key must not both find room. */
async function lockKey(tx: Transaction, type: string, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`job ${type} ${key}`}, 0))`);
}

/**
 * Takes a waiting job for this worker and begins an attempt. Returns null when it does not wait any more, is to wait
 * longer, or when as many as may run at once are running; the one that ends next announces it again.
 */
export async function claimJob(
  db: Database,
  definition: AnyJobDefinition<never>,
  jobId: string,
  workerId: string,
): Promise<JobRow | null> {
  return db.asSystem(async (tx) => {
    const [waiting] = await tx.select().from(jobs).where(eq(jobs.id, jobId));
    if (waiting === undefined || waiting.status !== 'WAITING' || waiting.type !== definition.type) return null;
    const { key, limit } = concurrencyOf(definition, waiting.clientId);
    await lockKey(tx, definition.type, key);
    const [running] = await tx
      .select({ number: count() })
      .from(jobs)
      .where(and(eq(jobs.type, definition.type), eq(jobs.concurrencyKey, key), eq(jobs.status, 'PROCESSING')));
    if ((running?.number ?? 0) >= limit) return null;
    const [claimed] = await tx
      .update(jobs)
      .set({
        status: 'PROCESSING',
        attempt: sql`${jobs.attempt} + 1`,
        workerId,
        leaseUntil: newLease(),
        startedAt: sql`coalesce(${jobs.startedAt}, now())`,
        error: null,
      })
      .where(and(eq(jobs.id, jobId), eq(jobs.status, 'WAITING'), lte(jobs.runAfter, sql`now()`)))
      .returning();
    return claimed ?? null;
  });
}

/** Announces the job that has waited longest under the key, now that there may be room for it. */
export async function announceNext(tx: Transaction, queue: Queue, type: string, concurrencyKey: string): Promise<void> {
  const [next] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.type, type),
        eq(jobs.concurrencyKey, concurrencyKey),
        eq(jobs.status, 'WAITING'),
        lte(jobs.runAfter, sql`now()`),
      ),
    )
    .orderBy(asc(jobs.createdAt))
    .limit(1);
  if (next !== undefined) await queue.announce(tx, type, next.id);
}

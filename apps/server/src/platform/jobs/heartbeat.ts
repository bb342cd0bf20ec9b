import { and, type Database, eq, inArray, jobs } from '@quarry/postgres';
import type { Logger } from 'pino';
import { LEASE_SECONDS, newLease } from './claim-job.ts';
import type { RunningAttempt } from './run-attempt.ts';

const TICK_MS = 2_000;
/** The lease is renewed at every fifth tick: each 10 s. */
const TICKS_PER_RENEWAL = 5;

/** Keeps the leases of this process's jobs and passes on what happened to their rows. */
export interface Heartbeat {
  stop(): void;
}

/**
 * Every two seconds looks whether a running job was cancelled or taken over, and every ten renews the leases. When the
 * database can't be reached for as long as a lease lasts, the jobs are stopped: another process may have them by then.
 */
export function startHeartbeat(
  db: Database,
  workerId: string,
  running: ReadonlyMap<string, RunningAttempt>,
  log: Logger,
): Heartbeat {
  let ticks = 0;
  let isBusy = false;
  let lastAnswerAt = Date.now();

  const beat = async (): Promise<void> => {
    const attempts = [...running.values()];
    if (attempts.length === 0) {
      lastAnswerAt = Date.now();
      return;
    }
    const mine = and(
      inArray(
        jobs.id,
        attempts.map(({ claimed }) => claimed.id),
      ),
      eq(jobs.workerId, workerId),
      eq(jobs.status, 'PROCESSING'),
    );
    const columns = { id: jobs.id, attempt: jobs.attempt, cancelRequestedAt: jobs.cancelRequestedAt };
    const isRenewal = ticks++ % TICKS_PER_RENEWAL === 0;
    const rows = await db.asSystem((tx) =>
      isRenewal
        ? tx.update(jobs).set({ leaseUntil: newLease() }).where(mine).returning(columns)
        : tx.select(columns).from(jobs).where(mine),
    );
    lastAnswerAt = Date.now();
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const attempt of attempts) {
      const row = found.get(attempt.claimed.id);
      // An attempt that ended while the answer was under way is gone from its row, rightly.
      if (running.get(attempt.claimed.id) !== attempt) continue;
      if (row === undefined || row.attempt !== attempt.claimed.attempt) attempt.stop('LEASE_LOST');
      else if (row.cancelRequestedAt !== null) attempt.stop('CANCELLED');
    }
  };

  const timer = setInterval(() => {
    if (Date.now() - lastAnswerAt > LEASE_SECONDS * 1_000)
      for (const attempt of running.values()) attempt.stop('LEASE_LOST');
    if (isBusy) return;
    isBusy = true;
    beat()
      .catch((error: unknown) => log.warn({ err: error }, 'the leases of the running jobs could not be renewed'))
      .finally(() => {
        isBusy = false;
      });
  }, TICK_MS);
  return { stop: () => clearInterval(timer) };
}

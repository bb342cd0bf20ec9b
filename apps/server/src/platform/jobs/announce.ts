import { createListener, type Database, type Listener, sql, type Transaction } from '@quarry/postgres';

const CHANNEL = 'quarry_jobs';

/** Notifies every worker, when `tx` commits, that a job may be ready. */
export async function announceWork(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, '')`);
}

/** Listens for `announceWork`. */
export function listenForWork(db: Database, onWork: () => void): Listener {
  return createListener(db.pool, CHANNEL, onWork);
}

import { createListener, type Database, type Listener, sql, type Transaction } from '@quarry/postgres';

const CHANNEL = 'quarry_jobs';

/** Tells every worker, when `tx` commits, that there may be a job to begin. */
export async function announceWork(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, '')`);
}

/** Listens to what `announceWork` tells. */
export function listenForWork(db: Database, onWork: () => void): Listener {
  return createListener(db.pool, CHANNEL, onWork);
}

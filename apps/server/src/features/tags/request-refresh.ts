import type { Transaction } from '@quarry/postgres';
import { ensureWaiting } from '#server/platform/jobs/ensure-waiting.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { tagRefresh } from './refresh-tags.ts';

/**
 * Ensures that the client's tags are refreshed after this transaction commits: by a waiting refresh, or by a new one
 * behind the running one. The transaction must hold the lock on the client's row.
 */
export async function requestRefresh(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  clientId: string,
  requestedBy: string,
): Promise<void> {
  await ensureWaiting(tx, queue, tagRefresh, clientId, requestedBy);
}

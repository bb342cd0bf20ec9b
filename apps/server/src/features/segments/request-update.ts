import type { Transaction } from '@quarry/postgres';
import { ensureWaiting } from '#server/platform/jobs/ensure-waiting.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { segmentUpdate } from './update-segments.ts';

/**
 * Ensures that the client's segments that wait are computed after this transaction commits: by a waiting job, or by a
 * new one behind the running one. The transaction must hold the lock on the client's row.
 */
export async function requestUpdate(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  clientId: string,
  requestedBy: string,
): Promise<void> {
  await ensureWaiting(tx, queue, segmentUpdate, clientId, requestedBy);
}

import { and, eq, inArray, sql, type Transaction } from '@quarry/postgres';
import { tags } from '@quarry/postgres/tables/tags';
import { dependantsOf } from '#server/features/datasets/dependencies.ts';
import { segmentRef } from '#server/features/datasets/derived-nodes.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { requestRefresh } from './request-refresh.ts';
import { readTags } from './tag.ts';

/** Marks tags for a refresh. */
export const OUTDATED = { revision: sql`${tags.revision} + 1`, processingStatus: 'Waiting' } as const;

/**
 * Requests a refresh of the tags that use segments whose companies changed, directly or through other tags. The
 * transaction must hold the lock on the client's row.
 */
export async function refreshTagsUsing(
  tx: Transaction,
  queue: Pick<JobContext, 'enqueue'>,
  clientId: string,
  segmentIds: readonly string[],
): Promise<void> {
  if (segmentIds.length === 0) return;
  const all = await readTags(tx, clientId);
  const users = new Set(segmentIds.flatMap((id) => dependantsOf(all, segmentRef(id)).map((tag) => tag.id)));
  if (users.size === 0) return;
  await tx
    .update(tags)
    .set(OUTDATED)
    .where(and(eq(tags.clientId, clientId), inArray(tags.id, [...users])));
  await requestRefresh(tx, queue, clientId, 'segment');
}

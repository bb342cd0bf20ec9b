import { and, eq, inArray, sql, type Transaction } from '@quarry/postgres';
import { tags } from '@quarry/postgres/tables/tags';
import { type DerivedRef, dependantsOf } from '#server/features/datasets/dependencies.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { requestRefresh } from './request-refresh.ts';
import { readTags } from './tag.ts';

/** Marks tags for a refresh. */
export const OUTDATED = { revision: sql`${tags.revision} + 1`, processingStatus: 'Waiting' } as const;

/**
 * Requests a refresh of the tags that use segments or scores that changed, directly or through other tags. The
 * transaction must hold the lock on the client's row.
 */
export async function refreshTagsUsing(
  tx: Transaction,
  queue: Pick<JobContext, 'enqueue'>,
  clientId: string,
  changed: readonly DerivedRef[],
): Promise<void> {
  if (changed.length === 0) return;
  const all = await readTags(tx, clientId);
  const users = new Set(changed.flatMap((ref) => dependantsOf(all, ref).map((tag) => tag.id)));
  if (users.size === 0) return;
  await tx
    .update(tags)
    .set(OUTDATED)
    .where(and(eq(tags.clientId, clientId), inArray(tags.id, [...users])));
  await requestRefresh(tx, queue, clientId, 'dependencies');
}

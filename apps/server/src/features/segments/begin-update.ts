import { sql, type Transaction } from '@quarry/postgres';
import { segments } from '@quarry/postgres/tables/segments';
import type { ClientScope } from '#server/platform/scope.ts';
import { requestUpdate } from './request-update.ts';
import { readSegmentRow, type SegmentRow, segmentOf } from './segment.ts';

/**
 * Marks a segment for an update that supersedes an unfinished one, with these changes, and requests it. The transaction
 * must hold the lock on the client's row.
 */
export async function beginUpdate(
  tx: Transaction,
  scope: ClientScope,
  id: string,
  changes: Partial<typeof segments.$inferInsert>,
): Promise<SegmentRow> {
  const [row] = await tx
    .update(segments)
    .set({ ...changes, revision: sql`${segments.revision} + 1`, problem: null })
    .where(segmentOf(scope.client.id, id))
    .returning();
  if (row === undefined) throw new Error(`The segment ${id} was not saved`);
  await requestUpdate(tx, scope.jobs, scope.client.id, scope.user.email);
  return readSegmentRow(row);
}

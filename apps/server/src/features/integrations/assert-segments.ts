import { AppError } from '@quarry/contracts';
import { and, eq, inArray, type Transaction } from '@quarry/postgres';
import { segments } from '@quarry/postgres/tables/segments';

/** Throws NOT_FOUND unless all are segments of the client. */
export async function assertSegments(tx: Transaction, clientId: string, segmentIds: readonly string[]): Promise<void> {
  if (segmentIds.length === 0) return;
  const found = await tx
    .select({ id: segments.id })
    .from(segments)
    .where(and(eq(segments.clientId, clientId), inArray(segments.id, [...segmentIds])));
  const known = new Set(found.map(({ id }) => id));
  const segmentId = segmentIds.find((id) => !known.has(id));
  if (segmentId !== undefined) throw new AppError('NOT_FOUND', 'There is no such segment.', { segmentId });
}

import { AppError, type SegmentDefinition, segmentDefinition } from '@quarry/contracts';
import { and, eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { segments } from '@quarry/postgres/tables/segments';
import { type NamedNode, nodesIn, segmentRef } from '#server/features/datasets/derived-nodes.ts';

type StoredSegment = typeof segments.$inferSelect;

/** A row of `segments` with its definition, and the tags and segments that it uses. */
export type SegmentRow = Omit<StoredSegment, keyof SegmentDefinition> & SegmentDefinition & NamedNode;

export function readSegmentRow(row: StoredSegment): SegmentRow {
  const { filters, inclusions, exclusions, limitOptions } = row;
  const definition = segmentDefinition.parse({ filters, inclusions, exclusions, limitOptions });
  return { ...row, ...definition, ...segmentRef(row.id), uses: usedNodes(definition) };
}

/** The tags and segments that a definition names. */
export function usedNodes({ filters, exclusions }: SegmentDefinition): NamedNode['uses'] {
  return [...nodesIn(filters), ...exclusions.segmentIds.map(segmentRef)];
}

/** Matches the row of one of the client's segments. */
export const segmentOf = (clientId: string, id: string) => and(eq(segments.clientId, clientId), eq(segments.id, id));

/** Throws NOT_FOUND. */
export async function findSegment(tx: Transaction, clientId: string, id: string): Promise<SegmentRow> {
  const [row] = await tx.select().from(segments).where(segmentOf(clientId, id));
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such segment.', { segmentId: id });
  return readSegmentRow(row);
}

/** Keeps others from changing the client's segments and tags, and builds from being swapped in, until the end. */
export async function lockClient(tx: Transaction, clientId: string): Promise<void> {
  await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('update');
}

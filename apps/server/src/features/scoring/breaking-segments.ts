import type { Transaction } from '@quarry/postgres';
import { and, eq, sql } from '@quarry/postgres';
import { segments } from '@quarry/postgres/tables/segments';
import { usersOf } from '#server/features/datasets/dependencies.ts';
import { readDerivedNodes, scoreRef } from '#server/features/datasets/derived-nodes.ts';

/** A segment that uses a scoring field; `isBlocking` unless it only shows the column. */
export interface BreakingSegment {
  readonly segmentId: string;
  readonly segmentName: string;
  readonly isBlocking: boolean;
}

/** The segments that use a scoring field in filters, order or columns, by name. */
export async function findBreakingSegments(
  tx: Transaction,
  clientId: string,
  fieldName: string,
): Promise<BreakingSegment[]> {
  const users = usersOf(await readDerivedNodes(tx, clientId), scoreRef(fieldName));
  const blocking = new Set(users.flatMap(({ kind, id }) => (kind === 'segment' ? [id] : [])));
  const showing = await tx
    .select({ id: segments.id })
    .from(segments)
    .where(and(eq(segments.clientId, clientId), sql`${fieldName} = any(${segments.selectedColumns})`));
  const ids = new Set([...blocking, ...showing.map(({ id }) => id)]);
  const named = await tx
    .select({ id: segments.id, name: segments.name })
    .from(segments)
    .where(eq(segments.clientId, clientId))
    .orderBy(sql`lower(${segments.name})`);
  return named.flatMap(({ id, name }) =>
    ids.has(id) ? [{ segmentId: id, segmentName: name, isBlocking: blocking.has(id) }] : [],
  );
}

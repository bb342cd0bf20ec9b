import { AppError, type Tag } from '@quarry/contracts';
import { type FilterGroup, filterGroup } from '@quarry/filters';
import { and, asc, eq, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { tags } from '@quarry/postgres/tables/tags';
import { type NamedNode, nodesIn, tagRef } from '#server/features/datasets/derived-nodes.ts';

/** A row of `tags` with its filter, and the tags and segments that the filter uses. */
export type TagRow = Omit<typeof tags.$inferSelect, 'filters'> & NamedNode & { readonly filters: FilterGroup };

export function readTagRow(row: typeof tags.$inferSelect): TagRow {
  const filters = filterGroup.parse(row.filters);
  return { ...row, ...tagRef(row.id), filters, uses: nodesIn(filters) };
}

/** The client's tags, sorted by name. */
export async function readTags(tx: Transaction, clientId: string): Promise<TagRow[]> {
  const rows = await tx
    .select()
    .from(tags)
    .where(eq(tags.clientId, clientId))
    .orderBy(asc(sql`lower(${tags.name})`), asc(tags.id));
  return rows.map(readTagRow);
}

/** Reads the client's tags and keeps others from changing them until the transaction ends. */
export async function lockTags(tx: Transaction, clientId: string): Promise<TagRow[]> {
  await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('update');
  return readTags(tx, clientId);
}

/** Throws NOT_FOUND. */
export function findTag(all: readonly TagRow[], id: string): TagRow {
  const found = all.find((tag) => tag.id === id);
  if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such tag.', { id });
  return found;
}

/** A tag as the API describes it. */
export function toTag(row: TagRow): Tag {
  const { id, name, filters, companyCount, processingStatus, problem } = row;
  return {
    id,
    name,
    filters,
    companyCount,
    lastModifiedAt: row.lastModifiedAt.toISOString(),
    processingStatus,
    problem,
  };
}

/** Matches the row of one of the client's tags. */
export const tagOf = (clientId: string, id: string) => and(eq(tags.clientId, clientId), eq(tags.id, id));

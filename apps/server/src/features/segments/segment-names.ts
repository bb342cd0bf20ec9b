import { and, eq, ne, sql, type Transaction } from '@quarry/postgres';
import { segments } from '@quarry/postgres/tables/segments';
import { uniqueName } from '#server/platform/unique-name.ts';

/** Ignores case, and the segment `ownId`. */
export async function isNameTaken(
  tx: Transaction,
  clientId: string,
  name: string,
  ownId: string | null,
): Promise<boolean> {
  const isSame = sql`lower(${segments.name}) = lower(${name})`;
  const isOther = ownId === null ? undefined : ne(segments.id, ownId);
  return (await tx.$count(segments, and(eq(segments.clientId, clientId), isSame, isOther))) > 0;
}

export const withUniqueName = uniqueName('segments_name_is_unique', 'This name is already in use');

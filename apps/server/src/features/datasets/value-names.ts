import { SEGMENTS_FIELD, SOURCES_FIELD } from '@quarry/contracts';
import { asc, eq, type Transaction } from '@quarry/postgres';
import { segments } from '@quarry/postgres/tables/segments';
import { readSourceNames } from './source-names.ts';

/** What people read for values that are ids, by column. */
export type ValueNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The names of the client's sources and segments. */
export async function readValueNames(tx: Transaction, clientId: string): Promise<ValueNames> {
  const saved = await tx
    .select({ id: segments.id, name: segments.name })
    .from(segments)
    .where(eq(segments.clientId, clientId))
    .orderBy(asc(segments.name), asc(segments.id));
  return {
    [SOURCES_FIELD]: await readSourceNames(tx, clientId),
    [SEGMENTS_FIELD]: Object.fromEntries(saved.map(({ id, name }) => [id, name])),
  };
}

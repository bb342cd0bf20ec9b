import { marketSource, SEGMENTS_FIELD, SOURCES_FIELD } from '@quarry/contracts';
import { and, asc, eq, isNotNull, sql, type Transaction } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { segments } from '@quarry/postgres/tables/segments';
import { CRITERIA, CRM_IMPORT } from './sources.ts';

/** The names of a column's values, by field name and value; of the columns whose values are ids. */
export type ValueNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The names of all sources and segments that companies of the client can have. */
export async function readValueNames(tx: Transaction, clientId: string): Promise<ValueNames> {
  const published = await tx
    .select({ id: markets.id, name: markets.name })
    .from(markets)
    .where(and(eq(markets.clientId, clientId), isNotNull(markets.publishedAt)))
    .orderBy(asc(markets.name), asc(markets.id));
  const known = await tx
    .select({ id: segments.id, name: segments.name })
    .from(segments)
    .where(eq(segments.clientId, clientId))
    .orderBy(asc(sql`lower(${segments.name})`), asc(segments.id));
  return {
    [SOURCES_FIELD]: {
      [CRITERIA]: 'Sourcing criteria',
      [CRM_IMPORT]: 'CRM import',
      ...Object.fromEntries(published.map(({ id, name }) => [marketSource(id), name])),
    },
    [SEGMENTS_FIELD]: Object.fromEntries(known.map(({ id, name }) => [id, name])),
  };
}

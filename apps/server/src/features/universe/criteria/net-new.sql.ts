import { ident, inSubquery, type Sql, sql, uints } from '@quarry/clickhouse';
import { datasetTables } from '#server/features/datasets/table.ts';

/** Whose dataset decides which companies are new. */
export interface NetNewClient {
  readonly name: string;
  /** The version that readers see; null while there is none. */
  readonly datasetVersion: string | null;
}

/**
 * Whether a company is new to a client, as a condition over `company_id`: not in its dataset, hidden members included,
 * and not kept out of it. `range` restricts what is read of the members.
 */
export function isNetNew(client: NetNewClient, excludedIds: readonly string[], range: Sql): Sql {
  const excluded = excludedIds.length === 0 ? sql`1` : sql`company_id NOT IN ${uints(excludedIds)}`;
  if (client.datasetVersion === null) return sql`(${excluded})`;
  const { database, members } = datasetTables(client.name, client.datasetVersion);
  const known = sql`SELECT company_id FROM ${ident(database, members)} WHERE ${range}`;
  return sql`(${excluded} AND NOT (${inSubquery(sql`company_id`, known)}))`;
}

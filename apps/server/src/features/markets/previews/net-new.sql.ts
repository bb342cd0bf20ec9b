import { ident, inSubquery, sql, uints } from '@quarry/clickhouse';
import { datasetTables } from '#server/features/datasets/table.ts';
import type { IsNetNew } from '#server/features/universe/criteria/compile-criteria.ts';
import type { ScopedClient } from '#server/platform/scope.ts';

/** Companies are net-new unless they are in the client's dataset, hidden members included, or excluded from it. */
export function isNetNewTo(
  client: Pick<ScopedClient, 'name' | 'datasetVersion'>,
  excludedIds: readonly string[],
): IsNetNew {
  const excluded = excludedIds.length === 0 ? sql`1` : sql`company_id NOT IN ${uints(excludedIds)}`;
  if (client.datasetVersion === null) return () => sql`(${excluded})`;
  const { database, members } = datasetTables(client.name, client.datasetVersion);
  return (range) => {
    const known = sql`SELECT company_id FROM ${ident(database, members)} WHERE ${range}`;
    return sql`(${excluded} AND NOT (${inSubquery(sql`company_id`, known)}))`;
  };
}

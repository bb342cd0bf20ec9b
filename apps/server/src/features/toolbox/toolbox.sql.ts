import { emptySql, type Sql, sql, text, uint } from '@quarry/clickhouse';
import { readTable } from '#server/features/universe/universe-table.ts';

function overridesMatching(search: string): Sql {
  const needle = text(search.toLowerCase());
  const isFound =
    search === ''
      ? emptySql
      : sql`AND (positionUTF8(domain, ${needle}) > 0 OR positionUTF8(lowerUTF8(linked_in_id), ${needle}) > 0)`;
  return sql`FROM ${readTable('domain_overrides')} WHERE NOT is_removed ${isFound}`;
}

export const countOverrides = (search: string): Sql =>
  sql`SELECT toUInt32(count()) AS count ${overridesMatching(search)}`;

/** The newest first: `domain`, `linked_in_id`, `set_by`, `set_at` in seconds. */
export const listOverrides = (search: string, page: { readonly limit: number; readonly offset: number }): Sql => sql`
  SELECT domain, linked_in_id, set_by, toUInt32(set_at) AS set_at
  ${overridesMatching(search)}
  ORDER BY set_at DESC, domain LIMIT ${uint(page.limit)} OFFSET ${uint(page.offset)}`;

/** What is stored for a domain, removed or not: `linked_in_id`, `is_removed`, `version`. */
export const storedOverride = (domain: string): Sql => sql`
  SELECT linked_in_id, is_removed, toString(version) AS version
  FROM ${readTable('domain_overrides')} WHERE domain = ${text(domain)}`;

import { ident, inSubquery, type Sql, sql, texts } from '@quarry/clickhouse';
import { BLOCKED_DOMAINS } from './blocklist.ts';
import { readTable } from './universe-table.ts';

/**
 * The condition that every sourced company must meet, over the columns of `companies`: it has a name and a primary
 * domain off the blocklist, and was not merged into another company.
 */
export function mandatoryRules(): Sql {
  const merged = inSubquery(ident('company_id'), sql`SELECT company_id FROM ${readTable('merged_companies')}`);
  return sql`(domain != '' AND name != '' AND domain NOT IN ${texts(BLOCKED_DOMAINS)} AND NOT ${merged})`;
}

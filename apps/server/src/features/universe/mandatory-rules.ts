import { ident, inSubquery, type Sql, sql, texts } from '@quarry/clickhouse';
import { BLOCKED_DOMAINS } from './blocklist.ts';
import { readTable } from './universe-table.ts';

/**
 * What every sourced company must fulfil, over the columns of `companies`: a resolved primary domain, a name, a domain
 * off the blocklist, and a record that was not merged into another.
 */
export function mandatoryRules(): Sql {
  const merged = inSubquery(ident('company_id'), sql`SELECT company_id FROM ${readTable('merged_companies')}`);
  return sql`(domain != '' AND name != '' AND domain NOT IN ${texts(BLOCKED_DOMAINS)} AND NOT ${merged})`;
}
